// The life of the worker: begun, found dead, begun again.
import { errorMessage, SondeError } from "../contract/sonde-error.ts";
import { Peer } from "./peer.ts";
import type { WorkerPort } from "./port.ts";
import type { Ready, RemoteMethods } from "./protocol.ts";

/** Asks one worker. */
export type Remote = <Method extends keyof RemoteMethods>(
  method: Method,
  ...args: Parameters<RemoteMethods[Method]>
) => Promise<Awaited<ReturnType<RemoteMethods[Method]>>>;

export type ConnectionOptions = {
  spawn: () => WorkerPort;
  /** Creates the engine in a new worker. */
  init: (remote: Remote) => Promise<Ready>;
  /** Loads the files into a worker that replaces a dead one. */
  reload: ((remote: Remote) => Promise<void>) | undefined;
};

type Life = {
  peer: Peer;
  port: WorkerPort;
  remote: Remote;
  ready: Promise<Ready>;
  /** Rejects `ready`, where it is not settled yet. */
  fail: (reason: Error) => void;
};

export class Connection {
  readonly #options: ConnectionOptions;
  #life: Life | undefined;
  #ended: SondeError | undefined;
  #hasDied = false;
  /** Why the files are gone, until a call has told of it. */
  #loss: SondeError | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** The worker, begun where there is none; after a death also reloaded. Rejects when it can't be begun. */
  async ready(): Promise<Ready> {
    return this.#living().ready;
  }

  /** Asks the worker when it is ready, in the order of the calls. */
  readonly request = (async (method, ...args) => {
    const life = this.#living();
    await life.ready;
    return life.remote(method, ...args);
  }) as Remote;

  /** The loss of the files, told once. */
  takeLoss(): SondeError | undefined {
    const loss = this.#loss;
    this.#loss = undefined;
    return loss;
  }

  /** Ends the worker, whatever it does, and begins another. What is under way rejects with ENGINE_RESTARTED. */
  restart(reason: string): void {
    const life = this.#life;
    if (life) this.#lost(life, reason);
  }

  /** Ends the worker for good. What is under way and to come rejects with ENGINE_DISPOSED. */
  dispose(): void {
    this.#ended = SondeError.of("ENGINE_DISPOSED");
    this.#life?.fail(this.#ended);
    this.#life?.peer.close(this.#ended);
    this.#life?.port.terminate();
    this.#life = undefined;
  }

  #living(): Life {
    if (this.#ended) throw this.#ended;
    this.#life ??= this.#begin();
    return this.#life;
  }

  #begin(): Life {
    const port = this.#options.spawn();
    const peer = new Peer(port, (method, [reason]) => {
      if (method === "dead") this.#lost(life, String(reason));
    });
    // Options of init are used for the life of the worker.
    const remote = ((method, ...args) => peer.request(method, args, method === "init")) as Remote;
    let fail: (reason: Error) => void = () => {};
    // A worker may die in the middle of a reload that never settles.
    const death = new Promise<never>((_, reject) => {
      fail = reject;
    });
    const life: Life = { peer, port, remote, fail, ready: Promise.race([this.#start(remote), death]) };
    port.onDeath((cause) => this.#lost(life, cause.message));
    life.ready.catch(() => {
      // A worker that did not start is not kept: the next request tries again.
      if (this.#life === life) this.#life = undefined;
      port.terminate();
    });
    return life;
  }

  async #start(remote: Remote): Promise<Ready> {
    const ready = await this.#options.init(remote);
    if (!this.#hasDied) return ready;
    if (!this.#options.reload) {
      this.#loss = SondeError.of("ENGINE_RESTARTED");
      return ready;
    }
    try {
      await this.#options.reload(remote);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      this.#loss = new SondeError("ENGINE_RESTARTED", `${errorMessage("ENGINE_RESTARTED")} (reload failed: ${reason})`);
    }
    return ready;
  }

  #lost(life: Life, reason: string): void {
    if (this.#life !== life) return;
    this.#life = undefined;
    this.#hasDied = true;
    life.port.terminate();
    const restarted = new SondeError("ENGINE_RESTARTED", `${errorMessage("ENGINE_RESTARTED")} (${reason})`);
    life.fail(restarted);
    life.peer.close(restarted);
    // Begun at once, so that the reload is done when the next call comes. One
    // that dies while it starts waits for the next request, lest it go on for ever.
    life.ready.then(
      () => this.#ended || this.#life || this.#living(),
      () => {},
    );
  }
}
