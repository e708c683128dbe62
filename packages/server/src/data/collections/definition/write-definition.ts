import type { CollectionInput, DataCollection } from "@porchlight/contract/data/collections/collection";
import type { patchDataCollectionRequest } from "@porchlight/contract/data/collections/schema";
import { isSystemField } from "@porchlight/contract/data/items/item-values";
import type * as z from "zod";
import { recordAuditEvent } from "../../../platform/audit/audit.ts";
import type { Caller } from "../../../platform/context/caller.ts";
import { Refusal } from "../../../platform/context/errors.ts";
import type { CollectionDefinition } from "../../../platform/db/tables/column-types.ts";
import type { DataContext } from "../../data-context.ts";
import { noCollection } from "../../data-errors.ts";
import { needOwner } from "../../permissions/access.ts";
import { levelColumns } from "../../permissions/levels-of-roles.ts";
import { changeCollection, lockCollection } from "../collections-store.ts";
import { isMirror, pairFields } from "../references/bidirectional-references.ts";
import { lockDefinitions } from "../references/bidirectional-store.ts";
import { toCollection } from "../to-collection.ts";
import { toDataCollection } from "../to-data-collection.ts";
import { keepUniqueIndexes, newlyUnique } from "./unique-indexes.ts";

/** A collection as requests bring it. */
export type GivenCollection = z.output<typeof patchDataCollectionRequest>["body"]["dataCollection"];

/**
 * Changes a collection: its definition and columns in one transaction, then the indexes of its unique fields, which take as long as they do.
 *
 * @param revision The one that was changed; whatever there is unless given.
 * @throws {Refusal} `WDE0027`, `WDE0025`, `COLLECTION_CHANGED`, `FIELD_EXISTS`, `VALUE_TAKEN`.
 */
export async function writeDefinition(
  context: DataContext,
  caller: Caller,
  id: string,
  revision: string | null | undefined,
  change: (former: CollectionDefinition) => CollectionDefinition,
  columns: {
    display_name?: string | null;
    display_field?: string | null;
    strict?: boolean;
    roles?: NonNullable<CollectionInput["permissions"]>;
  } = {},
): Promise<{ collection: DataCollection }> {
  needOwner(caller, id);
  const { roles, ...values } = columns;
  let unique: ReadonlySet<string> | undefined;
  const row = await context.db.transaction().execute(async (tx) => {
    await lockDefinitions(tx, context.site.id);
    const former = await lockCollection(tx, context.site.id, id);
    if (!former) throw noCollection(id);
    if (revision != null && Number(revision) !== former.revision)
      throw new Refusal("COLLECTION_CHANGED", { revision: String(former.revision) });
    if (roles && Object.keys(roles).length > 0)
      await recordAuditEvent(tx, context, "data-permissions-changed", { by: caller, details: { collectionId: id } });
    const changed = change(former.definition);
    const added = newlyUnique(former.definition, changed);
    const isUnique = (fields: CollectionDefinition["fields"] = []) => fields.some((field) => field.unique === true);
    if (isUnique(former.definition.fields) || added.size > 0) unique = added;
    const fields = await pairFields(tx, context, id, {
      former: former.definition.fields ?? [],
      given: changed.fields ?? [],
    });
    return changeCollection(tx, former, {
      ...values,
      ...(roles && levelColumns(roles, toCollection(former, caller))),
      definition: JSON.stringify({ ...changed, fields }),
      updated_at: context.now(),
    });
  });
  if (unique) await keepUniqueIndexes(context, id, unique);
  return { collection: toDataCollection(row) };
}

/** The roles that a request names. */
export function rolesOf({ permissions }: GivenCollection): NonNullable<CollectionInput["permissions"]> {
  const given = Object.entries(permissions ?? {}).filter(([, role]) => role !== undefined);
  return Object.fromEntries(given);
}

/**
 * A definition as it is kept, of what a request names and, for the rest, of what there was. System fields are told with every collection,
 * and so are sent back with it: they are no part of a definition.
 */
export function definitionOf(
  { fields, plugins, defaultDisplayOrder, view: givenView }: GivenCollection,
  former: CollectionDefinition = { fields: [], plugins: [] },
): CollectionDefinition {
  const order = defaultDisplayOrder === undefined ? former.defaultDisplayOrder : defaultDisplayOrder;
  const view = givenView === undefined ? former.view : givenView;
  const own = fields?.filter(({ key }) => !isSystemField(key));
  // The other side of another collection's field stays where a request leaves it out: who sent it may not know of it.
  const mirrors = (former.fields ?? []).filter(
    (field) => isMirror(field) && !own?.some(({ key }) => key === field.key),
  );
  return JSON.parse(
    JSON.stringify({
      fields: own ? [...own, ...mirrors] : former.fields,
      plugins: plugins ?? former.plugins,
      ...(order && { defaultDisplayOrder: order }),
      ...(view && { view }),
    }),
  ) as CollectionDefinition;
}
