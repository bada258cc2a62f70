// Writes THIRD_PARTY_NOTICES: the licences of what the package ships or is
// linked with. Texts come from the installed packages.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/run.mjs";

const vendor = join(root, "node_modules/re2/vendor");
const linked = [
  ["RE2", join(vendor, "re2/LICENSE"), "compiled into sonde.wasm"],
  ["Abseil", join(vendor, "abseil-cpp/LICENSE"), "compiled into sonde.wasm"],
  ["nlohmann_json", "/usr/share/doc/nlohmann-json3-dev/copyright", "compiled into sonde.wasm"],
  [
    "Emscripten and its system libraries (musl, libc++, emmalloc)",
    "/usr/share/doc/emscripten/copyright",
    "compiled into sonde.wasm and its glue",
  ],
];

const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
const wanted = new Set();
const visit = (name) => {
  if (wanted.has(name)) return;
  wanted.add(name);
  for (const child of Object.keys(lock[`node_modules/${name}`]?.dependencies ?? {})) visit(child);
};
Object.keys(dependencies).forEach(visit);

const sections = linked.map(([name, file, use]) => `${name} (${use})\n\n${readFileSync(file, "utf8").trim()}`);
for (const name of [...wanted].sort()) {
  const folder = join(root, "node_modules", name);
  if (!existsSync(folder)) continue;
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const text = file ? readFileSync(join(folder, file), "utf8").trim() : `Licence: ${license}`;
  sections.push(`${name} ${version} (an npm dependency, ${license})\n\n${text}`);
}
const rule = `\n\n${"-".repeat(80)}\n\n`;
writeFileSync(
  join(root, "THIRD_PARTY_NOTICES"),
  `Sonde contains or depends on the following software.${rule}${sections.join(rule)}\n`,
);
