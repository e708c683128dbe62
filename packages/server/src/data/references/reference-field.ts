import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import type { RawBuilder } from "kysely";
import type { Caller } from "../../platform/context/caller.ts";
import type { Collection } from "../collections/collection.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { refusal } from "../data-errors.ts";
import { type ItemKey, itemsIn } from "../items/items-store.ts";
import { accessCondition } from "../permissions/access-sql.ts";

/** The references of one field that refers to many items: `collectionId` and `field` are those that the rows go by. */
export interface ReferenceField extends Pick<ItemKey, "siteId" | "collectionId"> {
  field: string;
  /** Seen from the items that the rows refer to. */
  isMirror?: boolean;
  /** The collection that the rows refer to, where it has a field for the same references. */
  otherId?: string;
}

/** The items at the other end. */
export interface ReferenceTarget extends ItemKey {
  /** Whether the caller may read the row of alias `t`. */
  readable: RawBuilder<boolean>;
  /** Whether drafts are told of those that have one. */
  drafts: boolean;
}

/** A field that refers to items of another collection. */
export interface ResolvedReference {
  name: string;
  /** `false`: to one item, whose id it holds. */
  isMany: boolean;
  target: Collection;
}

/**
 * @throws {Refusal} `WDE0020` when the field refers to no items, or where it has to refer to many; `WDE0025` when the collection that it
 *   refers to is gone.
 */
export async function requireReferenceField(
  context: DataContext,
  caller: Caller,
  collection: Collection,
  name: string,
  { many }: { many: boolean },
): Promise<ResolvedReference> {
  const field = collection.fields.get(name);
  const isMany = field?.type === "MULTI_REFERENCE";
  const targetId = targetIdOf(field);
  if (targetId === undefined || (many && !isMany)) {
    throw refusal("WDE0020", `The field [${name}] does not hold references to ${many ? "many " : ""}items.`, {
      field: name,
    });
  }
  return { name, isMany, target: await requireCollection(context, caller, targetId) };
}

/** The collection that a field refers to. */
export function targetIdOf(field: CollectionField | undefined): string | undefined {
  const { reference, multiReference } = field?.typeMetadata ?? {};
  return (field?.type === "MULTI_REFERENCE" ? multiReference : (reference ?? multiReference))?.referencedCollectionId;
}

/** Whose rows the references of a field with many are. */
export function referencesIn(siteId: string, { id, fields }: Collection, name: string): ReferenceField {
  const meta = fields.get(name)?.typeMetadata?.multiReference;
  const otherField = meta?.referencingFieldKey;
  if (!meta || otherField == null) return { siteId, collectionId: id, field: name };
  return meta.mirror === true
    ? { siteId, collectionId: meta.referencedCollectionId, field: otherField, isMirror: true, otherId: id }
    : { siteId, collectionId: id, field: name, otherId: meta.referencedCollectionId };
}

/**
 * Items of a collection, as references lead to them.
 *
 * @param drafts Whether to those that are not published, too.
 */
export const targetOf = (
  context: Pick<DataContext, "site">,
  caller: Caller,
  collection: Collection,
  drafts: boolean,
): ReferenceTarget => ({
  ...itemsIn(context, collection),
  readable: accessCondition(collection, caller, "read", "t", drafts),
  drafts,
});
