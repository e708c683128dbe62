/** XML that is ready to be sent: every value put into it was escaped. Made by {@link xml} alone. */
export class Xml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type XmlValue = string | Xml | readonly XmlValue[] | undefined;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Characters that no XML document may hold, written in any way. Source: XML 1.0 §2.2. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const forbiddenCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** Text as it stands in elements and quoted attributes; characters that XML does not have are left out. */
export function escapeXml(text: string): string {
  return text.replace(forbiddenCharacters, "").replace(/[&<>"']/g, (char) => entities[char]!);
}

/** Template tag: text is escaped, XML made by this tag is kept, lists are joined, nothing vanishes. */
export function xml(parts: TemplateStringsArray, ...values: XmlValue[]): Xml {
  return new Xml(parts.map((part, index) => part + render(values[index])).join(""));
}

function render(value: XmlValue): string {
  if (value === undefined) return "";
  if (value instanceof Xml) return value.text;
  return typeof value === "string" ? escapeXml(value) : value.map(render).join("");
}
