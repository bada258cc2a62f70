// re2js: RE2's syntax and bounds in JavaScript, in the same loop as RegExp.
import { rivalModule } from "../rivals.mjs";

/** {count(query, run)} over texts decoded before. */
export async function openRe2js(texts) {
  const { RE2JS } = await rivalModule("re2js/build/index.js");
  return {
    async count({ pattern, javascript }) {
      const began = performance.now();
      const expression = RE2JS.compile(javascript ?? pattern, RE2JS.MULTILINE);
      let count = 0;
      for (const text of texts) {
        const matcher = expression.matcher(text);
        for (let found = matcher.find(); found; ) {
          count++;
          const feed = text.indexOf("\n", matcher.start());
          if (feed < 0) break;
          found = matcher.find(feed + 1);
        }
      }
      return { milliseconds: performance.now() - began, count };
    },
  };
}
