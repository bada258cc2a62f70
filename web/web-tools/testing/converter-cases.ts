// Converter cases that need no file: the hostile ones, and properties over random markup.
import { convert } from "../index.ts";
import { type Case, contains, equal, lacks } from "./check.ts";

const url = "https://d.example/a/b.html";
const markdown = (html: string) => convert(html, { url }).markdown;

const depth = 50_000;

// Each once overran something in one converter or another: the stack, or a pattern that searches from every start.
const hostile: Readonly<Record<string, string>> = {
  "deep div": `${"<div>".repeat(depth)}x${"</div>".repeat(depth)}`,
  "deep b": `${"<b>".repeat(depth)}x`,
  "deep blockquote": `${"<blockquote>".repeat(depth)}x`,
  "deep list": `${"<ul><li>".repeat(depth)}x`,
  "deep definition list": `${"<dl><dd>".repeat(depth)}x`,
  "deep table": `${"<table><tr><td>".repeat(depth)}x`,
  "deep hidden": `${"<div hidden>".repeat(depth)}no${"</div>".repeat(depth)}x`,
  "deep math": `${"<math>".repeat(depth)}x`,
  "500 KB of <": "<".repeat(500_000),
  "500 KB of [": `<p>${"[".repeat(500_000)}x`,
  "500 KB of &": `x${"&".repeat(500_000)}`,
  "500 KB of backticks in pre": `<pre>${"`".repeat(500_000)}x`,
  "blank lines in pre": `<pre>x${"\n ".repeat(250_000)}y`,
  "unclosed attribute": `x<a href="${"y".repeat(500_000)}`,
  "60,000 attributes": `<a ${Array.from({ length: 60_000 }, (_, index) => `a${index}`).join(" ")}>x`,
  "unclosed comments": `x${"<!--".repeat(100_000)}`,
  "deep fractions": `<math>${"<mfrac>".repeat(depth)}<mi>x`,
  "deep rows around a long formula": `<math>${"<msup><mrow>".repeat(depth)}${"<mo>)</mo>".repeat(30_000)}x`,
  "deep fragments": `${"<div class=fragment><div class=line>".repeat(depth)}x`,
  "deep headers of links": `${"<header><a href=y>x</a>".repeat(depth)}`,
  "candidates of an image": `x<img srcset="${", ".repeat(250_000)}">`,
  "stray end tags": `${"<div>".repeat(depth)}${"</b>".repeat(depth)}x`,
  "colspan bomb": `<table>${"<tr><td colspan=1000000 rowspan=65534>x".repeat(10_000)}</table>`,
  "rowspan bomb": `<table><tr>${"<td rowspan=60000>x".repeat(2000)}${"<tr>".repeat(20_000)}</table>`,
  "quote in every line": `${"<blockquote>".repeat(500)}${"<p>x".repeat(50_000)}`,
  "style of comments": `<p style='${"/*".repeat(200_000)}'>x`,
  "class of words": `<div class='${"language-".repeat(50_000)}'>${"<pre>x</pre>".repeat(2000)}</div>`,
  "touching code": "<code>x</code>".repeat(50_000),
  "unclosed links": "<a href=y>x".repeat(50_000),
  forms: `${"<form>".repeat(100_000)}x`,
};

// A shape of which twice as much must not take much more than twice as long: what is measured is work, by output and by growth.
const hostileCases: Case[] = Object.entries(hostile).map(([name, html]) => ({
  name: `hostile: ${name}`,
  run() {
    const { markdown: text } = convert(html, { url });
    if (!/[x<[&]/.test(text)) throw new Error(`lost its text: ${text.slice(0, 200)}`);
    // A code point of markup may become a few of Markdown, never a multiple by depth.
    if (text.length > html.length * 12 + 10_000) throw new Error(`${html.length} characters became ${text.length}`);
  },
}));

const inline = [
  ["code ` in code", "<p><code>a`b</code> <code>`c`</code> <code>``</code>", "``a`b`` `` `c` `` ``` `` ```"],
  ["emphasis keeps blanks outside", "a<b> b </b>c<i> </i>d", "a **b** c d"],
  ["nested emphasis once", "<b><strong>x</strong> y</b>", "**x y**"],
  ["touching emphasis joins", "<b>a</b><b>b</b> <i>c</i><b>d</b>", "**ab** *c***d**"],
  [
    "text that looks like Markdown",
    "<p>*a* _b_ `c` # d [e](f) &lt;g&gt; &amp;amp; \\* ~~h~~</p>",
    "\\*a\\* \\_b\\_ \\`c\\` # d \\[e](f) \\<g> \\&amp; \\\\\\* \\~~h\\~~",
  ],
  [
    "text that looks like nothing",
    "<p>snake_case_name 2 * 3 a & b x < y C:\\dir</p>",
    "snake_case_name 2 * 3 a & b x < y C:\\dir",
  ],
  [
    "line starts",
    "<p># a</p><p>1. b</p><p>- c</p><p>+ d</p><p>&gt; e</p><p>---</p><p>1) f</p><p>#g</p>",
    "\\# a\n\n1\\. b\n\n\\- c\n\n\\+ d\n\n\\> e\n\n\\---\n\n1\\) f\n\n#g",
  ],
  ["image before text of a link", "wow!<a href=/x>y</a>", "wow\\![y](https://d.example/x)"],
  [
    "joiners stay where they shape",
    "<p>👩\u200d👩\u200d👧 می\u200cخواهم a\u200db",
    "👩\u200d👩\u200d👧 می\u200cخواهم ab",
  ],
  ["escaped style", "<p>a</p><p style='d\\69 splay:/**/NONE !important;display:block'>b</p>", "a"],
  ["later style wins", "<p style='display:none;display:block'>a</p><p style='visibility: Hidden'>b</p>", "a"],
  [
    "hidden until found is content",
    "<p hidden=until-found>a</p><p hidden=false>b</p><p aria-hidden=false>c</p>",
    "a\n\nc",
  ],
  [
    "closed dialog, hidden input, controls",
    "<dialog>a</dialog><dialog open>b</dialog><input type=hidden value=c><button>d</button><select><option>e</select>f",
    "b\n\nf",
  ],
  ["br", "<p>a<br>b<br><br>c<br></p>d", "a  \nb\n\nc\n\nd"],
  [
    "ruby, quote, sub",
    "<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> <q>x</q> H<sub>2</sub>O",
    "漢(kan) “x” H<sub>2</sub>O",
  ],
  [
    "formula",
    "<math alttext='x^2'><mi>x</mi></math> <math display=block><semantics><mi>y</mi><annotation encoding='application/x-tex'>y_1</annotation></semantics></math>",
    "$x^2$ $$y_1$$",
  ],
  [
    "formula without its source",
    "<math><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac><mo>=</mo><msqrt><mi>y</mi></msqrt></math>",
    "x^2+(a+b)/2=√(y)",
  ],
  [
    "sum, root, matrix, fences",
    "<math><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover><msub><mi>x</mi><mi>i</mi></msub></math> <math><mroot><mi>x</mi><mn>3</mn></mroot><mtext>if</mtext><mtable><mtr><mtd>1</mtd><mtd>2</mtd></mtr><mtr><mtd>3</mtd><mtd>4</mtd></mtr></mtable></math> <math><msup><mfenced><mi>a</mi><mi>b</mi></mfenced><mn>2</mn></msup></math>",
    "∑\\_(i=0)^nx_i √\\[3](x) if [1, 2; 3, 4] (a, b)^2",
  ],
  [
    "formula in two languages",
    "<math><semantics><mfrac><mn>1</mn><mi>x</mi></mfrac><annotation encoding=application/mathematica>1/x!</annotation></semantics></math>",
    "1/x",
  ],
  [
    "code whose lines are elements",
    '<div class="fragment"><div class="line"><a name="l1"></a><span class="lineno">    1</span>&#160;<span>#include &lt;x.h&gt;</span></div>\n<div class="line"><span class="lineno">    2</span>&#160;<span>int</span> main() {</div>\n<div class="line">&#160;  return 0; }</div></div>after',
    "```\n#include <x.h>\nint main() {\n  return 0; }\n```\n\nafter",
  ],
  ["a wiki's edit links", "<h2>Head<span class='mw-editsection'>[<a href=/e>edit</a>]</span></h2>x", "## Head\n\nx"],
  [
    "images by their candidates",
    "<img srcset='/a,b.png 1x, /b.png 2x' alt=s><img src='data:image/gif;base64,R0' data-srcset=' , /c.png, /d.png 2x' alt=t>",
    "![s](https://d.example/a,b.png)![t](https://d.example/c.png)",
  ],
  [
    "a list whose items hold code, tables, headings, quotes",
    "<ul><li>a<pre><code class=language-js>x\n  y</code></pre>b<li><table><tr><th>A<th>B<tr><td>1<td>2</table><li><h3>H</h3>t<li><blockquote><p>q</blockquote></ul>",
    "- a\n\n  ```js\n  x\n    y\n  ```\n\n  b\n- | A | B |\n  | --- | --- |\n  | 1 | 2 |\n- ### H\n\n  t\n- > q",
  ],
  [
    "lists nested without items, empty items, start, value, reversed",
    "<ul><ul><li>a</ul><li><li> <li>b</ul><ol start=9><li>c<p>d</p><li value=20>e</ol><ol reversed start=3><li>f<li>g</ol>",
    "- a\n- b\n\n9. c\n\n   d\n20. e\n\n3. f\n2. g",
  ],
  [
    "tasks",
    "<ul><li><input type=checkbox checked> done<li><input type=checkbox disabled>open</ul>",
    "- [x] done\n- [ ] open",
  ],
  [
    "a table inside of a table, text on both sides",
    "<table><tr><th>A<th>B<tr><td>x<table><tr><td>1<td>2</table><td>y</table>z",
    "A\n\nB\n\nx\n\n|  |  |\n| --- | --- |\n| 1 | 2 |\n\ny\n\nz",
  ],
  [
    "rows of two headers, spans, a short row",
    "<table><thead><tr><th rowspan=2>A<th colspan=2>B<tr><th>b1<th>b2<tbody><tr><td>1<td>2<td>3<tr><td colspan=3>all</table>",
    "| A | B |  |\n| --- | --- | --- |\n|  | b1 | b2 |\n| 1 | 2 | 3 |\n| all |  |  |",
  ],
  [
    "cells whose addresses hold pipes",
    "<table><tr><th><a href='/p|q'>x|y</a><th>B<tr><td><img src='/a|b.png' alt='c|d'><td><math alttext='|x|'></math></table>",
    "| [x\\|y](https://d.example/p%7Cq) | B |\n| --- | --- |\n| ![c\\|d](https://d.example/a%7Cb.png) | $\\|x\\|$ |",
  ],
  [
    "cells that hold lists, code, pipes",
    "<table><tr><th>a|b<th><code>x|y</code><tr><td><ul><li>i<li>j</ul><td><pre>p|q</pre></table>",
    "| a\\|b | `x\\|y` |\n| --- | --- |\n| - i<br>- j | `p\\|q` |",
  ],
  [
    "definitions in groups, of several terms, with blocks",
    "<dl><div><dt>T1<dt>T2<dd>D<pre>c</pre></div><div><dt>U<dd>E<ul><li>l</ul></div></dl>",
    "- **T1**\n- **T2**\n\n  D\n\n  ```\n  c\n  ```\n- **U**\n\n  E\n  - l",
  ],
  [
    "what is not in the page",
    "<svg><title>no</title><text>no</text></svg>a<svg><foreignObject><p>no</p></foreignObject></svg><object>no</object><video>no</video><iframe>no</iframe><noscript>no</noscript><template shadowrootmode=open>no</template> b<!--> c<!---> d<!-- no --!> e<![CDATA[no]]><?php no ?>",
    "a b c d e",
  ],
  [
    "entities right, wrong and unfinished",
    "<p>&lt;&#60;&#x3C;&LT &amp;lt; &copy &notit; &#150; &#xD800; &#x110000; &nosuch; &; &#; &#x; AT&T ?a=1&copy=2</p>",
    "<<<< \\&lt; © ¬it; – \ufffd \ufffd \\&nosuch; &; &#; &#x; AT&T ?a=1©=2",
  ],
  [
    "hidden in other spellings",
    '<p style="DISPLAY : NONE">1</p><p style="display:n&#111;ne">2</p><p style="visibility:collapse">3</p><p style="d/**/isplay:none;display:/*x*/none">4</p><p HIDDEN="">5</p><p aria-hidden=" TRUE ">6</p><details hidden>7</details><p style="color:red;display:none ! important">8</p><b hidden>9</b><img hidden src=a.png alt=10><p class="hidden un-hidden" data-hidden style="display:block">shown</p>',
    "shown",
  ],
  [
    "characters that can't be seen",
    "<p>ig\u200bno\u00adre\u2060 \u202eabc\u202c \u2066x\u2069 \u{e0069}\u{e0067}\ufeff y\u200e\u061c\ufe0f&#x202e;&#8203;&ZeroWidthSpace;z</p>",
    "ignore abc x y\ufe0fz",
  ],
  [
    "attributes that break out",
    `<a href='/x" onclick="y' title='"><script>'>a</a> <img src='/i.png' alt='](javascript:x) <b>'> <a href="/y](z)">b</a> <a href="/p q">c</a>`,
    "[a](https://d.example/x%22%20onclick=%22y) ![\\](javascript:x) <b>](https://d.example/i.png) [b](<https://d.example/y](z)>) [c](https://d.example/p%20q)",
  ],
  [
    "schemes that are no links",
    "<a href='&#106;avascript:x'>a</a> <a href='\u0001javascript:x'>b</a> <a href='java&Tab;script:x'>c</a> <a href='blob:https://x.test/1'>d</a> <a href='file:///etc'>e</a> <a href='about:blank'>f</a> <a href='http://'>g</a> <a href='//'>h</a> <a href='tel:1'>i</a>",
    "a b c d e f g h [i](tel:1)",
  ],
  [
    "a base that is no place to start from",
    "<base target=_top><base href='javascript:x'><base href='https://no.test/'><a href='c'>l</a>",
    "[l](https://d.example/a/c)",
  ],
  [
    "tags that are not closed, closed twice, crossed",
    "<p>a<p>b</p></p>c<b>d<i>e</b>f</i>g</div></section><h2>h<h3>i</h3>j",
    "a\n\nb\n\nc**d*e***fg\n\n## h\n\n### i\n\nj",
  ],
  [
    "marks of headings",
    "<h2>A<a class=headerlink href=#a>¶</a></h2><h3><a href=#b>#</a> B</h3><h4>C <a href=#c>§</a></h4>",
    "## A\n\n### B\n\n#### C",
  ],
  [
    "languages of code",
    "<pre class='brush: php'>1</pre><pre lang=ruby>2</pre><pre data-lang=go>3</pre><div class='highlight-source-shell highlight'><pre>4</pre></div><pre class='sourceCode haskell'><code>5</code></pre><pre><code class='hljs language-c++'>6</code></pre><pre class='prettyprint lang-js'>7</pre><div class='language-rust'><div class=highlight><pre>8</pre></div></div><pre class='language-none'>9</pre>",
    "```php\n1\n```\n\n```ruby\n2\n```\n\n```go\n3\n```\n\n```shell\n4\n```\n\n```haskell\n5\n```\n\n```c++\n6\n```\n\n```js\n7\n```\n\n```rust\n8\n```\n\n```\n9\n```",
  ],
  ["fences inside of code", "<pre>~~~\n```\n````\n</pre>", "`````\n~~~\n```\n````\n`````"],
  ["line ends of code", "<pre>\n\na\r\nb\rc<br>d<div>e</div>f&nbsp;g\n\n</pre>", "```\na\nb\nc\nd\ne\nf g\n```"],
  [
    "relative to base, unsafe unlinked",
    "<base href='/v2/'><a href='../x?a=1&amp;b=2#f'>l</a> <a href='JavaScript:alert(1)'>j</a> <a href=' java\nscript:x'>k</a> <a href='data:text/html,x'>d</a> <a href='vbscript:x'>v</a> <a href='//c.example/p'>p</a> <a href='https://w.example/C_(l)'>w</a> <a href='mailto:a@b.c'>m</a> <img src='data:image/png;base64,AA' alt=i>",
    "[l](https://d.example/x?a=1&b=2#f) j k d v [p](https://c.example/p) [w](<https://w.example/C_(l)>) [m](mailto:a@b.c)",
  ],
  [
    "images",
    "<img src=a.png alt='x [y]'> <img src=b.png> <img src=c.png alt=''> <img src='data:x' data-src=/lazy.png alt=l> <img src=p.gif width=1 height=1 alt=t>",
    "![x \\[y\\]](https://d.example/a/a.png) ![](https://d.example/a/b.png) ![l](https://d.example/lazy.png)",
  ],
] as const;

const inlineCases: Case[] = inline.map(([name, html, expected]) => ({
  name,
  run: () => equal(markdown(html), expected),
}));

/** A small generator of pseudo-random numbers, so that a failing seed can be run again. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pieces = [
  "<p>",
  "</p>",
  "<div>",
  "</div>",
  "<b>",
  "</b>",
  "<i>",
  "<a href='x y'>",
  "</a>",
  "<ul>",
  "<li>",
  "</ul>",
  "<ol start=-3>",
  "<pre>",
  "</pre>",
  "<code>",
  "</code>",
  "<table>",
  "<tr>",
  "<td colspan=3>",
  "<th>",
  "</table>",
  "<h2>",
  "</h2>",
  "<blockquote>",
  "</blockquote>",
  "<dl>",
  "<dt>",
  "<dd>",
  "<script>",
  "</script>",
  "<style>",
  "<svg>",
  "<title>",
  "<textarea>",
  "<template>",
  "<!--",
  "-->",
  "<![CDATA[",
  "<br>",
  "<hr>",
  "<img src=x alt=']'>",
  "<p hidden>",
  "<span style='display:none'>",
  "&amp;",
  "&#x41;",
  "&#xD800;",
  "&#0;",
  "&",
  "<",
  ">",
  '"',
  "'",
  "`",
  "```",
  "~~~",
  "|",
  "*",
  "_",
  "[",
  "](",
  "\\",
  "\n",
  "  ",
  "\t",
  "x",
  "word ",
  "你",
  "😀",
  "\ud83d",
  "\u202e",
  "\u0000",
  "</",
  "<a",
  "<a href=",
  "=",
  "/>",
  "<details>",
  "<summary>",
  "<math>",
  "<ruby>",
  "<rt>",
  "<main>",
  "</main>",
  "<article>",
  "<nav>",
  "<base href='//['>",
  "<input type=checkbox>",
  "<q>",
];

const propertyCases: Case[] = [
  {
    name: "random markup: no throw, nothing unseen, text in order, all formats",
    run() {
      for (let seed = 1; seed <= 400; seed++) {
        const random = randomFrom(seed);
        const html = Array.from({ length: 1 + random(120) }, () => pieces[random(pieces.length)]).join("");
        for (const format of ["markdown", "text", "html"] as const) {
          const { markdown: text } = convert(html, { url, format });
          if (/[\u0000\u202e]/.test(text)) throw new Error(`seed ${seed}, ${format}: unseen characters`);
          // As text, a title may well spell a tag; as markup there must be none.
          const markup = { markdown: /(?<!\\)<(?:script|style)/i, text: /(?!)/, html: /<(?:script|style)/i }[format];
          if (markup.test(text)) throw new Error(`seed ${seed}, ${format}: ${text}`);
        }
      }
    },
  },
  {
    name: "random words in random inline markup come out once and in order",
    run() {
      for (let seed = 1; seed <= 200; seed++) {
        const random = randomFrom(seed * 7919);
        const wraps = ["b", "i", "span", "em", "strong", "u", "small", "code", "a href=/y", "del", "font"];
        let html = "";
        const words: string[] = [];
        for (let index = 0; index < 40; index++) {
          const word = `w${seed}n${index}`;
          words.push(word);
          const tag = wraps[random(wraps.length)] ?? "b";
          html +=
            random(3) === 0 ? `${word} ` : `<${tag}>${random(2) === 0 ? " " : ""}${word}</${tag.split(" ", 1)[0]}> `;
          if (random(6) === 0) html += random(2) === 0 ? "<p>" : "<ul><li>a<li>b</ul>";
        }
        for (const format of ["markdown", "text", "html"] as const) {
          const text = convert(html, { url, format }).markdown;
          const found = [...text.matchAll(/w\d+n\d+/g)].map(([word]) => word);
          equal(found, words, `seed ${seed}, ${format}`);
        }
      }
    },
  },
  {
    name: "an application's empty page says so",
    run() {
      const { markdown: text, title } = convert(
        '<html><head><title>My *App*</title><meta name="description" content="Does things."></head><body><div id="root"></div><script src="/a.js"></script></body></html>',
        { url },
      );
      equal(
        [text, title],
        ["# My \\*App\\*\n\nDoes things.\n\nThis page needs JavaScript to show its content.", "My *App*"],
      );
      contains(markdown("<div id=app>Loading…</div><script>x</script><title>T</title>"), "page needs JavaScript");
      contains(markdown("<meta http-equiv=refresh content='0; url=/new'><title>T</title>"), "https://d.example/new");
      contains(markdown("<title>T</title>"), "This page has no text.");
      lacks(markdown("<p>short<script>x</script>"), "JavaScript");
    },
  },
];

export const converterCases: Case[] = [...inlineCases, ...propertyCases, ...hostileCases];
