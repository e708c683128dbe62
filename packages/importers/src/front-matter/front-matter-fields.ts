import { TomlDate } from "smol-toml";
import { readDateText } from "./front-matter-dates.ts";
import type { HeadNote, RawHead } from "./front-matter-formats.ts";

/** Values of a head by their names, whose case does not count. What has the wrong type is told to the notes and left out. */
export interface HeadFields {
  /** The value of the first of `names` that has one. */
  find(...names: string[]): { name: string; value: unknown } | undefined;
  text(...names: string[]): string | undefined;
  /** One text, or a list of them. `separator`: what makes a list of one text; words are Jekyll's way, commas win over them. */
  texts(name: string, separator?: "commas" | "words"): string[];
  /** The first of `names` that holds a date. */
  date(...names: string[]): Date | undefined;
  /** A date that is written within the value of `name`. */
  readDay(text: string, name: string): Date | undefined;
  /** `undefined` when it is not there. */
  flag(name: string): boolean | undefined;
  /** Empty when it is not there. */
  table(name: string): HeadFields;
  /** Line of the file on which `name` stands. */
  lineOf(name: string): number;
}

export function createHeadFields({ values, lines }: Pick<RawHead, "values" | "lines">, notes: HeadNote[]): HeadFields {
  const byName = new Map<string, { name: string; value: unknown }>();
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== undefined && value !== "") byName.set(name.toLowerCase(), { name, value });
  }
  const lineOf = (name: string) => lineNaming(lines, name);
  const refuse = (name: string, value: unknown, wanted: string) => {
    notes.push({
      line: lineOf(name),
      reason: `"${name}" is ${kindOf(value)} where ${wanted} belongs; it is left out.`,
    });
    return undefined;
  };

  function find(...names: string[]) {
    for (const name of names) {
      const found = byName.get(name.toLowerCase());
      if (found) return found;
    }
    return undefined;
  }

  function readDate(name: string, value: unknown): Date | undefined {
    const isTimeOfDay = value instanceof TomlDate && value.isTime();
    if (isTimeOfDay || !(typeof value === "string" || value instanceof TomlDate)) return refuse(name, value, "a date");
    if (typeof value === "string") return readDay(value, name);
    // The parser has made 1 March of 30 February by now.
    const day = /\d{4}-\d{2}-\d{2}/.exec(lines[lineOf(name) - 1] ?? "")?.[0];
    return day === undefined || readDateText(day) !== undefined
      ? readDay(value.toISOString(), name)
      : readDay(day, name);
  }

  function readDay(text: string, name: string): Date | undefined {
    const date = readDateText(text);
    if (date === undefined) notes.push({ line: lineOf(name), reason: `"${text.slice(0, 40)}" is no date.` });
    return date;
  }

  return {
    find,
    text(...names) {
      const found = find(...names);
      if (!found) return undefined;
      return textOf(found.value) ?? (isText(found.value) ? undefined : refuse(found.name, found.value, "a text"));
    },
    texts(wanted, separator) {
      const found = find(wanted);
      if (!found) return [];
      const { name, value } = found;
      if (typeof value === "string" && separator !== undefined) {
        const isByWords = separator === "words" && !value.includes(",");
        return value.split(isByWords ? /\s+/ : ",").flatMap((part) => textOf(part) ?? []);
      }
      const items = Array.isArray(value) ? value : [value];
      return items.flatMap((item) => {
        const text = textOf(item) ?? nameIn(item);
        if (text === undefined && item !== null && !isText(item)) refuse(name, item, "a text");
        return text ?? [];
      });
    },
    date(...names) {
      for (const name of names) {
        const found = find(name);
        const date = found && readDate(found.name, found.value);
        if (date) return date;
      }
      return undefined;
    },
    readDay,
    flag(wanted) {
      const found = find(wanted);
      if (!found) return undefined;
      const flag = readFlag(found.value);
      return flag ?? refuse(found.name, found.value, "true or false");
    },
    table(wanted) {
      const found = find(wanted);
      const isRight = isTable(found?.value);
      if (found && !isRight) refuse(found.name, found.value, "a table");
      return createHeadFields({ values: isRight ? (found?.value as Record<string, unknown>) : {}, lines }, notes);
    },
    lineOf,
  };
}

/** `true`, or one of the words that YAML had for it before 1.2. */
export function readFlag(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return undefined;
  if (/^(?:true|yes|on)$/i.test(value)) return true;
  return /^(?:false|no|off)$/i.test(value) ? false : undefined;
}

/** In one line; `undefined` when there is nothing to see. */
export function textOf(value: unknown): string | undefined {
  if (!isText(value)) return undefined;
  // A database takes no NUL and no half of a pair, and nobody reads the other control characters.
  const text = String(value)
    .toWellFormed()
    .replace(/[^\P{Cc}\u0080-\u009f]+/gu, " ")
    .trim();
  return text === "" ? undefined : text;
}

export function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function isText(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** People and things that are written as tables say who they are. */
function nameIn(value: unknown): string | undefined {
  return isTable(value) ? textOf(value.name ?? value.title ?? value.label) : undefined;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (value instanceof TomlDate) return value.isTime() ? "a time of day" : "a date";
  if (typeof value === "boolean") return `"${value}"`;
  return typeof value === "string" ? "a text" : typeof value === "number" ? "a number" : "a table";
}

/** The first line that begins with the name as a key: `name:`, `"name":`, `name =`, `[name]`, `- name:`. */
function lineNaming(lines: readonly string[], name: string): number {
  const isKey = (line: string) => {
    const start = line.replace(/^[\s[\-"'{,]+/, "").toLowerCase();
    return start.startsWith(name.toLowerCase()) && /^["']?\s*[:=\].]/.test(start.slice(name.length));
  };
  return Math.max(lines.findIndex(isKey) + 1, 1);
}
