import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import type { FieldType } from "@porchlight/contract/data/collections/collection-values";
import { largeJson, parseJsonObject } from "../../../platform/http/parse-json.ts";
import { unguarded } from "./formula-guard.ts";
import { shownCell, UnfitRow } from "./row.ts";

type Reading = (text: string, options: { commas: boolean }) => unknown;

const yes = new Set(["true", "yes", "1", "wahr", "ja"]);
const no = new Set(["false", "no", "0", "falsch", "nein"]);

function readNumber(text: string, { commas }: { commas: boolean }): number | undefined {
  const plain = commas ? text.replace(",", ".") : text;
  const value = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

function readBoolean(text: string): boolean | undefined {
  const word = text.toLowerCase();
  return yes.has(word) ? true : no.has(word) ? false : undefined;
}

/** Without a zone it is UTC. */
function readInstant(text: string): { $date: string } | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)( ?Z|[+-]\d\d:?\d\d)?)?$/i.exec(text);
  if (!parts) return undefined;
  const [, day = "", time = "00:00", zone = "Z"] = parts;
  const date = new Date(
    `${day}T${time}${zone
      .trim()
      .toUpperCase()
      .replace(/^([+-]\d\d)(\d\d)$/, "$1:$2")}`,
  );
  // A day like the 31st of June rolls over instead of failing.
  const isReal = !Number.isNaN(date.getTime()) && new Date(`${day}T00:00Z`).toISOString().startsWith(day);
  return isReal ? { $date: date.toISOString() } : undefined;
}

function readDay(text: string): unknown {
  return /^\d{4}-\d\d-\d\d$/.test(text) && readInstant(text) ? text : readInstant(text);
}

/** Anything of JSON, with the bounds that requests have. */
function readJson(text: string): unknown {
  return parseJsonObject(Buffer.from(`{"value":${text}}`), largeJson)["value"];
}

function readListed(text: string, Begin: "[" | "{"): unknown {
  return text.startsWith(Begin) ? readJson(text) : undefined;
}

/** Lists as JSON, or texts with semicolons between them. */
function readTexts(text: string): unknown {
  return text.startsWith("[") ? readJson(text) : text.split(";").map((part) => part.trim());
}

function readAnything(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return text;
  }
}

const asText: [Reading, string] = [(text) => text, ""];
const asList: [Reading, string] = [(text) => readListed(text, "["), 'a list in JSON, like ["a", "b"]'];
const asObject: [Reading, string] = [(text) => readListed(text, "{"), 'an object in JSON, like {"a": 1}'];

/** How cells of a type are read, and what they have to be; types that are not named are texts. */
const readings: Partial<Record<FieldType, [Reading, string]>> = {
  NUMBER: [readNumber, "a number"],
  BOOLEAN: [readBoolean, "true or false"],
  DATE: [readDay, "a day, like 2030-01-31"],
  DATETIME: [readInstant, "a date, like 2030-01-31T14:30:00Z"],
  ARRAY: asList,
  ARRAY_STRING: [readTexts, ""],
  ARRAY_DOCUMENT: [readTexts, ""],
  MULTI_REFERENCE: [readTexts, ""],
  MEDIA_GALLERY: asList,
  OBJECT: asObject,
  ADDRESS: asObject,
  RICH_CONTENT: asObject,
  ANY: [readAnything, ""],
};

/**
 * What a cell holds, by the type of its field; nothing where it is empty.
 *
 * @param commas Whether numbers may have a comma for their point.
 * @throws {UnfitRow}
 */
export function readCell(
  field: CollectionField | undefined,
  key: string,
  cell: string,
  options: { commas: boolean },
): unknown {
  const [read, description] = (field?.type && readings[field.type]) ?? asText;
  const text = read === asText[0] ? unguarded(cell) : cell.trim();
  if (text === "") return undefined;
  if (text.includes("\u0000")) throw new UnfitRow("There is a NUL character in it.", key);
  let value: unknown;
  try {
    value = read(text, options);
  } catch {
    // Not JSON, or deeper than it may be.
  }
  if (value === undefined)
    throw new UnfitRow(`${shownCell(text)} is not ${description || "what the field takes"}.`, key);
  return value;
}
