// Generates the published JSON Schema of every view from the shapes that the
// narrowers read by. `--check` writes nothing and fails when it is stale.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./lib/run.mjs";

const target = "web/presentation/schema.generated.json";

async function importTypeScript(path) {
  const bundle = await build({ entryPoints: [join(root, path)], bundle: true, write: false, format: "esm" });
  return import(`data:text/javascript;base64,${Buffer.from(bundle.outputFiles[0].contents).toString("base64")}`);
}

function schemaOf(node) {
  switch (node.type) {
    case "constant":
      return { const: node.value };
    case "array":
      return { type: "array", items: schemaOf(node.items) };
    case "checked":
      return node.schema;
    case "object": {
      const optional = Object.entries(node.optional).map(([name, field]) => [name, field.node]);
      const fields = [...Object.entries(node.required), ...optional];
      return {
        type: "object",
        properties: Object.fromEntries(fields.map(([name, field]) => [name, schemaOf(field)])),
        required: Object.keys(node.required),
      };
    }
    default:
      return { ...node };
  }
}

function viewOf(meta, tags) {
  const { properties, required, ...rest } = schemaOf(meta);
  const constants = Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, { const: value }]));
  return {
    ...rest,
    properties: { ...constants, title: { type: "string" }, ...properties },
    required: [...Object.keys(tags), ...required],
  };
}

const shapes = await importTypeScript("web/presentation/shapes.ts");
const views = {
  searchMatchesView: viewOf(shapes.searchMatches, { card: "search" }),
  searchPathsView: viewOf(shapes.searchPaths, { card: "search" }),
  webSearchView: viewOf(shapes.webSearch, { card: "web", kind: "search" }),
  webFetchView: viewOf(shapes.webFetch, { card: "web", kind: "fetch" }),
};
const metas = {
  searchMatchesMeta: schemaOf(shapes.searchMatches),
  searchPathsMeta: schemaOf(shapes.searchPaths),
  webSearchMeta: schemaOf(shapes.webSearch),
  webFetchMeta: schemaOf(shapes.webFetch),
};
const schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Sonde card views",
  description: "A view as presentResult returns it. The bare metas that tools emit stand under $defs.",
  oneOf: Object.keys(views).map((name) => ({ $ref: `#/$defs/${name}` })),
  $defs: { ...views, ...metas },
};

const text = `${JSON.stringify(schema, null, 2)}\n`;
const file = join(root, target);
const current = existsSync(file) ? readFileSync(file, "utf8") : undefined;
if (!process.argv.includes("--check")) {
  if (current !== text) writeFileSync(file, text);
} else if (current !== text) {
  console.error(
    `${target} is ${current === undefined ? "missing" : "stale"}: run node scripts/schema.mjs and commit it`,
  );
  process.exit(1);
}
