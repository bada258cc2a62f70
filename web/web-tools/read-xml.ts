import { Tokenizer } from "htmlparser2";

export type XmlEvents = {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  /** A piece of text; entities and CDATA sections are resolved. */
  text(data: string): void;
  close(name: string): void;
};

/** Reads XML as a stream of events. Never throws: what is not well-formed comes as it stands, end tags unmatched. */
export function readXml(xml: string, events: XmlEvents): void {
  let name = "";
  let attributes: Record<string, string> = {};
  let attribute = "";
  const nothing = () => {};
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: true },
    {
      ontext: (start, end) => events.text(xml.slice(start, end)),
      ontextentity: (codePoint) => events.text(String.fromCodePoint(codePoint)),
      oncdata: (start, end, offset) => events.text(xml.slice(start, end - offset)),
      onopentagname(start, end) {
        name = xml.slice(start, end);
        attributes = Object.create(null) as Record<string, string>;
      },
      onattribname(start, end) {
        attribute = xml.slice(start, end);
        attributes[attribute] = "";
      },
      onattribdata(start, end) {
        attributes[attribute] += xml.slice(start, end);
      },
      onattribentity(codePoint) {
        attributes[attribute] += String.fromCodePoint(codePoint);
      },
      onattribend: nothing,
      onopentagend: () => events.open(name, attributes),
      onselfclosingtag() {
        events.open(name, attributes);
        events.close(name);
      },
      onclosetag: (start, end) => events.close(xml.slice(start, end)),
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  );
  tokenizer.write(xml);
  tokenizer.end();
}
