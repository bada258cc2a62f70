// A small project for the card fixtures that the engine makes: every kind of
// file that shows in a card, the same bytes on every machine.

const lines = (count, line) => Array.from({ length: count }, (_, index) => `${line(index)}\n`).join("");

const router = `import { decode } from "./decode";

export type Route = { name: string; parameters: Record<string, string> };

const routes = new Map<string, Route>();

/** Finds the route of a path; undefined when there is none. */
export function matchRoute(path: string): Route | undefined {
  const exact = routes.get(path);
  if (exact !== undefined) return exact;

  for (const [pattern, route] of dynamicRoutes()) {
    const parameters = pattern.exec(decode(path));
    if (parameters !== null) return { ...route, parameters: { ...parameters.groups } };
  }
  return undefined;
}

function* dynamicRoutes(): Iterable<[RegExp, Route]> {
  for (const route of routes.values()) {
    if (route.name.includes(":")) yield [new RegExp(route.name.replace(/:(\\w+)/g, "(?<$1>[^/]+)")), route];
  }
}
`;

const handler = `import { matchRoute } from "../router/match";

export async function handle(request: Request): Promise<Response> {
  const route = matchRoute(new URL(request.url).pathname);
  if (route === undefined) return new Response("Not found", { status: 404 });
\ttry {
\t\treturn await render(route);
\t} catch (error) {
\t\tthrow new Error(\`the route \${route.name} failed\`, { cause: error });
\t}
}
`;

const minified = `!function(){var t=[${lines(400, (index) => `'item${String(index).padStart(4, "0")}',`).replaceAll("\n", "")}];t.matchRoute=function(r){return r in t};${"var a=1;".repeat(150)}}();\n`;

/** Path → contents. */
export const cardTree = {
  ".gitignore": "dist/\n*.log\n",
  ".github/workflows/ci.yml": "jobs:\n  test:\n    run: npm test -- --route\n",
  "README.md": "# Router\n\nA route is a name and its parameters.\n\n```ts\nmatchRoute('/users/7');\n```\n",
  "assets/logo.png": Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d),
  "data/visits.csv": lines(300, (index) => `2026-02-${String((index % 28) + 1).padStart(2, "0")},GET,/page/${index}`),
  "dist/main.js": "matchRoute();\n",
  "docs/a route with blanks.md": "See [route](routing.md), then *route* again.\n",
  "docs/latin1.txt": Uint8Array.of(0x72, 0x6f, 0x75, 0x74, 0x65, 0x20, 0x63, 0x61, 0x66, 0xe9, 0x0a),
  "docs/routing.md": lines(12, (index) => (index % 3 === 0 ? `${index}. A route, a Route, the routes.` : "")),
  "error.log": "route failed\n",
  ...Object.fromEntries(
    Array.from({ length: 36 }, (_, index) => [
      `packages/part-${String(index).padStart(2, "0")}/index.ts`,
      lines(1 + ((index * 7) % 11), (line) => `export const endpoint${line} = "/part/${index}/${line}";`),
    ]),
  ),
  "public/vendor.min.js": minified,
  "src/app/(shop)/[id]/page.tsx": "export default function Page() {\n  return <a href={route}>&lt;route&gt;</a>;\n}\n",
  "src/router/decode.ts": "export const decode = (path: string) => decodeURIComponent(path);\n",
  "src/router/match.ts": router,
  "src/server/handler.ts": handler,
  "src/text/odd.ts":
    'if (role !== "user\u202e \u2066// admin only\u2069 \u2066") {\nconst ad\u200bmin = "admin\u0007";\nconst 🟢admin🔺 = "👩‍👩‍👧 admin é";\n',
  "文档/路由.md": "# 路由与搜索\n\n路由把路径变成页面,路由表在 src/router。\n\t・ルート(路由)の検索\n",
};
