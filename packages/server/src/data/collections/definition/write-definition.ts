import type { CollectionInput, DataCollection } from "@porchlight/contract/data/collections/collection";
import type { patchDataCollectionRequest } from "@porchlight/contract/data/collections/schema";
import { isSystemField } from "@porchlight/contract/data/items/item-values";
import type * as z from "zod";
import { recordAuditEvent } from "../../../platform/audit/audit.ts";
import type { Caller } from "../../../platform/context/caller.ts";
import { Refusal } from "../../../platform/context/errors.ts";
import type { CollectionDefinition } from "../../../platform/db/tables/column-types.ts";
import type { DataContext } from "../../data-context.ts";
import { collectionNotFound } from "../../data-errors.ts";
import { requireOwner } from "../../permissions/access.ts";
import { levelColumns } from "../../permissions/role-levels.ts";
import { changeCollection, lockCollection } from "../collections-store.ts";
import { isMirror, pairFields } from "../references/bidirectional-references.ts";
import { lockDefinitions } from "../references/bidirectional-store.ts";
import { toCollection } from "../to-collection.ts";
import { toDataCollection } from "../to-data-collection.ts";
import { newlyUnique, syncUniqueIndexes } from "./unique-indexes.ts";

export type CollectionPatch = z.output<typeof patchDataCollectionRequest>["body"]["dataCollection"];

/**
 * Changes a collection in one transaction, then builds the indexes of its unique fields.
 *
 * @param revision The expected revision. Default: any.
 * @throws {Refusal} `WDE0027`, `WDE0025`, `COLLECTION_CHANGED`, `FIELD_EXISTS`, `VALUE_TAKEN`.
 */
export async function writeDefinition(
  context: DataContext,
  caller: Caller,
  id: string,
  revision: string | null | undefined,
  change: (previous: CollectionDefinition) => CollectionDefinition,
  columns: {
    display_name?: string | null;
    display_field?: string | null;
    strict?: boolean;
    roles?: NonNullable<CollectionInput["permissions"]>;
  } = {},
): Promise<{ collection: DataCollection }> {
  requireOwner(caller, id);
  const { roles, ...values } = columns;
  let unique: ReadonlySet<string> | undefined;
  const row = await context.db.transaction().execute(async (tx) => {
    await lockDefinitions(tx, context.site.id);
    const previous = await lockCollection(tx, context.site.id, id);
    if (!previous) throw collectionNotFound(id);
    if (revision != null && Number(revision) !== previous.revision)
      throw new Refusal("COLLECTION_CHANGED", { revision: String(previous.revision) });
    if (roles && Object.keys(roles).length > 0)
      await recordAuditEvent(tx, context, "data-permissions-changed", { by: caller, details: { collectionId: id } });
    const changed = change(previous.definition);
    const added = newlyUnique(previous.definition, changed);
    const isUnique = (fields: CollectionDefinition["fields"] = []) => fields.some((field) => field.unique === true);
    if (isUnique(previous.definition.fields) || added.size > 0) unique = added;
    const fields = await pairFields(tx, context, id, {
      previous: previous.definition.fields ?? [],
      fields: changed.fields ?? [],
    });
    return changeCollection(tx, previous, {
      ...values,
      ...(roles && levelColumns(roles, toCollection(previous, caller))),
      definition: JSON.stringify({ ...changed, fields }),
      updated_at: context.now(),
    });
  });
  if (unique) await syncUniqueIndexes(context, id, unique);
  return { collection: toDataCollection(row) };
}

export function requestedRoles({ permissions }: CollectionPatch): NonNullable<CollectionInput["permissions"]> {
  return Object.fromEntries(Object.entries(permissions ?? {}).filter(([, role]) => role !== undefined));
}

/**
 * Merges a request into the stored definition. System fields, which clients send back as they received them, are
 * dropped.
 */
export function toDefinition(
  { fields, plugins, defaultDisplayOrder, view: inputView }: CollectionPatch,
  previous: CollectionDefinition = { fields: [], plugins: [] },
): CollectionDefinition {
  const order = defaultDisplayOrder === undefined ? previous.defaultDisplayOrder : defaultDisplayOrder;
  const view = inputView === undefined ? previous.view : inputView;
  const own = fields?.filter(({ key }) => !isSystemField(key));
  // Mirror fields stay if a request omits them: its sender may not know about them.
  const mirrors = (previous.fields ?? []).filter(
    (field) => isMirror(field) && !own?.some(({ key }) => key === field.key),
  );
  return JSON.parse(
    JSON.stringify({
      fields: own ? [...own, ...mirrors] : previous.fields,
      plugins: plugins ?? previous.plugins,
      ...(order && { defaultDisplayOrder: order }),
      ...(view && { view }),
    }),
  );
}
