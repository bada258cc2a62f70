// The script of the Web Worker.
import { engineFactory } from "../engine/create-engine.ts";
import { browserHost } from "../engine/host-browser.ts";
import { holdLifeLock, scopePort } from "./browser-port.ts";
import { serve } from "./serve.ts";

const port = scopePort(self as unknown as Parameters<typeof scopePort>[0]);
serve(port, engineFactory(browserHost));
holdLifeLock(port);
