/**
 * The files of a page at `/<name>/index.html` that runs `script` (a path below e2e/),
 * the engine's worker and module beside it, by path. Needs dist/ (npm run build).
 */
export function bundlePage(name: string, script: string): Promise<Map<string, { body: Buffer; contentType: string }>>;
