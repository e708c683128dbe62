import { parse as parseToml, TomlDate, TomlError } from "smol-toml";

/** What the head of a Markdown file says about its post; keys that the import has no use for are in `raw`. */
export interface FrontMatter {
  title: string | undefined;
  /** Last part of `path`, or `slug`. Not yet fitted to the rules of this site. */
  slug: string | undefined;
  /** Site path that the post had, without slashes at its ends: `2020/07/16/Rust-1.45.0`. */
  path: string | undefined;
  /** UTC; midnight when only a day is given. */
  date: Date | undefined;
  authors: string[];
  /** Further site paths, as written. */
  aliases: string[];
  team: string | undefined;
  teamUrl: string | undefined;
  isRelease: boolean;
  isDraft: boolean;
  description: string | undefined;
  tags: string[];
  raw: Record<string, unknown>;
}

export interface FrontMatterReading {
  frontMatter: FrontMatter;
  /** The Markdown after the head. */
  body: string;
  /** Line of the file on which `body` begins; the file's first line is 1. */
  bodyLine: number;
}

/** The head of a file is missing or cannot be read. */
export class FrontMatterError extends Error {
  override readonly name = "FrontMatterError";
  /** Line of the file; 1 is the first. */
  readonly line: number;

  constructor(message: string, line: number, cause?: unknown) {
    super(message, { cause });
    this.line = line;
  }
}

/** Reads the lines between two fences; `firstLine` is the line of the file on which `text` begins. */
type HeadParser = (text: string, firstLine: number) => Record<string, unknown>;

const parsersByFence: Record<string, HeadParser> = { "+++": readToml };

/**
 * Splits a Markdown file into its head (TOML between `+++` lines) and its body.
 * @throws {FrontMatterError} when there is no head, when it does not end, or when it cannot be read.
 */
export function readFrontMatter(markdown: string): FrontMatterReading {
  const lines = markdown
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .split("\n");
  const fence = (lines[0] ?? "").trimEnd();
  const parseHead = Object.hasOwn(parsersByFence, fence) ? parsersByFence[fence] : undefined;
  if (parseHead === undefined)
    throw new FrontMatterError('The file does not begin with front matter between "+++" lines.', 1);
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === fence);
  if (end === -1) throw new FrontMatterError(`The front matter has no closing "${fence}" line.`, 1);
  const raw = parseHead(lines.slice(1, end).join("\n"), 2);
  return { frontMatter: readFields(raw, lines), body: lines.slice(end + 1).join("\n"), bodyLine: end + 2 };
}

function readToml(text: string, firstLine: number): Record<string, unknown> {
  try {
    return parseToml(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const sentence = (error.message.split("\n")[0] ?? "").replace(/^Invalid TOML document: /, "");
    throw new FrontMatterError(`The front matter is not TOML: ${sentence}.`, firstLine + error.line - 1, error);
  }
}

function readFields(raw: Record<string, unknown>, lines: readonly string[]): FrontMatter {
  const extra = tableOf(raw.extra);
  const taxonomies = tableOf(raw.taxonomies);
  const lineOf = (key: string) => Math.max(lines.findIndex((line) => line.trimStart().startsWith(key)) + 1, 1);
  const path = textOf(raw.path)?.replace(/^\/+|\/+$/g, "") || undefined;
  const dated = path === undefined ? undefined : datedPath(path, lineOf("path"));
  return {
    title: textOf(raw.title),
    slug: path?.split("/").at(-1) ?? textOf(raw.slug),
    path,
    date: readDate(raw.date, lineOf("date")) ?? dated,
    authors: textsOf(raw.authors ?? raw.author),
    aliases: textsOf(raw.aliases),
    team: textOf(extra.team),
    teamUrl: textOf(extra.team_url),
    isRelease: extra.release === true,
    isDraft: raw.draft === true,
    description: textOf(raw.description),
    tags: [...new Set([...textsOf(taxonomies.tags), ...textsOf(raw.tags)])],
    raw,
  };
}

/** The day in a path such as `2020/07/16/name` or `inside-rust/2020/07/16/name`. */
function datedPath(path: string, line: number): Date | undefined {
  const day = /(?:^|\/)(\d{4})\/(\d{2})\/(\d{2})\/[^/]+$/.exec(path);
  return day === null ? undefined : dateOf(`${day[1]}-${day[2]}-${day[3]}`, line);
}

function readDate(value: unknown, line: number): Date | undefined {
  if (value instanceof TomlDate) return value.isTime() ? undefined : dateOf(value.toISOString(), line);
  return typeof value === "string" ? dateOf(value.trim(), line) : undefined;
}

/** A day or a time without zone is UTC. */
function dateOf(text: string, line: number): Date {
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const date = new Date(isDay ? `${text}T00:00:00Z` : hasZone ? text : `${text.replace(" ", "T")}Z`);
  // 31 February is read as a day of March.
  const isShifted = isDay && !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) !== text;
  if (Number.isNaN(date.getTime()) || isShifted) throw new FrontMatterError(`"${text.slice(0, 40)}" is no date.`, line);
  return date;
}

function tableOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a database takes no NUL, and nobody reads the others
  const text = value.replace(/[\u0000-\u001f\u007f]+/g, " ").trim();
  return text === "" ? undefined : text;
}

function textsOf(value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.map(textOf).filter((text) => text !== undefined);
}
