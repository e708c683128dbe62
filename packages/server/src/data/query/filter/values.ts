import { maxFilterEntries, maxFilterTextBytes } from "@porchlight/contract/data/items/item-values";
import { refusal, shown } from "../../data-errors.ts";
import { readDate } from "../../items/item-data.ts";

/** A value that items can be compared with. */
export type Operand =
  | { type: "text"; value: string }
  | { type: "number"; value: number }
  | { type: "boolean"; value: boolean }
  /** In the one spelling that sorts. */
  | { type: "date"; value: string };

/** `undefined` when it is none of them. @throws {Refusal} `WDE0061` for a text beyond 4 KiB. */
export function readOperand(value: unknown, path: string): Operand | undefined {
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
      const date = readDate(value);
      return date === undefined ? undefined : { type: "date", value: date };
    }
  }
}

/** @throws {Refusal} `WDE0057`, `WDE0060`. */
export function readOperands(value: unknown, path: string): Operand[] {
  if (!Array.isArray(value)) throw refusal("WDE0057", `[${path}] takes a list, not [${shown(value)}].`);
  if (value.length > maxFilterEntries) {
    throw refusal("WDE0060", `[${path}] takes a list of at most ${maxFilterEntries} values.`);
  }
  return value.map((item) => {
    const operand = readOperand(item, path);
    if (!operand) {
      throw refusal("WDE0060", `The list at [${path}] holds texts, numbers, booleans and dates, not [${shown(item)}].`);
    }
    return operand;
  });
}

/** As JSON in items. */
export const toJson = ({ type, value }: Operand): string => JSON.stringify(type === "date" ? { $date: value } : value);

/** Characters of a text that its sort key holds. */
export const sortedCharacters = 200;

const ranks = { boolean: "1", number: "2", text: "3", date: "4" } as const;

/** The sort key of a value: what `data_sort_key` makes of it in the database. */
export function sortKey({ type, value }: Operand): string {
  switch (type) {
    case "number":
      return ranks.number + numberKey(value);
    case "text":
      return ranks.text + [...value].slice(0, sortedCharacters).join("");
    default:
      return ranks[type] + String(value);
  }
}

/** The sort key of any list. */
export const listKey = "5";

/** Where the values of a type begin and end in the order of all values. */
export const sortRange = (type: Operand["type"]): [string, string] => [ranks[type], String(Number(ranks[type]) + 1)];

function numberKey(value: number): string {
  const bytes = Buffer.alloc(8);
  // Plus zero: there is one zero in an order.
  bytes.writeDoubleBE(value + 0);
  const hex = bytes.toString("hex");
  if (value >= 0) return `p${hex}`;
  return `n${[...hex].map((digit) => (15 - Number.parseInt(digit, 16)).toString(16)).join("")}`;
}
