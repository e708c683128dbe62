import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import type { RawBuilder } from "kysely";
import type { Caller } from "../../platform/context/caller.ts";
import type { Collection } from "../collections/collection.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { refusal } from "../data-errors.ts";
import { type ItemKey, itemsIn } from "../items/items-store.ts";
import { accessCondition } from "../permissions/access-sql.ts";

/**
 * A multi-reference field: `collectionId` and `field` are those of its rows, which a mirror field shares with the other
 * side.
 */
export interface ReferenceField extends Pick<ItemKey, "siteId" | "collectionId"> {
  field: string;
  /** Whether the field is the mirror, on the referenced items. */
  isMirror?: boolean;
  /** The referenced collection of the rows, if the field is bidirectional. */
  otherId?: string;
}

/** The referenced items. */
export interface ReferenceTarget extends ItemKey {
  /** The access condition on the alias `t`. */
  readable: RawBuilder<boolean>;
  /** Whether to read drafts. */
  drafts: boolean;
}

/** A reference field and its collection. */
export interface ResolvedReference {
  name: string;
  /** `false` for a single reference. */
  isMany: boolean;
  target: Collection;
}

/**
 * @throws {Refusal} `WDE0020` if it is no reference field, or no multi-reference field for `many`; `WDE0025` if the
 *   referenced collection is gone.
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

/** The id of the collection that a field refers to. */
export function targetIdOf(field: CollectionField | undefined): string | undefined {
  const { reference, multiReference } = field?.typeMetadata ?? {};
  return (field?.type === "MULTI_REFERENCE" ? multiReference : (reference ?? multiReference))?.referencedCollectionId;
}

/** The rows of a multi-reference field. */
export function referencesIn(siteId: string, { id, fields }: Collection, name: string): ReferenceField {
  const meta = fields.get(name)?.typeMetadata?.multiReference;
  const otherField = meta?.referencingFieldKey;
  if (!meta || otherField == null) return { siteId, collectionId: id, field: name };
  return meta.mirror === true
    ? { siteId, collectionId: meta.referencedCollectionId, field: otherField, isMirror: true, otherId: id }
    : { siteId, collectionId: id, field: name, otherId: meta.referencedCollectionId };
}

/** @param drafts Whether to include unpublished items and read drafts. */
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
