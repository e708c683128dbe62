import { maxFilterEntries, maxFilterTextBytes } from "@porchlight/contract/data/items/item-values";
import { describeValue, refusal } from "../../data-errors.ts";
import { parseDate } from "../../items/item-data.ts";

/** A value to compare items with. */
export type Operand =
  | { type: "text"; value: string }
  | { type: "number"; value: number }
  | { type: "boolean"; value: boolean }
  /** In the ISO format that sorts. */
  | { type: "date"; value: string };

/** @returns `undefined` for other types. @throws {Refusal} `WDE0061` for a text above 4 KiB. */
export function parseOperand(value: unknown, path: string): Operand | undefined {
  switch (typeof value) {
    case "string":
      if (Buffer.byteLength(value) > maxFilterTextBytes) {
        throw refusal("WDE0061", `The text at [${path}] has more than ${maxFilterTextBytes} bytes.`);
      }
      return { type: "text", value };
    case "number":
      return Number.isFinite(value) ? { type: "number", value } : undefined;
    case "boolean":
      return { type: "boolean", value };
    default: {
      const date = parseDate(value);
      return date === undefined ? undefined : { type: "date", value: date };
    }
  }
}

/** @throws {Refusal} `WDE0057`, `WDE0060`. */
export function parseOperands(value: unknown, path: string): Operand[] {
  if (!Array.isArray(value)) throw refusal("WDE0057", `[${path}] takes a list, not [${describeValue(value)}].`);
  if (value.length > maxFilterEntries) {
    throw refusal("WDE0060", `[${path}] takes a list of at most ${maxFilterEntries} values.`);
  }
  return value.map((item) => {
    const operand = parseOperand(item, path);
    if (!operand) {
      throw refusal(
        "WDE0060",
        `The list at [${path}] holds texts, numbers, booleans and dates, not [${describeValue(item)}].`,
      );
    }
    return operand;
  });
}

/** The JSON of the value in items. */
export const toJson = ({ type, value }: Operand): string => JSON.stringify(type === "date" ? { $date: value } : value);

const maxSortKeyCharacters = 200;

/** Whether no other value has the same sort key, which truncates long texts. */
export const isExactSortKey = ({ type, value }: Operand): boolean =>
  type !== "text" || [...value].length < maxSortKeyCharacters;

const ranks = { boolean: "1", number: "2", text: "3", date: "4" } as const;

/** The sort key of a value, equal to `data_sort_key` in the database. */
export function sortKey({ type, value }: Operand): string {
  switch (type) {
    case "number":
      return ranks.number + numberKey(value);
    case "text":
      return ranks.text + [...value].slice(0, maxSortKeyCharacters).join("");
    default:
      return ranks[type] + String(value);
  }
}

/** The sort key of every list. */
export const listKey = "5";

/** The range of sort keys of a type, end exclusive. */
export const sortRange = (type: Operand["type"]): [string, string] => [ranks[type], String(Number(ranks[type]) + 1)];

function numberKey(value: number): string {
  const bytes = Buffer.alloc(8);
  // Adding zero turns -0 into 0.
  bytes.writeDoubleBE(value + 0);
  const hex = bytes.toString("hex");
  if (value >= 0) return `p${hex}`;
  return `n${[...hex].map((digit) => (15 - Number.parseInt(digit, 16)).toString(16)).join("")}`;
}
