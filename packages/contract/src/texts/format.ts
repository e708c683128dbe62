/**
 * Values of placeholders: text, a number, or a `Piece` of the UI framework. A tag `<link>…</link>` takes a function
 * that wraps its contents.
 */
export type TextValues<Piece = never> = Readonly<
  Record<string, string | number | Piece | ((inside: (string | Piece)[]) => string | Piece)>
>;

/** A part of a parsed message: text or a placeholder. */
export type Part =
  | string
  | { kind: "argument"; name: string }
  | { kind: "count" }
  | { kind: "choice"; name: string; plural: boolean; cases: Map<string, Part[]> }
  | { kind: "tag"; name: string; inside: Part[] };

const parsed = new Map<string, readonly Part[]>();
const numberFormats = new Map<string, Intl.NumberFormat>();
const pluralRules = new Map<string, Intl.PluralRules>();

/**
 * Formats an ICU message: `{name}`, `{n, number}`, `{n, plural, =0 {…} one {…} other {# …}}`, `{x, select, …}`, and
 * tags (`<link>…</link>`). Quotes as in ICU: `''` is an apostrophe, `'{'` a brace. A missing value leaves the
 * placeholder's name, a tag without a function its contents.
 *
 * @returns Pieces in order, with adjacent text joined.
 * @throws {SyntaxError} if the message has an unclosed brace or an unknown kind of placeholder.
 */
export function formatMessage<Piece = never>(
  message: string,
  values: TextValues<Piece>,
  language: string,
): (string | Piece)[] {
  let parts = parsed.get(message);
  if (!parts) {
    parts = parseMessage(message);
    parsed.set(message, parts);
  }
  const pieces: (string | Piece)[] = [];
  fill(parts, values, language, undefined, pieces);
  return pieces;
}

function fill<Piece>(
  parts: readonly Part[],
  values: TextValues<Piece>,
  language: string,
  count: number | undefined,
  into: (string | Piece)[],
) {
  for (const part of parts) {
    if (typeof part === "string") push(into, part);
    else if (part.kind === "count") push(into, count === undefined ? "#" : formatNumber(count, language));
    else if (part.kind === "argument") {
      const value = values[part.name];
      if (typeof value === "number") push(into, formatNumber(value, language));
      else if (value === undefined || isWrapper(value)) push(into, part.name);
      else push(into, value);
    } else if (part.kind === "tag") {
      const inside: (string | Piece)[] = [];
      fill(part.inside, values, language, count, inside);
      const wrap = values[part.name];
      if (isWrapper(wrap)) push(into, wrap(inside));
      else for (const piece of inside) push(into, piece);
    } else {
      const value = values[part.name];
      const chosen = part.plural ? pluralCase(part.cases, Number(value), language) : part.cases.get(String(value));
      const next = chosen ?? part.cases.get("other") ?? [];
      fill(next, values, language, part.plural ? Number(value) : count, into);
    }
  }
}

function isWrapper<Piece>(
  value: TextValues<Piece>[string] | undefined,
): value is (inside: (string | Piece)[]) => string | Piece {
  return typeof value === "function";
}

function push<Piece>(into: (string | Piece)[], piece: string | Piece) {
  const last = into.length - 1;
  if (typeof piece === "string" && typeof into[last] === "string") into[last] += piece;
  else into.push(piece);
}

function formatNumber(value: number, language: string): string {
  let format = numberFormats.get(language);
  if (!format) {
    format = new Intl.NumberFormat(language);
    numberFormats.set(language, format);
  }
  return format.format(value);
}

function pluralCase(cases: Map<string, Part[]>, value: number, language: string): Part[] | undefined {
  const exact = cases.get(`=${value}`);
  if (exact) return exact;
  let rules = pluralRules.get(language);
  if (!rules) {
    rules = new Intl.PluralRules(language);
    pluralRules.set(language, rules);
  }
  return cases.get(rules.select(value));
}

const tagPattern = /<(\/?)([a-zA-Z][\w-]*)>/y;
const argumentPattern = /\{\s*(\w+)\s*(?:,\s*(\w+)\s*)?([,}])/y;
const casePattern = /\s*(=?\w+)\s*\{/y;

/** Parses a message. @throws {SyntaxError} as {@link formatMessage} does. */
export function parseMessage(message: string): Part[] {
  let at = 0;

  function sticky(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at;
    const match = pattern.exec(message);
    if (match) at = pattern.lastIndex;
    return match;
  }

  function parseParts(end: "}" | "end" | { tag: string }, inPlural: boolean): Part[] {
    const parts: Part[] = [];
    let text = "";
    const flush = () => {
      if (text) parts.push(text);
      text = "";
    };
    while (at < message.length) {
      const sign = message[at]!;
      if (sign === "'") {
        text += readQuoted();
      } else if (sign === "}" && end === "}") {
        at++;
        flush();
        return parts;
      } else if (sign === "{") {
        flush();
        parts.push(parseArgument());
      } else if (sign === "#" && inPlural) {
        flush();
        parts.push({ kind: "count" });
        at++;
      } else {
        const tag = sign === "<" ? sticky(tagPattern) : null;
        if (!tag) {
          text += sign;
          at++;
        } else if (tag[1]) {
          if (typeof end === "string" || end.tag !== tag[2])
            throw new SyntaxError(`Unexpected ${tag[0]} in "${message}".`);
          flush();
          return parts;
        } else {
          flush();
          parts.push({ kind: "tag", name: tag[2]!, inside: parseParts({ tag: tag[2]! }, inPlural) });
        }
      }
    }
    if (end !== "end") throw new SyntaxError(`Something is left open in "${message}".`);
    flush();
    return parts;
  }

  function readQuoted(): string {
    at++;
    if (message[at] === "'") {
      at++;
      return "'";
    }
    if (!"{}#<".includes(message[at] ?? " ")) return "'";
    const close = message.indexOf("'", at);
    const stop = close < 0 ? message.length : close;
    const quoted = message.slice(at, stop);
    at = stop + 1;
    return quoted;
  }

  function parseArgument(): Part {
    const head = sticky(argumentPattern);
    if (!head) throw new SyntaxError(`A placeholder cannot be read in "${message}".`);
    const [, name, kind, closing] = head;
    if (closing === "}" && (kind === undefined || kind === "number")) {
      return { kind: "argument", name: name! };
    }
    if (closing !== "," || (kind !== "plural" && kind !== "select")) {
      throw new SyntaxError(`The placeholder {${name}, ${kind}} is not supported in "${message}".`);
    }
    const cases = new Map<string, Part[]>();
    for (let label = sticky(casePattern); label; label = sticky(casePattern)) {
      cases.set(label[1]!, parseParts("}", kind === "plural"));
    }
    while (/\s/.test(message[at] ?? "")) at++;
    if (message[at] !== "}" || !cases.has("other")) throw new SyntaxError(`{${name}} needs "other" in "${message}".`);
    at++;
    return { kind: "choice", name: name!, plural: kind === "plural", cases };
  }

  return parseParts("end", false);
}
