import { parse as parseToml, TomlError } from "smol-toml";
import { isMap, LineCounter, parseDocument, visit } from "yaml";

/** The front matter is missing or cannot be read. */
export class FrontMatterError extends Error {
  override readonly name = "FrontMatterError";
  /** Line of the file, from 1. */
  readonly line: number;

  constructor(message: string, line: number, cause?: unknown) {
    super(message, { cause });
    this.line = line;
  }
}

/** A part of front matter that is skipped. */
export interface FrontMatterNote {
  /** Line of the file, from 1. */
  line: number;
  reason: string;
}

export interface RawFrontMatter {
  values: Record<string, unknown>;
  notes: FrontMatterNote[];
  /** Lines of the front matter, with its fences. */
  lines: readonly string[];
  /** The Markdown after the front matter. */
  body: string;
  /** Line of the file on which `body` starts. */
  bodyLine: number;
}

/** Parses front matter; `firstLine` is the line of the file on which `text` starts. */
type FrontMatterParser = (text: string, firstLine: number, notes: FrontMatterNote[]) => unknown;

/**
 * By the first line of the file, with the end of the front matter. The names after `---` are those of gray-matter,
 * `;;;` is Hexo's.
 */
const formatsByFence: Record<string, { parse: FrontMatterParser; ends: readonly string[] }> = {
  "+++": { parse: readToml, ends: ["+++"] },
  "---": { parse: readYaml, ends: ["---", "..."] },
  "---yaml": { parse: readYaml, ends: ["---", "..."] },
  "---toml": { parse: readToml, ends: ["---"] },
  "---json": { parse: readJson, ends: ["---"] },
  ";;;": { parse: readBareJson, ends: [";;;"] },
};

const entangled = "The front matter is too entangled to be read.";
/** Nesting of tables and lists. */
const maxDepth = 50;

/** Characters. Parsers take long for larger hostile input. */
const maxFrontMatterLength = 256 * 1024;

/**
 * Splits a Markdown file into front matter and body: YAML between `---` lines, TOML between `+++` lines, JSON between
 * `;;;` lines or as an object at the start of the file.
 *
 * @throws {FrontMatterError} if front matter is missing, not closed, or cannot be read.
 */
export function splitFrontMatter(markdown: string): RawFrontMatter {
  const text = markdown.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  if (/^\{\s*["}]/.test(text)) return readObjectHead(text);
  const lines = text.split("\n");
  const fence = (lines[0] ?? "").trimEnd();
  const format = Object.hasOwn(formatsByFence, fence) ? formatsByFence[fence] : undefined;
  if (format === undefined) {
    const end = endOfBareYaml(lines);
    if (end !== undefined) {
      const notes: FrontMatterNote[] = [];
      const values = asTable(readYaml(withinLimit(lines.slice(0, end).join("\n")), 1, notes));
      return { values, notes, lines: lines.slice(0, end), body: lines.slice(end + 1).join("\n"), bodyLine: end + 2 };
    }
    throw new FrontMatterError(
      'The file does not begin with front matter: YAML between "---" lines, TOML between "+++" lines, or JSON.',
      1,
    );
  }
  const end = lines.findIndex((line, index) => index > 0 && format.ends.includes(line.trimEnd()));
  if (end === -1) throw new FrontMatterError(`The front matter has no closing "${format.ends[0]}" line.`, 1);
  const notes: FrontMatterNote[] = [];
  const values = asTable(format.parse(withinLimit(lines.slice(1, end).join("\n")), 2, notes));
  return { values, notes, lines: lines.slice(0, end), body: lines.slice(end + 1).join("\n"), bodyLine: end + 2 };
}

/**
 * The closing line of front matter without an opening one, as Hexo has it: `key: value`, one of them the title or date.
 */
function endOfBareYaml(lines: readonly string[]): number | undefined {
  const end = lines.slice(0, 200).findIndex((line) => /^-{3,}\s*$/.test(line));
  const head = lines.slice(0, Math.max(0, end));
  const isYaml = head.every((line) => /^(?:[\w-]+:(?:\s|$)|\s*-\s|\s|#|$)/.test(line));
  return isYaml && head.some((line) => /^(?:title|date):\s/.test(line)) ? end : undefined;
}

/** Parses a whole file in `format` (`toml`, `yaml`, `yml`, `json`). @throws {FrontMatterError} */
export function parseTable(text: string, format: string, notes: FrontMatterNote[]): Record<string, unknown> {
  const parse = format === "toml" ? readToml : format === "json" ? readJson : readYaml;
  return asTable(parse(withinLimit(text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n")), 1, notes));
}

/** Front matter as an object ends with its closing brace; the body starts on the next line. */
function readObjectHead(text: string): RawFrontMatter {
  const end = endOfObject(text);
  if (end === undefined) throw new FrontMatterError("The front matter has no closing brace.", 1);
  const head = text.slice(0, end);
  const values = asTable(readJson(withinLimit(head), 1));
  const lines = head.split("\n");
  const rest = text.slice(end).replace(/^[ \t]*\n/, "");
  const isOnOwnLine = rest.length < text.length - end;
  return { values, notes: [], lines, body: rest, bodyLine: lines.length + (isOnOwnLine ? 1 : 0) };
}

function endOfObject(text: string): number | undefined {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') {
      for (index += 1; index < text.length && text[index] !== '"'; index += 1) if (text[index] === "\\") index += 1;
    } else if (character === "{") {
      depth += 1;
    } else if (character === "}") {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return undefined;
}

function withinLimit(text: string): string {
  if (text.length > maxFrontMatterLength) throw new FrontMatterError("The front matter is larger than 256 KiB.", 1);
  return text;
}

function asTable(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {};
  if (typeof value === "object" && !Array.isArray(value)) {
    rejectEntangled(value, 0, new Map());
    return value as Record<string, unknown>;
  }
  throw new FrontMatterError("The front matter holds no names with values.", 1);
}

/** Rejects deep nesting and cyclic aliases. Returns the depth of `value`. */
function rejectEntangled(value: unknown, depth: number, heights: Map<object, number>): number {
  if (typeof value !== "object" || value === null) return 0;
  const cached = heights.get(value);
  if (depth + (cached ?? 0) > maxDepth) throw new FrontMatterError(entangled, 1);
  if (cached !== undefined) return cached;
  // Marks a value in progress, to detect cycles.
  heights.set(value, Number.POSITIVE_INFINITY);
  let height = 0;
  for (const part of Object.values(value)) height = Math.max(height, rejectEntangled(part, depth + 1, heights) + 1);
  heights.set(value, height);
  return height;
}

function readToml(text: string, firstLine: number): unknown {
  try {
    return parseToml(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw unreadable("TOML", error.message.replace(/^Invalid TOML document: /, ""), firstLine + error.line - 1, error);
  }
}

/**
 * Numbers stay text: version 1.10 is not 1.1. Dates stay text: only the key determines whether they are dates. Tags
 * have no effect.
 */
function readYaml(text: string, firstLine: number, notes: FrontMatterNote[]): unknown {
  const counter = new LineCounter();
  try {
    const document = parseDocument(text, {
      schema: "core",
      merge: true,
      uniqueKeys: false,
      resolveKnownTags: false,
      lineCounter: counter,
      prettyErrors: false,
      logLevel: "silent",
    });
    const lineAt = (offset: number) => firstLine + counter.linePos(offset).line - 1;
    const [error] = document.errors;
    if (error?.code === "RESOURCE_EXHAUSTION") throw new FrontMatterError(entangled, 1, error);
    if (error) throw unreadable("YAML", error.message, lineAt(error.pos[0]), error);
    visit(document, {
      Scalar(_key, node) {
        if (typeof node.value === "number" && node.source !== undefined) node.value = node.source;
      },
    });
    if (isMap(document.contents)) warnOfRepeatedKeys(document.contents.items, lineAt, notes);
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    if (error instanceof FrontMatterError) throw error;
    // Aliases that multiply, and nesting that overflows the stack.
    throw new FrontMatterError(entangled, 1, error);
  }
}

function warnOfRepeatedKeys(
  items: readonly { key: unknown }[],
  lineAt: (offset: number) => number,
  notes: FrontMatterNote[],
): void {
  const seen = new Set<unknown>();
  for (const { key } of items) {
    const { value, range } = key as { value?: unknown; range?: readonly number[] };
    if (seen.has(value))
      notes.push({ line: lineAt(range?.[0] ?? 0), reason: `"${String(value)}" is there twice; the last one counts.` });
    seen.add(value);
  }
}

function readJson(text: string, firstLine: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const position = Number(/position (\d+)/.exec(error.message)?.[1] ?? 0);
    const line = firstLine + text.slice(0, position).split("\n").length - 1;
    throw unreadable("JSON", error.message.replace(/ in JSON at.*| \(line.*/s, ""), line, error);
  }
}

/** Hexo omits the outer braces. */
function readBareJson(text: string, firstLine: number): unknown {
  return readJson(text.trimStart().startsWith("{") ? text : `{${text}}`, firstLine);
}

function unreadable(format: string, message: string, line: number, cause: unknown): FrontMatterError {
  const sentence = (message.split("\n")[0] ?? "").replace(/[.:\s]+$/, "");
  return new FrontMatterError(`The front matter is not ${format}: ${sentence}.`, line, cause);
}
