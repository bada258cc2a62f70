// Checks the C++ sources against .clang-format; `--write` rewrites them.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/run.mjs";

const files = ["core", "wasm", "tests"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => /\.(h|cc)$/.test(file) && !/node_modules|nfc_tables\.h$|core\/contract|^contract\//.test(file))
    .map((file) => join(folder, file)),
);
const words = process.argv.includes("--write") ? ["-i"] : ["--dry-run", "--Werror"];
const result = spawnSync("clang-format", [...words, ...files], { cwd: root, stdio: "inherit" });
if (result.status !== 0) {
  console.error("run npm run format and commit the result");
  process.exit(1);
}
