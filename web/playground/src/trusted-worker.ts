import scriptAddress from "sonde/worker-script?worker&url";

type ScriptPolicy = { createScriptURL(address: string): string };
type PolicyFactory = {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): ScriptPolicy;
};

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
const policy = factory?.createPolicy("sonde-worker", {
  createScriptURL: (address) => {
    if (address !== scriptAddress) throw new TypeError(`${address} is not the worker's script`);
    return address;
  },
});

/** The engine's worker, begun under a policy that knows its one script: the page may ask for trusted types. */
export function trustedWorker(): Worker {
  return new Worker(policy?.createScriptURL(scriptAddress) ?? scriptAddress, { type: "module", name: "sonde" });
}
