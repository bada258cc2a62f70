// The package's export sonde/node.
export { type DirectoryEntries, type DirectoryOptions, loadDirectory } from "./load-directory.ts";
export { pinnedFetch } from "./pinned-fetch.ts";
