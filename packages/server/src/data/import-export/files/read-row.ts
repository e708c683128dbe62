import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import type { ImportOptions } from "@porchlight/contract/data/import-export/data-job";
import { isSystemField } from "@porchlight/contract/data/items/item-values";
import { Refusal } from "../../../platform/context/errors.ts";
import type { FileLayout } from "../../../platform/db/tables/column-types.ts";
import { forbiddenKeys, largeJson, parseJsonObject } from "../../../platform/http/parse-json.ts";
import type { Collection } from "../../collections/collection.ts";
import { type CsvOptions, textCell } from "../../field-types/csv-cells.ts";
import { handlerOf } from "../../field-types/field-types.ts";
import { type FileRow, firstTwice, isMalformedJson, MalformedFile, shownCell, UnfitRow } from "./file-row.ts";
import { unguarded } from "./write-csv.ts";

/** An item as a file has it. */
export interface GivenItem {
  id?: string;
  data: Record<string, unknown>;
}

/** Makes an item of a row. @throws {UnfitRow} @throws {MalformedFile} */
export type ReadRow = (row: FileRow) => GivenItem;

/** How rows of this file become items of the collection. @throws {MalformedFile} where two columns are to be one field. */
export function rowReader(collection: Collection, layout: FileLayout, options: ImportOptions): ReadRow {
  const names = options.fields ?? {};
  const byDisplayName = new Map(
    [...collection.fields.values()].flatMap(({ key, displayName }) =>
      displayName ? [[displayName, key] as const] : [],
    ),
  );
  /** `null`: it is left out. */
  const keyOf = (written: string): string | null => {
    if (Object.hasOwn(names, written)) return names[written] ?? null;
    // An export guards names as it does cells.
    const name = layout.format === "CSV" ? unguarded(written) : written;
    if (Object.hasOwn(names, name)) return names[name] ?? null;
    return collection.fields.has(name) ? name : (byDisplayName.get(name) ?? name);
  };
  if (layout.format === "JSON") return (row) => itemOf(Object.entries(parse(row)), keyOf);

  const keys = layout.header.map((name) => {
    const key = name === "" ? null : keyOf(name);
    return key !== null && isSystemField(key) && key !== "_id" ? null : key;
  });
  const twice = firstTwice(keys.filter((key) => key !== null));
  if (twice !== undefined) throw new MalformedFile(1, `Two columns are for the field "${twice}".`);
  const unnamed = layout.header.indexOf("");
  const commas = layout.separator === ";";
  return ({ written }) => {
    const cells = written as readonly string[];
    const isLonger = cells.slice(keys.length).some((cell) => cell !== "");
    if (isLonger || cells.length < keys.length)
      throw new UnfitRow(`It has ${cells.length} cells, the header ${keys.length}.`);
    if (unnamed >= 0 && cells[unnamed] !== "")
      throw new UnfitRow(`Its cell ${unnamed + 1} belongs to a column without a name.`);
    const entries = keys.flatMap((key, at): [string, unknown][] => {
      if (key === null) return [];
      const value = readCell(key === "_id" ? undefined : collection.fields.get(key), key, cells[at] ?? "", { commas });
      return value === undefined ? [] : [[key, value]];
    });
    return itemOf(entries, (key) => key);
  };
}

function itemOf(entries: readonly (readonly [string, unknown])[], keyOf: (name: string) => string | null): GivenItem {
  const item: GivenItem = { data: {} };
  for (const [name, value] of entries) {
    const key = keyOf(name);
    if (key === null) continue;
    if (forbiddenKeys.has(key)) throw new UnfitRow("No field may have this name.", key);
    if (key !== "_id")
      Object.defineProperty(item.data, key, { value, enumerable: true, writable: true, configurable: true });
    else if (typeof value === "string") item.id = value;
    else if (value != null) throw new UnfitRow("The _id is no text.", "_id");
  }
  return item;
}

/** @throws {UnfitRow} for what is JSON and no item. @throws {MalformedFile} for what is not JSON. */
function parse({ written, line }: FileRow): Record<string, unknown> {
  try {
    return parseJsonObject(written as Uint8Array, largeJson);
  } catch (error) {
    if (isMalformedJson(error)) throw new MalformedFile(line, "What begins in this line is not JSON.");
    if (error instanceof Refusal) throw new UnfitRow(`Not an item: ${String(error.data["reason"])}.`);
    throw error;
  }
}

/**
 * What a cell holds, by the type of its field; nothing where it is empty.
 *
 * @param commas Whether numbers may have a comma for their point.
 * @throws {UnfitRow}
 */
function readCell(field: CollectionField | undefined, key: string, cell: string, options: CsvOptions): unknown {
  const { parse, description, isText } = field?.type ? handlerOf(field).csv : textCell;
  const text = isText ? unguarded(cell) : cell.trim();
  if (text === "") return undefined;
  if (text.includes("\u0000")) throw new UnfitRow("There is a NUL character in it.", key);
  let value: unknown;
  try {
    value = parse(text, options);
  } catch {
    // Not JSON, or deeper than it may be.
  }
  if (value === undefined)
    throw new UnfitRow(`${shownCell(text)} is not ${description || "what the field takes"}.`, key);
  return value;
}
