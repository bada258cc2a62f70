// Bytes in, text out, through the tool. Expectations come from the encodings' own tables.
import { webTools } from "../index.ts";
import { type Case, equal, fetchValue } from "./check.ts";
import { answer, hex } from "./scripted-web.ts";

type Row = { name: string; type: string | undefined; bytes: Uint8Array; text: string };

const ascii = (markup: string) => Uint8Array.from(markup, (char) => char.charCodeAt(0));
const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

function plain(label: string, digits: string, text: string): Row {
  return { name: `header ${label}: ${text}`, type: `text/plain; charset=${label}`, bytes: hex(digits), text };
}

function page(name: string, type: string | undefined, head: string, digits: string, text: string): Row {
  return { name, type, bytes: join(ascii(`${head}<p>`), hex(digits), ascii("</p>")), text };
}

const rows: readonly Row[] = [
  plain("utf-8", "c3a9 e282ac f09f9880", "é€😀"),
  plain("UTF8", "e4bda0", "你"),
  plain("gbk", "c4e3 bac3", "你好"),
  plain("GB2312", "c4e3 bac3", "你好"),
  plain("gb18030", "c4e3 8139ee39", "你㐀"),
  plain('"Shift_JIS"', "93fa 967b", "日本"),
  plain("x-sjis", "835c b1", "ソｱ"),
  plain("windows-31j", "8740", "①"),
  plain("euc-jp", "c6fc cbdc", "日本"),
  plain("iso-2022-jp", "1b2442 467c 4b5c 1b2842 41", "日本A"),
  plain("big5", "a741 a66e", "你好"),
  plain("euc-kr", "c7d1 b1db", "한글"),
  plain("ks_c_5601-1987", "c7d1", "한"),
  plain("iso-8859-1", "80 93 61 94 99", "€“a”™"),
  plain("latin1", "e9 85", "é…"),
  plain("us-ascii", "41 92", "A’"),
  plain("windows-1252", "8c 9c 8e 9f", "ŒœŽŸ"),
  plain("windows-1252", "81 8d 8f 90 9d", "\x81\x8d\x8f\x90\x9d"),
  plain("cp1252", "9b 8b", "›‹"),
  plain("iso-8859-2", "b3 f3 bf", "łóż"),
  plain("windows-1250", "9a 9e 8a", "šžŠ"),
  plain("windows-1251", "cf f0 e8 e2 e5 f2", "Привет"),
  plain("koi8-r", "f0 d2 c9 d7 c5 d4", "Привет"),
  plain("koi8-u", "a4 a6 ae be", "єіўЎ"),
  plain("ibm866", "8f e0 a8", "При"),
  plain("x-mac-cyrillic", "8f f0", "Пр"),
  plain("iso-8859-5", "bf e0", "Пр"),
  plain("windows-1253", "c3 e5 e9", "Γει"),
  plain("iso-8859-7", "c3 e5", "Γε"),
  plain("windows-1254", "fd de", "ıŞ"),
  plain("iso-8859-9", "fd 80", "ı€"),
  plain("windows-1255", "f9 ec", "של"),
  plain("iso-8859-8-i", "f9 ec", "של"),
  plain("windows-1256", "d3 e1 c7 e3", "سلام"),
  plain("windows-1257", "e0 e8", "ąč"),
  plain("windows-1258", "d0 fe", "Đ₫"),
  plain("windows-874", "a1 c2", "กย"),
  plain("tis-620", "a1", "ก"),
  plain("iso-8859-10", "ab", "Ŧ"),
  plain("iso-8859-13", "e0", "ą"),
  plain("iso-8859-14", "a1", "Ḃ"),
  plain("iso-8859-15", "a4", "€"),
  plain("iso-8859-16", "a4 aa ba e3", "€Șșă"),
  plain("macintosh", "8e a5 db", "é•€"),
  plain("utf-16le", "4100 ac20 3dd8 00de", "A€😀"),
  plain("utf-16be", "0041 20ac", "A€"),
  plain("utf-16", "4100 e900", "Aé"),
  plain("x-user-defined", "41 80", "A\uf780"),
  plain("nonsense-8", "c3a9", "é"),
  plain("nonsense-8", "e9", "é"),
  plain("utf-7", "c3a9", "é"),
  plain("replacement", "e9", "é"),
  plain("utf-8", "61 ff 62", "a\ufffdb"),
  { name: "no label, valid UTF-8", type: "text/plain", bytes: hex("c3a9 e4bda0"), text: "é你" },
  { name: "no label, not UTF-8: windows-1252", type: "text/plain", bytes: hex("93 e9 94 80"), text: "“é”€" },
  { name: "UTF-8 mark over a wrong header", type: "text/plain; charset=gbk", bytes: hex("efbbbf c3a9"), text: "é" },
  {
    name: "UTF-16LE mark over a wrong header",
    type: "text/plain; charset=utf-8",
    bytes: hex("fffe e900 6100"),
    text: "éa",
  },
  { name: "UTF-16BE mark, no type", type: undefined, bytes: hex("feff 00e9 0061"), text: "éa" },
  page("meta charset", "text/html", "<meta charset=gbk>", "c4e3 bac3", "你好"),
  page("meta charset, upper case and quotes", "text/html", "<META CHARSET='Shift_JIS'>", "93fa", "日"),
  page(
    "meta http-equiv",
    "text/html",
    '<meta http-equiv="Content-Type" content="text/html; charset=euc-kr">',
    "c7d1",
    "한",
  ),
  page(
    "meta http-equiv, content first",
    "text/html",
    '<meta content="text/html;charset=big5" http-equiv=content-type>',
    "a741",
    "你",
  ),
  page(
    "meta content without http-equiv is no declaration",
    "text/html",
    '<meta name=x content="text/html;charset=big5">',
    "e9",
    "é",
  ),
  page(
    "meta after a comment that names another",
    "text/html",
    "<!-- <meta charset=big5> --><meta charset=koi8-r>",
    "f0",
    "П",
  ),
  page(
    "meta inside of a script is text",
    "text/html",
    "<script>'<meta charset=big5>'</script><meta charset=koi8-r>",
    "f0",
    "П",
  ),
  page("meta utf-16 that can't be: UTF-8", "text/html", "<meta charset=utf-16>", "c3a9", "é"),
  page("meta x-user-defined: windows-1252", "text/html", "<meta charset=x-user-defined>", "80", "€"),
  page("meta unknown falls through", "text/html", "<meta charset=klingon>", "e9", "é"),
  page(
    "second meta where the first is unknown",
    "text/html",
    "<meta charset=klingon><meta charset=windows-1251>",
    "cf",
    "П",
  ),
  page("header over meta", "text/html; charset=windows-1251", "<meta charset=koi8-r>", "cf", "П"),
  page(
    "header that the bytes contradict gives way to meta",
    "text/html; charset=utf-8",
    "<meta charset=gbk>",
    "c4e3 bac3",
    "你好",
  ),
  page(
    "XML declaration in XHTML",
    "application/xhtml+xml",
    '<?xml version="1.0" encoding="iso-8859-2"?><html>',
    "b3",
    "ł",
  ),
  page("meta in the first 4 KiB", "text/html", `<!-- ${"x".repeat(3900)} --><meta charset=gbk>`, "c4e3", "你"),
  page(
    "meta at the end of the first 4 KiB",
    "text/html",
    `<script>${"x".repeat(4040)}</script><meta charset=gbk>`,
    "c4e3",
    "你",
  ),
  page(
    "meta cut by the end of the first 4 KiB",
    "text/html",
    `<!--${"x".repeat(4075)}--><meta charset=gbk>`,
    "c4e3",
    "你",
  ),
  page(
    "meta late in the page, bytes that fit it",
    "text/html",
    `<script>${"x".repeat(9000)}</script><meta charset=big5>`,
    "a741 a66e",
    "你好",
  ),
  page(
    "meta late in the page, bytes that don't fit it",
    "text/html",
    `<style>${"x".repeat(9000)}</style><meta charset=euc-jp>`,
    "e9",
    "é",
  ),
  page(
    "meta late in the page, valid UTF-8",
    "text/html",
    `<style>${"x".repeat(9000)}</style><meta charset=gbk>`,
    "e4bda0",
    "你",
  ),
  page("meta inside of an attribute is text", "text/html", "<p title='<meta charset=big5>'><i>.</i>", "e9", "*.*\n\né"),
  page(
    "meta after an attribute with an apostrophe",
    "text/html",
    '<html data-x="it\'s > <meta charset=big5>"><meta charset=koi8-r>',
    "f0",
    "П",
  ),
  page("meta in a title is text", "text/html", "<title><meta charset=big5></title><meta charset=koi8-r>", "f0", "П"),
  page("meta self-closed, blanks around the label", "text/html", '<meta\n charset = "  GBK " />', "c4e3", "你"),
  page(
    "meta content without a semicolon",
    "text/html",
    "<meta http-equiv=content-type content='text/html charset=gbk'>",
    "c4e3",
    "你",
  ),
  page("meta that the bytes contradict, valid UTF-8", "text/html", "<meta charset=shift_jis>", "e4bda0e5a5bd", "你好"),
  page("header that the bytes contradict, valid UTF-8", "text/html; charset=euc-kr", "", "e4bda0e5a5bd", "你好"),
  page("header over a meta that fits as well", "text/html; charset=iso-8859-1", "<meta charset=utf-8>", "c3a9", "Ã©"),
  page("header with blanks and another parameter", 'TEXT/HTML ; x=y ; Charset = "gbk"', "", "c4e3", "你"),
  page("two charsets in the header: the first", "text/html; charset=gbk; charset=utf-8", "", "c4e3", "你"),
  {
    name: "UTF-8 mark over meta",
    type: "text/html",
    bytes: join(hex("efbbbf"), ascii("<meta charset=gbk><p>"), hex("e4bda0")),
    text: "你",
  },
  { name: "UTF-16LE page by its mark", type: "text/html", bytes: hex("fffe 3c00 7000 3e00 604f"), text: "你" },
  {
    name: "UTF-16BE page by its header",
    type: "text/html; charset=utf-16be",
    bytes: hex("003c 0070 003e 4f60"),
    text: "你",
  },
  {
    name: "XML declaration without a header",
    type: "text/xml",
    bytes: join(ascii("<?xml version='1.0' encoding='EUC-JP'?><r>"), hex("c6fc")),
    text: "<?xml version='1.0' encoding='EUC-JP'?><r>日",
  },
  { name: "JSON with a mark", type: "application/json", bytes: hex("efbbbf 5b315d"), text: "[\n  1\n]" },
  { name: "JSON as windows-1252", type: "application/json", bytes: hex("22 e9 22"), text: '"é"' },
  page("no type: page sniffed, its meta read", undefined, "<!doctype html><meta charset=gbk>", "c4e3", "你"),
  page("no declaration, not UTF-8", "text/html", "", "e9 80", "é€"),
];

export const charsetRowCount = rows.length;

export const charsetCases: Case[] = rows.map(({ name, type, bytes, text }) => ({
  name,
  async run() {
    const fetch = async () => answer({ body: bytes, ...(type !== undefined && { headers: { "content-type": type } }) });
    const result = await webTools({ fetch }).call("web_fetch", { url: "https://charset.test/" }, { value: true });
    equal(fetchValue(result).body.content, text);
  },
}));
