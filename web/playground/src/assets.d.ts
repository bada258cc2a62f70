// What the bundler makes of these imports.
declare module "*?worker&url" {
  /** Address of a bundled worker script. */
  const address: string;
  // biome-ignore lint/style/noDefaultExport: the bundler's form
  export default address;
}
declare module "*.css";
interface ImportMeta {
  glob<Value>(
    pattern: string | string[],
    options: { query: "?raw" | "?url"; import: "default"; eager: true },
  ): Record<string, Value>;
}
