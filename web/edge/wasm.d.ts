/** Edge runtimes import modules compiled. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  // biome-ignore lint/style/noDefaultExport: the runtimes export the module so
  export default module;
}
