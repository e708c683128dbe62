/** A part of Markdown: code, a comment, or other text. */
interface Part {
  text: string;
  isCode: boolean;
}

/** Start of a fence, also in quotes and lists. */
export const fenceStart = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/;

/**
 * Splits Markdown into code (fences, spans), comments, and the text between them. Joined, the parts are the original.
 */
function splitParts(markdown: string, splitText: (text: string) => Part[] = splitSpans): Part[] {
  const parts: Part[] = [];
  let text = "";
  let code = "";
  let fence = "";
  const lines = markdown.split("\n");
  for (const [index, line] of lines.entries()) {
    const whole = index < lines.length - 1 ? `${line}\n` : line;
    if (fence === "") {
      fence = fenceStart.exec(line)?.[1] ?? "";
      if (fence === "") {
        text += whole;
        continue;
      }
      parts.push(...splitText(text));
      text = "";
      code = whole;
      continue;
    }
    code += whole;
    const end = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1] ?? "";
    if (end[0] === fence[0] && end.length >= fence.length) {
      parts.push({ text: code, isCode: true });
      [code, fence] = ["", ""];
    }
  }
  return [...parts, ...splitText(text), ...(code === "" ? [] : [{ text: code, isCode: true }])];
}

/** Splits code spans, which end at an empty line, and HTML comments. */
function splitSpans(text: string): Part[] {
  const marks = [...text.matchAll(/`+|<!--|-->|\n[ \t]*\n/g)].map((match) => ({ mark: match[0], start: match.index }));
  const closing = closingMarks(marks.map(({ mark }) => mark));
  const parts: Part[] = [];
  let from = 0;
  for (let index = 0; index < marks.length; index += 1) {
    const end = closing[index];
    const [opener, closer] = [marks[index], end === undefined ? undefined : marks[end]];
    if (opener === undefined || closer === undefined || end === undefined) continue;
    if (from < opener.start) parts.push({ text: text.slice(from, opener.start), isCode: false });
    from = closer.start + closer.mark.length;
    parts.push({ text: text.slice(opener.start, from), isCode: true });
    index = end;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isCode: false });
  return parts;
}

/** For each mark the index of its closing mark. */
function closingMarks(marks: readonly string[]): (number | undefined)[] {
  const closing: (number | undefined)[] = [];
  const next = new Map<string, number>();
  for (let index = marks.length - 1; index >= 0; index -= 1) {
    const mark = marks[index] ?? "";
    if (mark === "<!--") closing[index] = next.get("-->");
    if (mark.startsWith("`")) closing[index] = next.get(mark);
    if (mark.startsWith("\n")) for (const key of [...next.keys()]) if (key.startsWith("`")) next.delete(key);
    if (!mark.startsWith("\n")) next.set(mark, index);
  }
  return closing;
}

/** Whether `pattern` (without the flag `g`) matches outside of code and comments. */
export function isInText(markdown: string, pattern: RegExp): boolean {
  return pattern.test(markdown) && splitParts(markdown).some(({ text, isCode }) => !isCode && pattern.test(text));
}

type Replacement = (match: RegExpExecArray, line: number) => string;

/**
 * Replaces matches of `pattern` (with the flag `g`) outside of code and comments. Line numbers are unchanged: line
 * feeds that a replacement lacks are appended.
 */
export function replaceInText(markdown: string, pattern: RegExp, replacement: Replacement): string {
  return replaceInParts(splitParts(markdown), pattern, replacement);
}

/** Like {@link replaceInText}, but also in code spans and comments. */
export function replaceOutsideFences(markdown: string, pattern: RegExp, replacement: Replacement): string {
  return replaceInParts(
    splitParts(markdown, (text) => [{ text, isCode: false }]),
    pattern,
    replacement,
  );
}

function replaceInParts(parts: readonly Part[], pattern: RegExp, replacement: Replacement): string {
  let line = 1;
  let result = "";
  for (const { text, isCode } of parts) {
    result += isCode ? text : replaceEach(text, line, pattern, replacement);
    line += countLines(text);
  }
  return result;
}

/** The text between two marks. */
interface Block {
  opening: RegExpExecArray;
  inner: string;
  /** Indentation, if both marks are alone on their lines. */
  indent: string | undefined;
}

/**
 * Replaces each range from a match of `open` to the next match of `close` (both with the flag `g`), also in code. An
 * opening mark without a closing one is unchanged.
 */
export function replaceBlocks(
  markdown: string,
  open: RegExp,
  close: RegExp,
  replacement: (block: Block) => string,
): string {
  let result = "";
  let from = 0;
  for (;;) {
    open.lastIndex = from;
    const opening = open.exec(markdown);
    if (opening === null) break;
    const start = opening.index + opening[0].length;
    close.lastIndex = start;
    const closing = close.exec(markdown);
    if (closing === null) break;
    const end = closing.index + closing[0].length;
    const inner = markdown.slice(start, closing.index);
    const before = /(?:^|\n)([ \t]*)$/.exec(markdown.slice(Math.max(0, opening.index - 200), opening.index));
    const isOnOwnLines =
      /^[ \t]*\n(?:[\s\S]*\n)?[ \t]*$/.test(inner) && /^[ \t]*(?:\n|$)/.test(markdown.slice(end, end + 200));
    const replaced = replacement({ opening, inner, indent: isOnOwnLines ? before?.[1] : undefined });
    const lines = countLines(markdown.slice(opening.index, end));
    result += `${markdown.slice(from, opening.index)}${replaced}${"\n".repeat(Math.max(0, lines - countLines(replaced)))}`;
    from = end;
  }
  return result + markdown.slice(from);
}

function replaceEach(text: string, firstLine: number, pattern: RegExp, replacement: Replacement): string {
  let result = "";
  let from = 0;
  let line = firstLine;
  for (const match of text.matchAll(pattern)) {
    const before = text.slice(from, match.index);
    line += countLines(before);
    const replaced = replacement(match, line);
    const lines = countLines(match[0]);
    result += `${before}${replaced}${"\n".repeat(Math.max(0, lines - countLines(replaced)))}`;
    line += lines;
    from = match.index + match[0].length;
  }
  return result + text.slice(from);
}

export function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

// Private-use characters in place of literal braces.
const shields: readonly [plain: string, shield: string][] = [
  ["{", "\uE100"],
  ["}", "\uE101"],
];

/** Escapes the marks of generators in `text` until {@link unshield}. */
export function shield(text: string): string {
  return shields.reduce((shielded, [plain, mark]) => shielded.replaceAll(plain, mark), text);
}

export function unshield(text: string): string {
  return shields.reduce((plainText, [plain, mark]) => plainText.replaceAll(mark, plain), text);
}

/** Code in Markdown: fenced if it has its own lines, else inline HTML. Marks in it are shielded. */
export function codeMarkdown({ inner, indent }: Block, language: string): string {
  const code = shield(inner);
  if (code.trim() === "") return "";
  if (indent === undefined) {
    const escaped = code.trim().replace(/[&<*_`[\]\\]/g, (character) => `&#${character.charCodeAt(0)};`);
    return `<pre><code class="language-${language.replace(/[^\w+#-]/g, "")}">${escaped}</code></pre>`;
  }
  const maxTicks = Math.max(2, ...(code.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(maxTicks + 1);
  return `${fence}${language}\n${code.replace(/^[ \t]*\n/, "").replace(/\n[ \t]*$/, "")}\n${indent}${fence}`;
}

export interface GeneratorContext {
  /** In Jekyll, braces are always Liquid. */
  isJekyll: boolean;
  isMdx: boolean;
  /** Title of the post. */
  title: string;
  /** Ends the introduction of the post, in addition to `<!-- more -->`. */
  excerptSeparator: string | undefined;
  /** The Markdown of a file that a post includes. */
  findInclude?: ((reference: string) => string | undefined) | undefined;
  /** The address of the post that a generator's reference names. */
  findPost(reference: string): string | undefined;
  /** @param kind Notes of the same kind are added once per post. Default: always. */
  warn(line: number, reason: string, kind?: string): void;
}

/** Describes a mark that was not converted. */
export function describeLost(what: string, found: string, retained: "link" | "text" | "order" | "nothing"): string {
  const shown = `"${found.replace(/\s+/g, " ").replaceAll('"', "'").slice(0, 80)}"`;
  const rest = {
    link: "; it is imported as a link",
    text: "; only the text within it is imported",
    order: "; its parts are imported one after the other",
    nothing: "",
  }[retained];
  return `${what} ${shown} is not supported${rest}.`;
}
