import type { CollectionField, DataCollection } from "@porchlight/contract/data/collections/collection";
import type { collectionFieldRequest } from "@porchlight/contract/data/collections/schema";
import { isSystemField } from "@porchlight/contract/data/items/item-values";
import type * as z from "zod";
import { InvalidArguments, Refusal, violation } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import type { DataContext } from "../../data-context.ts";
import { writeDefinition } from "./write-definition.ts";

type FieldInput = z.output<typeof collectionFieldRequest>["body"]["field"];

/** Source: entities.md, DataCollection. */
const maxFields = 1000;

export interface FieldChange {
  collectionId: string;
  field: FieldInput;
}

/** @throws {Refusal} `WDE0027`, `WDE0025`, `FIELD_EXISTS`. */
export async function createCollectionField(
  context: DataContext,
  { caller }: Requester,
  { collectionId, field }: FieldChange,
): Promise<{ collection: DataCollection }> {
  return writeDefinition(context, caller, collectionId, undefined, (previous) => {
    if (isSystemField(field.key) || previous.fields.some(({ key }) => key === field.key))
      throw new Refusal("FIELD_EXISTS", { fieldKey: field.key });
    if (previous.fields.length >= maxFields)
      throw new InvalidArguments([violation("field", `exceeds the limit of ${maxFields} fields`, "MAX_SIZE")]);
    return { ...previous, fields: [...previous.fields, withoutUndefined(field)] };
  });
}

/**
 * Replaces the field with the same key, or with `merge` the members that the input names.
 *
 * @throws {Refusal} `WDE0027`, `WDE0025`, `FIELD_NOT_FOUND`, `VALUE_TAKEN`.
 */
export async function updateCollectionField(
  context: DataContext,
  { caller }: Requester,
  { collectionId, field }: FieldChange,
  { merge }: { merge: boolean },
): Promise<{ collection: DataCollection }> {
  return writeDefinition(context, caller, collectionId, undefined, (previous) => {
    requireField(previous.fields, field.key);
    const fields = previous.fields.map((one) =>
      one.key === field.key ? { ...(merge ? one : {}), ...withoutUndefined(field) } : one,
    );
    return { ...previous, fields };
  });
}

/**
 * Deletes a field from the definition; the values of items stay. @throws {Refusal} `WDE0027`, `WDE0025`,
 * `FIELD_NOT_FOUND`.
 */
export async function deleteCollectionField(
  context: DataContext,
  { caller }: Requester,
  { collectionId, fieldKey }: { collectionId: string; fieldKey: string },
): Promise<{ collection: DataCollection }> {
  return writeDefinition(context, caller, collectionId, undefined, (previous) => {
    requireField(previous.fields, fieldKey);
    return { ...previous, fields: previous.fields.filter(({ key }) => key !== fieldKey) };
  });
}

function requireField(fields: readonly CollectionField[], key: string): void {
  if (!fields.some((field) => field.key === key)) throw new Refusal("FIELD_NOT_FOUND", { fieldKey: key });
}

const withoutUndefined = (field: FieldInput): CollectionField => JSON.parse(JSON.stringify(field));
