import pg from "pg";
import { Refusal } from "../../platform/context/errors.ts";
import type { Collection } from "../collections/collection.ts";
import { fieldOfIndex } from "../collections/definition/unique-indexes.ts";
import type { DataContext } from "../data-context.ts";

/** Whether an item could not be written because another has its value in a unique field. */
export function isTakenValue(error: unknown): error is pg.DatabaseError {
  return (
    error instanceof pg.DatabaseError &&
    error.code === "23505" &&
    (error.constraint?.startsWith("data_unique_") ?? false)
  );
}

/** @throws {Refusal} `VALUE_TAKEN` in place of the database's word for it. */
export async function refuseTakenValues<Result>(
  context: Pick<DataContext, "site">,
  collection: Collection,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isTakenValue(error)) throw error;
    throw takenValue(fieldOfIndex(context.site.id, collection, error.constraint ?? ""));
  }
}

export const takenValue = (fieldKey: string | undefined): Refusal =>
  new Refusal("VALUE_TAKEN", fieldKey === undefined ? {} : { fieldKey });

export const hasUniqueFields = (collection: Collection): boolean =>
  [...collection.fields.values(), ...collection.hidden.values()].some(({ unique }) => unique === true);
