import type { DataHook } from "@porchlight/contract/data/hooks/data-hook";
import { Refusal } from "../../platform/context/errors.ts";
import { largeJson, parseJsonObject } from "../../platform/http/parse-json.ts";
import { parseDate } from "../items/item-data.ts";

/** A hook result that is not valid JSON or exceeds the limits of requests. */
export class InvalidHookValue extends Error {
  override readonly name = "UnfitValue";
}

/** More than the largest item with its envelope. */
const maxBytes = 1024 * 1024;

/** Copies a value to its wire form, within the limits of requests: dates as `{$date}`. @throws {InvalidHookValue} */
export function toWire(value: unknown): unknown {
  let text: string;
  try {
    text = JSON.stringify({ value }, function (this: Record<string, unknown>, key, serialized) {
      const original = this[key];
      if (!(original instanceof Date)) return serialized;
      return Number.isNaN(original.getTime()) ? null : { $date: original.toISOString() };
    });
  } catch {
    throw new InvalidHookValue("returned a value that cannot be serialized as JSON");
  }
  const bytes = Buffer.from(text);
  if (bytes.length > maxBytes) throw new InvalidHookValue("returned more than 1 MiB");
  try {
    return parseJsonObject(bytes, largeJson)["value"];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new InvalidHookValue(`returned an invalid value: ${String(error.data["reason"])}`);
  }
}

/** Copies a wire value for hook functions: dates as `Date`. */
export function toHookValue(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, member) => {
    const date = parseDate(member);
    return date === undefined ? member : new Date(date);
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isId = (value: unknown) => typeof value === "string" && value !== "";

/** Whether the result may replace the input of the hook; results of another type are ignored. */
export function isValidHookResult(hook: DataHook, value: unknown): boolean {
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

/** The name of the value in requests to hook URLs. */
export function hookValueName(hook: DataHook): "item" | "itemId" | "query" | "count" {
  if (hook === "beforeRemove" || hook === "beforeGet") return "itemId";
  if (hook === "beforeQuery" || hook === "beforeCount") return "query";
  return hook === "afterCount" ? "count" : "item";
}
