import { TomlDate } from "smol-toml";
import { readDateText } from "./front-matter-dates.ts";
import type { FrontMatterNote, RawFrontMatter } from "./front-matter-formats.ts";

/** Values of front matter by case-insensitive keys. Values of the wrong type add a note and are omitted. */
export interface FrontMatterFields {
  /** The first key of `names` that has a value. */
  find(...names: string[]): { name: string; value: unknown } | undefined;
  text(...names: string[]): string | undefined;
  /**
   * A text or a list of texts. `separator` splits one text into a list; with `words` (Jekyll), commas take precedence.
   */
  texts(name: string, separator?: "commas" | "words"): string[];
  /** The first date among the values of `names`. */
  date(...names: string[]): Date | undefined;
  /** Parses a date within the value of `name`. */
  readDay(text: string, name: string): Date | undefined;
  /** Undefined if absent. */
  flag(name: string): boolean | undefined;
  /** Empty if absent. */
  table(name: string): FrontMatterFields;
  /** Line of the file with the key `name`. */
  lineOf(name: string): number;
}

export function createHeadFields(
  { values, lines }: Pick<RawFrontMatter, "values" | "lines">,
  notes: FrontMatterNote[],
): FrontMatterFields {
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
    // The parser turned 30 February into 1 March.
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

/** `true`, or a word for it in YAML before 1.2. */
export function readFlag(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return undefined;
  if (/^(?:true|yes|on)$/i.test(value)) return true;
  return /^(?:false|no|off)$/i.test(value) ? false : undefined;
}

/** Returns a value as one line of text; undefined if nothing is visible. */
export function textOf(value: unknown): string | undefined {
  if (!isText(value)) return undefined;
  // PostgreSQL rejects NUL and unpaired surrogates.
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

/** Finds the name in a table that describes a person or thing. */
function nameIn(value: unknown): string | undefined {
  return isTable(value) ? textOf(value.name ?? value.title ?? value.label) : undefined;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (value instanceof TomlDate) return value.isTime() ? "a time of day" : "a date";
  if (typeof value === "boolean") return `"${value}"`;
  return typeof value === "string" ? "a text" : typeof value === "number" ? "a number" : "a table";
}

/** The first line with the key: `name:`, `"name":`, `name =`, `[name]`, `- name:`. */
function lineNaming(lines: readonly string[], name: string): number {
  const isKey = (line: string) => {
    const start = line.replace(/^[\s[\-"'{,]+/, "").toLowerCase();
    return start.startsWith(name.toLowerCase()) && /^["']?\s*[:=\].]/.test(start.slice(name.length));
  };
  return Math.max(lines.findIndex(isKey) + 1, 1);
}
