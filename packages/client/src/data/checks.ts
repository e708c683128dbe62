import { isNonEmptyString, isObject } from "../http/response.ts";
import { wireOptions } from "./data-call.ts";
import { check, isString } from "./data-errors.ts";

/** Argument checks shared by several calls. Each throws an error with the contract's code. Source: errors.md §4. */

export const isRecord = (value: unknown): value is Record<string, unknown> => isObject(value) && !Array.isArray(value);

export const checkCollection = (name: unknown): void => check(isString(name), 1);
export const checkItemId = (id: unknown): void => check(isString(id), 2);
export const checkText = (value: unknown, name: string): void => check(isNonEmptyString(value), 94, name);

/** Flags of a call, comma-separated. */
export const readFlags = "suppressAuth,suppressHooks,showDrafts,consistentRead,language";

export function checkOptions(options: unknown = {}, allowed = readFlags): void {
  const isAllowed = (name: string) => {
    const value = (options as Record<string, unknown>)[name];
    return value === undefined || (name === "language" ? isNonEmptyString(value) : typeof value === "boolean");
  };
  check(isRecord(options) && allowed.split(",").every(isAllowed), 18, allowed);
}

/** Common start of every call on a collection: validates the options and serializes them with the collection. */
export function startRequest(collection: string, options?: object, allowed?: string): Record<string, unknown> {
  checkCollection(collection);
  checkOptions(options, allowed);
  return { dataCollectionId: collection, ...wireOptions(options) };
}
