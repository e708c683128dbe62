import type { CollectionInput, DataCollection } from "@porchlight/contract/data/collection";
import type {
  createDataCollectionRequest,
  patchDataCollectionRequest,
} from "@porchlight/contract/data/collection-schema";
import type * as z from "zod";
import type { CollectionDefinition } from "../../db/json-columns.ts";
import type { Caller, Deps } from "../../deps.ts";
import { Refusal } from "../../errors.ts";
import { noteForAudit } from "../../events/audit.ts";
import { isPrivileged } from "../access.ts";
import { levelColumns, toCollection, toDataCollection } from "../collection.ts";
import {
  changeCollection,
  giveUpCollection,
  hideCollection,
  insertCollection,
  lockCollection,
  showCollection,
} from "../collections-store.ts";
import { noCollection, notAllowed } from "../refusals.ts";
import { keptSince, purgeCollection } from "./purge-collections.ts";
import { keepUniqueIndexes } from "./unique-indexes.ts";

type Given = z.output<typeof patchDataCollectionRequest>["body"]["dataCollection"];
type New = z.output<typeof createDataCollectionRequest>["body"]["collection"];

/** @throws {Refusal} `WDE0027` for all but the owner. */
export function needOwner(caller: Caller, collectionId: string): void {
  if (!isPrivileged(caller)) throw notAllowed(collectionId);
}

/**
 * Makes a collection. Roles that are not given are the owner's alone.
 *
 * @throws {Refusal} `WDE0027`, `COLLECTION_EXISTS`.
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
  const row = await insertCollection(deps.db, {
    site_id: deps.site.id,
    id: given.id,
    display_name: given.displayName ?? null,
    display_field: given.displayField ?? null,
    definition: JSON.stringify(definitionOf(given)),
    ...levelColumns(rolesOf(given)),
    strict: given.strict ?? false,
    created_at: at,
    updated_at: at,
  });
  if (!row) throw new Refusal("COLLECTION_EXISTS", { collectionId: given.id });
  await keepUniqueIndexes(deps, toCollection(row));
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
  const row = await deps.db.transaction().execute(async (tx) => {
    const former = await lockCollection(tx, deps.site.id, id);
    if (!former) throw noCollection(id);
    if (revision != null && Number(revision) !== former.revision)
      throw new Refusal("COLLECTION_CHANGED", { revision: String(former.revision) });
    if (roles && Object.keys(roles).length > 0)
      await noteForAudit(tx, deps, "data-permissions-changed", { by: caller, details: { collectionId: id } });
    return changeCollection(tx, former, {
      ...values,
      ...(roles && levelColumns(roles, toCollection(former))),
      definition: JSON.stringify(change(former.definition)),
      updated_at: deps.now(),
    });
  });
  await keepUniqueIndexes(deps, toCollection(row));
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
    const shown = await showCollection(tx, deps.site.id, id, keptSince(at), at);
    if (!shown) throw noCollection(id);
    await noteForAudit(tx, deps, "data-collection-restored", { by: caller, details: { collectionId: id } });
    return shown;
  });
  return { collection: toDataCollection(row) };
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
  return JSON.parse(
    JSON.stringify({
      fields: fields?.filter(({ key }) => !systemKeys.has(key)) ?? former.fields,
      plugins: plugins ?? former.plugins,
      ...(order && { defaultDisplayOrder: order }),
      ...(view && { view }),
    }),
  ) as CollectionDefinition;
}

/** Told with every collection, and so sent back with it. */
const systemKeys = new Set(["_id", "_createdDate", "_updatedDate", "_owner"]);
