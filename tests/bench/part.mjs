// One part of the benchmark: node part.mjs NAME short|full, as a child that sends
// its result. A process of its own each, so that no part works beside the
// garbage of another.
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.mjs";
import { measureGrowthTables } from "./growth.mjs";
import { measureCold } from "./parts/cold.mjs";
import { measureFilters } from "./parts/filters.mjs";
import { measureLarge } from "./parts/large.mjs";
import { measureLoad } from "./parts/load.mjs";
import { measureQueries } from "./parts/queries.mjs";
import { measureScan } from "./parts/scan.mjs";
import { measureSmall } from "./parts/small.mjs";
import { measureTools } from "./parts/tools.mjs";
import { NativeRunner } from "./rivals/native.mjs";
import { findRivals } from "./rivals.mjs";
import { shippedSize } from "./shipped-size.mjs";

const makers = {
  queries: measureQueries,
  filters: measureFilters,
  small: measureSmall,
  tools: measureTools,
  scan: measureScan,
  load: measureLoad,
  cold: measureCold,
  growth: measureGrowthTables,
  large: measureLarge,
  size: shippedSize,
};

export const partNames = Object.keys(makers);

if (process.send && process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name, mode] = process.argv.slice(2);
  const runner = new NativeRunner();
  const corpora = new Map();
  const corpus = (corpusName) => {
    if (!corpora.has(corpusName)) corpora.set(corpusName, bundle(corpusName));
    return corpora.get(corpusName);
  };
  let result;
  try {
    result = await makers[name]({ full: mode === "full", corpus, rivals: findRivals(), runner });
  } catch (error) {
    result = { error: String(error?.stack ?? error) };
  }
  runner.close();
  process.send(result, () => process.exit(0));
}
