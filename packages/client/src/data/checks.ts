import { isNonEmptyString, isObject } from "../http/response.ts";
import { wireOptions } from "./data-call.ts";
import { check, isString } from "./data-errors.ts";

/** Checks of arguments that several calls have. Each throws a refusal with the contract's code. Source: errors.md §4. */

export const isRecord = (value: unknown): value is Record<string, unknown> => isObject(value) && !Array.isArray(value);

export const checkCollection = (name: unknown): void => check(isString(name), 1);
export const checkItemId = (id: unknown): void => check(isString(id), 2);
export const checkText = (value: unknown, name: string): void => check(isNonEmptyString(value), 94, name);

/** Flags of a call, between commas. */
export const readFlags = "suppressAuth,suppressHooks,showDrafts,consistentRead,language";

export function checkOptions(options: unknown = {}, allowed = readFlags): void {
  const isAllowed = (name: string) => {
    const value = (options as Record<string, unknown>)[name];
    return value === undefined || (name === "language" ? isNonEmptyString(value) : typeof value === "boolean");
  };
  check(isRecord(options) && allowed.split(",").every(isAllowed), 18, allowed);
}

/** What every call on a collection begins with: the checked options, and the collection, in the wire's names. */
export function startRequest(collection: string, options?: object, allowed?: string): Record<string, unknown> {
  checkCollection(collection);
  checkOptions(options, allowed);
  return { dataCollectionId: collection, ...wireOptions(options) };
}
