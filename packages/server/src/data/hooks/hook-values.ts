import type { DataHook } from "@porchlight/contract/data/hooks/data-hook";
import { Refusal } from "../../platform/context/errors.ts";
import { largeJson, parseJsonObject } from "../../platform/http/parse-json.ts";
import { readDate } from "../items/item-data.ts";

/** Something that no request may hold: what JSON has no word for, or more of it than there may be. */
export class UnfitValue extends Error {
  override readonly name = "UnfitValue";
}

/** More than a whole item with everything around it. */
const mostBytes = 1024 * 1024;

/** A copy of a value as it travels, within the bounds of requests: dates as `{$date}`. @throws {UnfitValue} */
export function toWire(value: unknown): unknown {
  let text: string;
  try {
    text = JSON.stringify({ value }, function (this: Record<string, unknown>, key, told) {
      const held = this[key];
      if (!(held instanceof Date)) return told;
      return Number.isNaN(held.getTime()) ? null : { $date: held.toISOString() };
    });
  } catch {
    throw new UnfitValue("returned what cannot be written as JSON");
  }
  const bytes = Buffer.from(text);
  if (bytes.length > mostBytes) throw new UnfitValue("returned more than 1 MiB");
  try {
    return parseJsonObject(bytes, largeJson)["value"];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new UnfitValue(`returned what no request may hold: ${String(error.data["reason"])}`);
  }
}

/** The same as functions see it: dates as `Date`. */
export function toFunctions(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, held) => {
    const date = readDate(held);
    return date === undefined ? held : new Date(date);
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isId = (value: unknown) => typeof value === "string" && value !== "";

/** Whether it may take the place of what the hook was given: what is of another type is passed over. */
export function fitsHook(hook: DataHook, value: unknown): boolean {
  switch (hook) {
    case "beforeRemove":
    case "beforeGet":
      return isId(value);
    case "afterCount":
      return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
    default:
      return isObject(value);
  }
}

/** What a value is called in calls to addresses. */
export function nameOfValue(hook: DataHook): "item" | "itemId" | "query" | "count" {
  if (hook === "beforeRemove" || hook === "beforeGet") return "itemId";
  if (hook === "beforeQuery" || hook === "beforeCount") return "query";
  return hook === "afterCount" ? "count" : "item";
}
