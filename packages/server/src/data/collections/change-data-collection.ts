import type { CollectionInput, DataCollection } from "@porchlight/contract/data/collection";
import type {
  createDataCollectionRequest,
  patchDataCollectionRequest,
} from "@porchlight/contract/data/collection-schema";
import type { Transaction } from "kysely";
import type * as z from "zod";
import type { CollectionDefinition } from "../../db/json-columns.ts";
import type { Tables } from "../../db/tables.ts";
import type { Caller, Deps } from "../../deps.ts";
import { Refusal } from "../../errors.ts";
import { noteForAudit } from "../../events/audit.ts";
import { needOwner } from "../access.ts";
import { type CollectionRow, toCollection } from "../collection.ts";
import {
  changeCollection,
  giveUpCollection,
  hideCollection,
  insertCollection,
  lockCollection,
  showCollection,
} from "../collections-store.ts";
import { noCollection } from "../refusals.ts";
import { levelColumns } from "./levels-of-roles.ts";
import { keptSince, purgeCollection } from "./purge-collections.ts";
import { toDataCollection } from "./to-data-collection.ts";
import { isMirror, pairFields } from "./two-sided-fields.ts";
import { lockDefinitions } from "./two-sided-store.ts";
import { keepUniqueIndexes, newlyUnique } from "./unique-indexes.ts";

type Given = z.output<typeof patchDataCollectionRequest>["body"]["dataCollection"];
type New = z.output<typeof createDataCollectionRequest>["body"]["collection"];

/**
 * Makes a collection. Roles that are not given are the owner's alone.
 *
 * @throws {Refusal} `WDE0027`, `COLLECTION_EXISTS`, `FIELD_EXISTS` where a field cannot stand on both sides.
 */
export async function createDataCollection(
  deps: Deps,
  caller: Caller,
  given: New,
): Promise<{ collection: DataCollection }> {
  needOwner(caller, given.id);
  // One that was deleted under this id cannot be had back any more.
  if (await giveUpCollection(deps.db, deps.site.id, given.id)) await purgeCollection(deps, given.id);
  const at = deps.now();
  const unique = newlyUnique(undefined, definitionOf(given));
  const row = await deps.db.transaction().execute(async (tx) => {
    await lockDefinitions(tx, deps.site.id);
    const values = {
      site_id: deps.site.id,
      id: given.id,
      display_name: given.displayName ?? null,
      display_field: given.displayField ?? null,
      definition: JSON.stringify(definitionOf(given)),
      ...levelColumns(rolesOf(given)),
      strict: given.strict ?? false,
      created_at: at,
      updated_at: at,
    };
    const inserted = await insertCollection(tx, values);
    if (!inserted) throw new Refusal("COLLECTION_EXISTS", { collectionId: given.id });
    return withPairs(tx, deps, inserted);
  });
  if (unique.size > 0) await keepUniqueIndexes(deps, row.id, unique);
  return { collection: toDataCollection(row) };
}

/**
 * Changes what is given of a collection; the rest stays.
 *
 * @throws {Refusal} `WDE0027`, `WDE0025`, `COLLECTION_CHANGED`, `VALUE_TAKEN` when items have the same value in a field that is to
 *   be unique.
 */
export async function changeDataCollection(
  deps: Deps,
  caller: Caller,
  id: string,
  given: Given,
): Promise<{ collection: DataCollection }> {
  return writeDefinition(
    deps,
    caller,
    id,
    given.revision,
    (former) => {
      // Null takes them away.
      const { view: _view, defaultDisplayOrder: _order, ...others } = former;
      return { ...others, ...definitionOf(given, former) };
    },
    {
      ...(given.displayName !== undefined && { display_name: given.displayName }),
      ...(given.displayField !== undefined && { display_field: given.displayField }),
      ...(typeof given.strict === "boolean" && { strict: given.strict }),
      roles: rolesOf(given),
    },
  );
}

/** Changes the definition in a transaction of its own, and builds or drops the indexes of unique fields around it. */
export async function writeDefinition(
  deps: Deps,
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
  const row = await deps.db.transaction().execute(async (tx) => {
    await lockDefinitions(tx, deps.site.id);
    const former = await lockCollection(tx, deps.site.id, id);
    if (!former) throw noCollection(id);
    if (revision != null && Number(revision) !== former.revision)
      throw new Refusal("COLLECTION_CHANGED", { revision: String(former.revision) });
    if (roles && Object.keys(roles).length > 0)
      await noteForAudit(tx, deps, "data-permissions-changed", { by: caller, details: { collectionId: id } });
    const changed = change(former.definition);
    const added = newlyUnique(former.definition, changed);
    const isUnique = (fields: CollectionDefinition["fields"] = []) => fields.some((field) => field.unique === true);
    if (isUnique(former.definition.fields) || added.size > 0) unique = added;
    const fields = await pairFields(tx, deps, id, {
      former: former.definition.fields ?? [],
      given: changed.fields ?? [],
    });
    return changeCollection(tx, former, {
      ...values,
      ...(roles && levelColumns(roles, toCollection(former, caller))),
      definition: JSON.stringify({ ...changed, fields }),
      updated_at: deps.now(),
    });
  });
  if (unique) await keepUniqueIndexes(deps, id, unique);
  return { collection: toDataCollection(row) };
}

/** For 30 days it can be restored, unless another takes its id. @throws {Refusal} `WDE0027`, `WDE0025`. */
export async function deleteDataCollection(deps: Deps, caller: Caller, id: string): Promise<Record<never, never>> {
  needOwner(caller, id);
  await deps.db.transaction().execute(async (tx) => {
    if (!(await hideCollection(tx, deps.site.id, id, deps.now()))) throw noCollection(id);
    await noteForAudit(tx, deps, "data-collection-deleted", { by: caller, details: { collectionId: id } });
  });
  return {};
}

/**
 * Brings a deleted collection back with everything that it had: items, references, permissions, hooks.
 *
 * @throws {Refusal} `WDE0027`, `WDE0025` where there was none, or it was deleted too long ago.
 */
export async function restoreDataCollection(
  deps: Deps,
  caller: Caller,
  id: string,
): Promise<{ collection: DataCollection }> {
  needOwner(caller, id);
  const at = deps.now();
  const row = await deps.db.transaction().execute(async (tx) => {
    await lockDefinitions(tx, deps.site.id);
    const shown = await showCollection(tx, deps.site.id, id, keptSince(at), at);
    if (!shown) throw noCollection(id);
    await noteForAudit(tx, deps, "data-collection-restored", { by: caller, details: { collectionId: id } });
    return withPairs(tx, deps, shown, { parts: true });
  });
  return { collection: toDataCollection(row) };
}

/** The same with the fields that stand on both sides of references, here and in other collections. */
async function withPairs(
  tx: Transaction<Tables>,
  deps: Deps,
  row: CollectionRow,
  options: { parts?: boolean } = {},
): Promise<CollectionRow> {
  const given = row.definition.fields ?? [];
  const fields = await pairFields(tx, deps, row.id, { given, ...options });
  if (JSON.stringify(fields) === JSON.stringify(given)) return row;
  const definition = JSON.stringify({ ...row.definition, fields });
  return changeCollection(tx, row, { definition, updated_at: row.updated_at });
}

function rolesOf({ permissions }: Given): NonNullable<CollectionInput["permissions"]> {
  const given = Object.entries(permissions ?? {}).filter(([, role]) => role !== undefined);
  return Object.fromEntries(given);
}

function definitionOf(
  { fields, plugins, defaultDisplayOrder, view: givenView }: Given,
  former: CollectionDefinition = { fields: [], plugins: [] },
): CollectionDefinition {
  const order = defaultDisplayOrder === undefined ? former.defaultDisplayOrder : defaultDisplayOrder;
  const view = givenView === undefined ? former.view : givenView;
  const own = fields?.filter(({ key }) => !systemKeys.has(key));
  // What was made for another collection's field, and nobody here may know of, stays until it is removed by its name.
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

/** Told with every collection, and so sent back with it. */
export const systemKeys = new Set(["_id", "_createdDate", "_updatedDate", "_owner"]);
