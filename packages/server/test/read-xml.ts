/** An element of a document that was read strictly. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** Of itself and everything below. */
  text: string;
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const name = "[A-Za-z_][\\w.:-]*";
const token = new RegExp(`<(${name})((?:\\s+${name}="[^"<]*")*)\\s*(/?)>|</(${name})\\s*>|([^<]+)`, "uy");

/**
 * Reads what the feeds use of XML: elements, attributes in double quotes, text, the five entities.
 *
 * @throws {Error} at everything else, and at everything that is not well-formed. Source: XML 1.0.
 */
export function readXml(document: string): XmlElement {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!document.startsWith(declaration)) throw new Error("no XML declaration");
  const root: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  token.lastIndex = declaration.length;
  while (token.lastIndex < document.length) {
    const at = token.lastIndex;
    const found = token.exec(document);
    if (!found) throw new Error(`not well-formed at ${at}: ${document.slice(at, at + 60)}`);
    const [, opened, attributes = "", empty, closed, text] = found;
    if (opened !== undefined) {
      const element: XmlElement = { name: opened, attributes: readAttributes(attributes), children: [], text: "" };
      open.at(-1)?.children.push(element);
      if (empty !== "/") open.push(element);
    } else if (closed !== undefined) {
      const element = open.pop();
      if (element?.name !== closed) throw new Error(`</${closed}> ends <${element?.name}>`);
    } else {
      const read = readText(text ?? "");
      if (open.length === 1 && read.trim() !== "") throw new Error("text outside of the root element");
      for (const element of open) element.text += read;
    }
  }
  const [only, ...others] = root.children;
  if (open.length !== 1 || !only || others.length > 0) throw new Error("not one root element");
  return only;
}

function readAttributes(text: string): Record<string, string> {
  const pairs = [...text.matchAll(new RegExp(`(${name})="([^"]*)"`, "gu"))].map(
    ([, key = "", value = ""]) => [key, readText(value)] as const,
  );
  const attributes = Object.fromEntries(pairs);
  if (Object.keys(attributes).length !== pairs.length) throw new Error(`an attribute twice: ${text}`);
  return attributes;
}

function readText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}|\]\]>/u.test(text))
    throw new Error(`a character that XML does not have: ${JSON.stringify(text)}`);
  return text.replace(/&([^;]*;?)/g, (whole, reference: string) => {
    const char = entities[reference.slice(0, -1)];
    if (!reference.endsWith(";") || char === undefined) throw new Error(`no entity: ${whole}`);
    return char;
  });
}

/** Elements of that name right below, in order. */
export function childrenOf(element: XmlElement, childName: string): XmlElement[] {
  return element.children.filter((child) => child.name === childName);
}

/** Text of the first element of that name right below. */
export function textOf(element: XmlElement, childName: string): string | undefined {
  return childrenOf(element, childName)[0]?.text;
}
