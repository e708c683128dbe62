/** A range of a text. */
export interface Span {
  from: number;
  to: number;
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * The ranges of these members' values in a valid JSON object. Nothing is parsed, since a page as objects may take a
 * hundred times the memory of its text.
 */
export function findMembers(json: string, keys: ReadonlySet<string>): Map<string, Span> {
  const found = new Map<string, Span>();
  let at = json.indexOf("{") + 1;
  for (;;) {
    at = json.indexOf('"', at);
    if (at < 0) return found;
    const keyEnd = endOfText(json, at);
    const keyText = json.slice(at, keyEnd);
    at = keyEnd;
    while (json.charCodeAt(at) !== colon) at++;
    at++;
    while (isSpace(json.charCodeAt(at))) at++;
    const to = endOfValue(json, at);
    const key: string = keyText.includes("\\") ? JSON.parse(keyText) : keyText.slice(1, -1);
    if (keys.has(key)) found.set(key, { from: at, to });
    if (found.size === keys.size) return found;
    at = to;
  }
}

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** @param at The opening quote. @returns The index after the closing quote. */
function endOfText(json: string, at: number): number {
  for (let end = json.indexOf('"', at + 1); ; end = json.indexOf('"', end + 1)) {
    let back = end - 1;
    while (json.charCodeAt(back) === backslash) back--;
    if ((end - back) % 2 === 1) return end + 1;
  }
}

function endOfValue(json: string, from: number): number {
  let depth = 0;
  for (let at = from; ; at++) {
    switch (json.charCodeAt(at)) {
      case quote:
        at = endOfText(json, at) - 1;
        break;
      case openList:
      case openObject:
        depth++;
        break;
      case closeList:
      case closeObject:
        if (depth === 0) return at;
        depth--;
        break;
      case comma:
        if (depth === 0) return at;
        continue;
      default:
        continue;
    }
    if (depth === 0) return at + 1;
  }
}

/** The JSON texts of the elements of a list. */
export function elementsOf(json: string, list: Span): string[] {
  const elements: string[] = [];
  for (let at = list.from + 1; ; at++) {
    while (isSpace(json.charCodeAt(at))) at++;
    if (json.charCodeAt(at) === closeList) return elements;
    const to = endOfValue(json, at);
    elements.push(json.slice(at, to).trimEnd());
    at = to;
    if (json.charCodeAt(at) !== comma) return elements;
  }
}

/** Replaces or appends members of a JSON object. @param found The ranges of existing members. */
export function withMembers(
  json: string,
  found: ReadonlyMap<string, Span>,
  members: ReadonlyMap<string, string>,
): string {
  if (members.size === 0) return json;
  const replaced = [...members].flatMap(([key, text]) => {
    const span = found.get(key);
    return span ? [{ ...span, text }] : [];
  });
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, text } of replaced.sort((left, right) => left.from - right.from)) {
    parts.push(json.slice(at, from), text);
    at = to;
  }
  const end = json.lastIndexOf("}");
  parts.push(json.slice(at, end));
  const appended = [...members].filter(([key]) => !found.has(key));
  const isEmpty = /^\s*\{\s*$/.test(json.slice(0, Math.min(end, 10)));
  appended.forEach(([key, text], index) => {
    parts.push(`${index === 0 && isEmpty ? "" : ","}${JSON.stringify(key)}:${text}`);
  });
  parts.push(json.slice(end));
  return parts.join("");
}
