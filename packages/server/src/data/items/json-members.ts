/** Where in a text something stands. */
export interface Span {
  from: number;
  to: number;
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Where the values of these members stand in an object that is sound JSON. Nothing is made of them: what is three letters in a text may be
 * a hundred bytes as an object, and a page has millions.
 */
export function findMembers(json: string, keys: ReadonlySet<string>): Map<string, Span> {
  const found = new Map<string, Span>();
  let at = json.indexOf("{") + 1;
  for (;;) {
    at = json.indexOf('"', at);
    if (at < 0) return found;
    const keyEnd = endOfText(json, at);
    const written = json.slice(at, keyEnd);
    at = keyEnd;
    while (json.charCodeAt(at) !== colon) at++;
    at++;
    while (isSpace(json.charCodeAt(at))) at++;
    const to = endOfValue(json, at);
    const key = written.includes("\\") ? (JSON.parse(written) as string) : written.slice(1, -1);
    if (keys.has(key)) found.set(key, { from: at, to });
    if (found.size === keys.size) return found;
    at = to;
  }
}

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** @param at Of its first quotation mark. @returns Behind its last. */
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

/** The values of a list that is sound JSON, as they are written. @param list Where it stands. */
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

/** The object with these members in the place of what it has, or behind it. @param found Where it has them. */
export function withMembers(
  json: string,
  found: ReadonlyMap<string, Span>,
  members: ReadonlyMap<string, string>,
): string {
  if (members.size === 0) return json;
  const inPlace = [...members].flatMap(([key, text]) => {
    const span = found.get(key);
    return span ? [{ ...span, text }] : [];
  });
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, text } of inPlace.sort((left, right) => left.from - right.from)) {
    parts.push(json.slice(at, from), text);
    at = to;
  }
  const end = json.lastIndexOf("}");
  parts.push(json.slice(at, end));
  const behind = [...members].filter(([key]) => !found.has(key));
  const isEmpty = /^\s*\{\s*$/.test(json.slice(0, Math.min(end, 10)));
  behind.forEach(([key, text], index) => {
    parts.push(`${index === 0 && isEmpty ? "" : ","}${JSON.stringify(key)}:${text}`);
  });
  parts.push(json.slice(end));
  return parts.join("");
}
