import type { ErrorCode } from "@porchlight/contract/errors";
import { InvalidArguments, Refusal } from "../platform/context/errors.ts";

/** Refusals that name what they are about, values in square brackets. Source: errors.md §4, "Catalogue". */

/** @param words What follows the code. */
export const refusal = (code: ErrorCode, words: string, data: Record<string, unknown> = {}): Refusal =>
  new Refusal(code, data, undefined, code.startsWith("WDE") ? `${code}: ${words}` : words);

export const collectionNotFound = (collectionId: string) =>
  refusal("WDE0025", `There is no collection [${collectionId}].`, { collectionId });
export const notAllowed = (collectionId: string) =>
  refusal("WDE0027", `You have no right to do this with the collection [${collectionId}].`, { collectionId });
export const itemNotFound = (itemId: string, collectionId: string) =>
  refusal("WDE0073", `Item [${itemId}] does not exist in collection [${collectionId}].`, { itemId, collectionId });
export const itemExists = (itemId: string, collectionId: string) =>
  refusal("WDE0074", `Item [${itemId}] already exists in collection [${collectionId}].`, { itemId, collectionId });

/**
 * Refuses requests that do not fit in this area's own codes: a sentence of the schema that begins with a code is answered with that code,
 * and a body that is too large with `WDE0109`.
 */
export function mapDataError(error: unknown): unknown {
  if (error instanceof Refusal && error.code === "PAYLOAD_TOO_LARGE") return new Refusal("WDE0109", error.data);
  if (!(error instanceof InvalidArguments)) return error;
  for (const { field, description } of error.violations) {
    const code = /^(WDE\d{4}): /.exec(description)?.[1];
    if (code) return new Refusal(code as ErrorCode, { field }, undefined, description);
  }
  return error;
}

/** A value as a sentence shows it: no more of it than tells which one it is. */
export function describeValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
