import pg from "pg";
import { Refusal } from "../../platform/context/errors.ts";
import type { Collection } from "../collections/collection.ts";
import { fieldOfIndex } from "../collections/definition/unique-indexes.ts";
import type { DataContext } from "../data-context.ts";

/** Whether the error is that another item has the value of a unique field. */
export function isUniqueViolation(error: unknown): error is pg.DatabaseError {
  return (
    error instanceof pg.DatabaseError &&
    error.code === "23505" &&
    (error.constraint?.startsWith("data_unique_") ?? false)
  );
}

/** Translates violations of unique fields. @throws {Refusal} `VALUE_TAKEN`. */
export async function rejectTakenValues<Result>(
  context: Pick<DataContext, "site">,
  collection: Collection,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw valueTaken(fieldOfIndex(context.site.id, collection, error.constraint ?? ""));
  }
}

export const valueTaken = (fieldKey: string | undefined): Refusal =>
  new Refusal("VALUE_TAKEN", fieldKey === undefined ? {} : { fieldKey });

export const hasUniqueFields = (collection: Collection): boolean =>
  [...collection.fields.values(), ...collection.hidden.values()].some(({ unique }) => unique === true);
