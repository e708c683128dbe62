import { largeJson, parseJsonObject } from "../../platform/http/parse-json.ts";

export interface CsvOptions {
  /** Whether a comma in a number is a decimal separator. */
  hasDecimalComma: boolean;
}

/** How the cells of a type are parsed. */
export interface CsvCell {
  /** Returns `undefined` for an invalid cell. @throws {Refusal} Malformed JSON. */
  parse(text: string, options: CsvOptions): unknown;
  /** Completes the error message `"x" is not …`. */
  description: string;
  /** Whether the cell is unparsed text: spaces are preserved, and the `'` that prevents formulas is removed. */
  isText: boolean;
}

const cell = (parse: CsvCell["parse"], description: string): CsvCell => ({ parse, description, isText: false });

export const textCell: CsvCell = { parse: (text) => text, description: "", isText: true };
export const numberCell = cell(parseNumber, "a number");
export const booleanCell = cell(parseBoolean, "true or false");
export const dayCell = cell(parseDay, "a day, like 2030-01-31");
export const instantCell = cell(parseInstant, "a date, like 2030-01-31T14:30:00Z");
export const textsCell = cell(parseTexts, "");
export const listCell = cell((text) => parseJsonOf(text, "["), 'a list in JSON, like ["a", "b"]');
export const objectCell = cell((text) => parseJsonOf(text, "{"), 'an object in JSON, like {"a": 1}');
export const anyCell = cell(parseAny, "");

const yes = new Set(["true", "yes", "1", "wahr", "ja"]);
const no = new Set(["false", "no", "0", "falsch", "nein"]);

function parseNumber(text: string, { hasDecimalComma }: CsvOptions): number | undefined {
  const plain = hasDecimalComma ? text.replace(",", ".") : text;
  const value = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

function parseBoolean(text: string): boolean | undefined {
  const word = text.toLowerCase();
  return yes.has(word) ? true : no.has(word) ? false : undefined;
}

/** Default time zone: UTC. */
function parseInstant(text: string): { $date: string } | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)( ?Z|[+-]\d\d:?\d\d)?)?$/i.exec(text);
  if (!parts) return undefined;
  const [, day = "", time = "00:00", zone = "Z"] = parts;
  const date = new Date(
    `${day}T${time}${zone
      .trim()
      .toUpperCase()
      .replace(/^([+-]\d\d)(\d\d)$/, "$1:$2")}`,
  );
  // `Date` accepts June 31 as July 1.
  const isValid = !Number.isNaN(date.getTime()) && new Date(`${day}T00:00Z`).toISOString().startsWith(day);
  return isValid ? { $date: date.toISOString() } : undefined;
}

function parseDay(text: string): unknown {
  return /^\d{4}-\d\d-\d\d$/.test(text) && parseInstant(text) ? text : parseInstant(text);
}

/** Parses any JSON value, with the same limits as a request body. */
function parseJson(text: string): unknown {
  return parseJsonObject(Buffer.from(`{"value":${text}}`), largeJson)["value"];
}

function parseJsonOf(text: string, start: "[" | "{"): unknown {
  return text.startsWith(start) ? parseJson(text) : undefined;
}

/** A list as JSON, or texts separated by semicolons. */
function parseTexts(text: string): unknown {
  return text.startsWith("[") ? parseJson(text) : text.split(";").map((part) => part.trim());
}

function parseAny(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
