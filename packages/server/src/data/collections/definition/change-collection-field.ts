import type { CollectionField, DataCollection } from "@porchlight/contract/data/collections/collection";
import type { collectionFieldRequest } from "@porchlight/contract/data/collections/schema";
import { isSystemField } from "@porchlight/contract/data/items/item-values";
import type * as z from "zod";
import { InvalidArguments, Refusal, violation } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import type { DataContext } from "../../data-context.ts";
import { writeDefinition } from "./write-definition.ts";

type GivenField = z.output<typeof collectionFieldRequest>["body"]["field"];

/** Of one collection. Source: entities.md, DataCollection. */
const maximumFields = 1000;

export interface FieldChange {
  collectionId: string;
  field: GivenField;
}

/** @throws {Refusal} `WDE0027`, `WDE0025`, `FIELD_EXISTS`. */
export async function createCollectionField(
  context: DataContext,
  { caller }: Requester,
  { collectionId, field }: FieldChange,
): Promise<{ collection: DataCollection }> {
  return writeDefinition(context, caller, collectionId, undefined, (former) => {
    if (isSystemField(field.key) || former.fields.some(({ key }) => key === field.key))
      throw new Refusal("FIELD_EXISTS", { fieldKey: field.key });
    if (former.fields.length >= maximumFields)
      throw new InvalidArguments([violation("field", `has to be one of ${maximumFields} at most`, "MAX_SIZE")]);
    return { ...former, fields: [...former.fields, plain(field)] };
  });
}

/**
 * Puts a field in the place of the one with its key, or with `keep` what is given over what it is.
 *
 * @throws {Refusal} `WDE0027`, `WDE0025`, `FIELD_NOT_FOUND`, `VALUE_TAKEN`.
 */
export async function updateCollectionField(
  context: DataContext,
  { caller }: Requester,
  { collectionId, field }: FieldChange,
  { keep }: { keep: boolean },
): Promise<{ collection: DataCollection }> {
  return writeDefinition(context, caller, collectionId, undefined, (former) => {
    needField(former.fields, field.key);
    const fields = former.fields.map((one) =>
      one.key === field.key ? { ...(keep ? one : {}), ...plain(field) } : one,
    );
    return { ...former, fields };
  });
}

/** What items hold in it stays. @throws {Refusal} `WDE0027`, `WDE0025`, `FIELD_NOT_FOUND`. */
export async function deleteCollectionField(
  context: DataContext,
  { caller }: Requester,
  { collectionId, fieldKey }: { collectionId: string; fieldKey: string },
): Promise<{ collection: DataCollection }> {
  return writeDefinition(context, caller, collectionId, undefined, (former) => {
    needField(former.fields, fieldKey);
    return { ...former, fields: former.fields.filter(({ key }) => key !== fieldKey) };
  });
}

function needField(fields: readonly CollectionField[], key: string): void {
  if (!fields.some((field) => field.key === key)) throw new Refusal("FIELD_NOT_FOUND", { fieldKey: key });
}

/** Without the members that were not given. */
const plain = (field: GivenField): CollectionField => JSON.parse(JSON.stringify(field)) as CollectionField;
