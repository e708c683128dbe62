import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import type { ImportOptions } from "@porchlight/contract/data/import-export/data-job";
import { isSystemField } from "@porchlight/contract/data/items/item-values";
import { Refusal } from "../../../platform/context/errors.ts";
import type { FileLayout } from "../../../platform/db/tables/column-types.ts";
import { forbiddenKeys, largeJson, parseJsonObject } from "../../../platform/http/parse-json.ts";
import type { Collection } from "../../collections/collection.ts";
import { type CsvOptions, textCell } from "../../field-types/csv-cells.ts";
import { handlerOf } from "../../field-types/field-types.ts";
import { type FileRow, findDuplicate, InvalidRow, isMalformedJson, MalformedFile, quoteCell } from "./file-row.ts";
import { unguardFormula } from "./write-csv.ts";

/** An item of a file. */
export interface ImportedItem {
  id?: string;
  data: Record<string, unknown>;
}

/** Converts a row to an item. @throws {InvalidRow} @throws {MalformedFile} */
export type ReadRow = (row: FileRow) => ImportedItem;

/** Maps the rows of a file to items of the collection. @throws {MalformedFile} if two columns map to one field. */
export function createRowReader(collection: Collection, layout: FileLayout, options: ImportOptions): ReadRow {
  const names = options.fields ?? {};
  const byDisplayName = new Map(
    [...collection.fields.values()].flatMap(({ key, displayName }) =>
      displayName ? [[displayName, key] as const] : [],
    ),
  );
  /** `null`: the column is ignored. */
  const keyOf = (content: string): string | null => {
    if (Object.hasOwn(names, content)) return names[content] ?? null;
    // Exports escape column names like cells.
    const name = layout.format === "CSV" ? unguardFormula(content) : content;
    if (Object.hasOwn(names, name)) return names[name] ?? null;
    return collection.fields.has(name) ? name : (byDisplayName.get(name) ?? name);
  };
  if (layout.format === "JSON") return (row) => itemOf(Object.entries(parse(row)), keyOf);

  const keys = layout.header.map((name) => {
    const key = name === "" ? null : keyOf(name);
    return key !== null && isSystemField(key) && key !== "_id" ? null : key;
  });
  const duplicate = findDuplicate(keys.filter((key) => key !== null));
  if (duplicate !== undefined) throw new MalformedFile(1, `Two columns map to the field "${duplicate}".`);
  const unnamed = layout.header.indexOf("");
  const hasDecimalComma = layout.separator === ";";
  return ({ content }) => {
    const cells = content as readonly string[];
    const isLonger = cells.slice(keys.length).some((cell) => cell !== "");
    if (isLonger || cells.length < keys.length)
      throw new InvalidRow(`The row has ${cells.length} cells, the header has ${keys.length}.`);
    if (unnamed >= 0 && cells[unnamed] !== "")
      throw new InvalidRow(`Cell ${unnamed + 1} is in a column without a name.`);
    const entries = keys.flatMap((key, at): [string, unknown][] => {
      if (key === null) return [];
      const value = readCell(key === "_id" ? undefined : collection.fields.get(key), key, cells[at] ?? "", {
        hasDecimalComma,
      });
      return value === undefined ? [] : [[key, value]];
    });
    return itemOf(entries, (key) => key);
  };
}

function itemOf(
  entries: readonly (readonly [string, unknown])[],
  keyOf: (name: string) => string | null,
): ImportedItem {
  const item: ImportedItem = { data: {} };
  for (const [name, value] of entries) {
    const key = keyOf(name);
    if (key === null) continue;
    if (forbiddenKeys.has(key)) throw new InvalidRow("This field name is reserved.", key);
    if (key !== "_id")
      Object.defineProperty(item.data, key, { value, enumerable: true, writable: true, configurable: true });
    else if (typeof value === "string") item.id = value;
    else if (value != null) throw new InvalidRow("The _id is not a string.", "_id");
  }
  return item;
}

/** @throws {InvalidRow} for JSON that is not an item. @throws {MalformedFile} for malformed JSON. */
function parse({ content, line }: FileRow): Record<string, unknown> {
  try {
    return parseJsonObject(content as Uint8Array, largeJson);
  } catch (error) {
    if (isMalformedJson(error)) throw new MalformedFile(line, "The value that starts here is not JSON.");
    if (error instanceof Refusal) throw new InvalidRow(`Not an item: ${String(error.data["reason"])}.`);
    throw error;
  }
}

/** Parses a cell by the type of its field; undefined for an empty cell. @throws {InvalidRow} */
function readCell(field: CollectionField | undefined, key: string, cell: string, options: CsvOptions): unknown {
  const { parse, description, isText } = field?.type ? handlerOf(field).csv : textCell;
  const text = isText ? unguardFormula(cell) : cell.trim();
  if (text === "") return undefined;
  if (text.includes("\u0000")) throw new InvalidRow("The value contains a NUL character.", key);
  let value: unknown;
  try {
    value = parse(text, options);
  } catch {
    // Not JSON, or nested too deeply.
  }
  if (value === undefined)
    throw new InvalidRow(`${quoteCell(text)} is not ${description || "valid for the field"}.`, key);
  return value;
}
