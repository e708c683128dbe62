/** Escaped XML. Created by {@link xml} only. */
export class Xml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type XmlValue = string | Xml | readonly XmlValue[] | undefined;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Characters that XML cannot represent. Source: XML 1.0 §2.2. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
const forbiddenCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** Escapes text for elements and quoted attributes; removes characters that XML cannot represent. */
export function escapeXml(text: string): string {
  return text.replace(forbiddenCharacters, "").replace(/[&<>"']/g, (char) => entities[char]!);
}

/**
 * Template tag: escapes text, includes XML created by this tag as is, and joins lists; `undefined` renders as nothing.
 */
export function xml(parts: TemplateStringsArray, ...values: XmlValue[]): Xml {
  return new Xml(parts.map((part, index) => part + render(values[index])).join(""));
}

function render(value: XmlValue): string {
  if (value === undefined) return "";
  if (value instanceof Xml) return value.text;
  return typeof value === "string" ? escapeXml(value) : value.map(render).join("");
}
