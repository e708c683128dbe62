import type { ErrorCode } from "@porchlight/contract/errors";
import { InvalidArguments, Refusal } from "../platform/context/errors.ts";

/** An error whose message names values in square brackets. Source: errors.md §4, "Catalogue". */
export const refusal = (code: ErrorCode, message: string, data: Record<string, unknown> = {}): Refusal =>
  new Refusal(code, data, undefined, code.startsWith("WDE") ? `${code}: ${message}` : message);

export const collectionNotFound = (collectionId: string) =>
  refusal("WDE0025", `There is no collection [${collectionId}].`, { collectionId });
export const notAllowed = (collectionId: string) =>
  refusal("WDE0027", `You have no right to do this with the collection [${collectionId}].`, { collectionId });
export const itemNotFound = (itemId: string, collectionId: string) =>
  refusal("WDE0073", `Item [${itemId}] does not exist in collection [${collectionId}].`, { itemId, collectionId });
export const itemExists = (itemId: string, collectionId: string) =>
  refusal("WDE0074", `Item [${itemId}] already exists in collection [${collectionId}].`, { itemId, collectionId });

/** Maps validation errors to the codes of this area: a violation that starts with a code becomes that error. */
export function mapDataError(error: unknown): unknown {
  if (error instanceof Refusal && error.code === "PAYLOAD_TOO_LARGE") return new Refusal("WDE0109", error.data);
  if (!(error instanceof InvalidArguments)) return error;
  for (const { field, description } of error.violations) {
    const code = /^(WDE\d{4}): /.exec(description)?.[1];
    if (code) return new Refusal(code as ErrorCode, { field }, undefined, description);
  }
  return error;
}

/** Shortens a value for a message. */
export function describeValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
