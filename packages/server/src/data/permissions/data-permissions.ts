import type {
  DataPermissions,
  MyPermissionsResponse,
  PermissionsResponse,
  SpecialPermission,
  SpecialPermissionsResponse,
} from "@porchlight/contract/data/collections/collection";
import type {
  addSpecialPermissionsRequest,
  collectionPermissionsRequest,
  updatePermissionsRequest,
  updateSpecialPermissionsRequest,
} from "@porchlight/contract/data/collections/schema";
import type * as z from "zod";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { newId } from "../../platform/db/ids.ts";
import { hasApiKeyRole, isEditor } from "../../platform/identity/require-editor.ts";
import type { CollectionRow } from "../collections/collection.ts";
import { changeCollection, findCollectionWithSpecial, lockCollection } from "../collections/collections-store.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { collectionNotFound, notAllowed } from "../data-errors.ts";
import { accessTo, requireOwner } from "./access.ts";

type Given = z.output<typeof addSpecialPermissionsRequest>["body"]["specialPermissions"];

/** Who may do what with a collection's items. @throws {Refusal} `WDE0025`, `WDE0027` for all but editors and programs that read everything. */
export async function getPermissions(
  context: DataContext,
  { caller }: Requester,
  { query }: z.output<typeof collectionPermissionsRequest>,
): Promise<PermissionsResponse> {
  const { row } = await requireCollection(context, caller, query.dataCollectionId);
  if (!isEditor(caller) && !hasApiKeyRole(caller, "read")) throw notAllowed(row.id);
  return { dataPermissions: toPermissions(row) };
}

/** Sets the levels that are given. @throws {Refusal} `WDE0025`, `WDE0027` for all but the owner. */
export async function updatePermissions(
  context: DataContext,
  { caller }: Requester,
  { body }: z.output<typeof updatePermissionsRequest>,
): Promise<PermissionsResponse> {
  const { id, ...levels } = body.dataPermissions;
  return { dataPermissions: toPermissions(await setPermissionLevels(context, caller, id, levels)) };
}

type Levels = Omit<z.output<typeof updatePermissionsRequest>["body"]["dataPermissions"], "id">;

/** @throws {Refusal} as {@link updatePermissions}. */
export async function setPermissionLevels(
  context: DataContext,
  caller: Caller,
  collectionId: string,
  { itemRead, itemInsert, itemUpdate, itemRemove }: Levels,
): Promise<CollectionRow> {
  return changePermissions(context, caller, collectionId, () => ({
    ...(itemRead && { read_level: itemRead }),
    ...(itemInsert && { insert_level: itemInsert }),
    ...(itemUpdate && { update_level: itemUpdate }),
    ...(itemRemove && { remove_level: itemRemove }),
  }));
}

/** What the caller may do, with their own items at least. @throws {Refusal} `WDE0025`. */
export async function getMyPermissions(
  context: DataContext,
  { caller }: Requester,
  { query }: z.output<typeof collectionPermissionsRequest>,
): Promise<MyPermissionsResponse> {
  const collection = await requireCollection(context, caller, query.dataCollectionId);
  const may = (action: "read" | "insert" | "update" | "remove") => accessTo(collection, caller, action) !== "none";
  return { itemRead: may("read"), itemInsert: may("insert"), itemUpdate: may("update"), itemRemove: may("remove") };
}

/** Lets one member do more. @throws {Refusal} `WDE0025`, `WDE0027`. @throws {InvalidArguments} for policies, which this server has none of. */
export async function addSpecialPermissions(
  context: DataContext,
  { caller }: Requester,
  { body }: z.output<typeof addSpecialPermissionsRequest>,
): Promise<SpecialPermissionsResponse> {
  const made = { id: newId(context.now().getTime()), ...accessesOf(body.specialPermissions) };
  if (made.userId === undefined) {
    throw new InvalidArguments([violation("specialPermissions.userId", "has to be a member's id", "REQUIRED_FIELD")]);
  }
  await changePermissions(context, caller, body.dataCollectionId, ({ special_permissions: held }) => {
    if (held.length >= maxSpecialPermissions) {
      const description = `are ${maxSpecialPermissions} at most`;
      throw new InvalidArguments([violation("specialPermissions", description, "MAX_SIZE")]);
    }
    return { special_permissions: JSON.stringify([...held, made]) };
  });
  return { specialPermissions: made };
}

/** Members who may do more than their level says, of one collection: all of them are read with each call. */
const maxSpecialPermissions = 100;

/** @throws {Refusal} `WDE0027`, `NOT_FOUND`. */
export async function updateSpecialPermissions(
  context: DataContext,
  { caller }: Requester,
  { params, body }: z.output<typeof updateSpecialPermissionsRequest>,
): Promise<SpecialPermissionsResponse> {
  const given = JSON.parse(JSON.stringify(body.specialPermissions)) as SpecialPermission;
  let changed: SpecialPermission | undefined;
  await changeSpecial(context, caller, params.id, (held) => {
    changed = { ...held, ...given, ...(held.userId !== undefined && { userId: held.userId }) };
    return [changed];
  });
  return { specialPermissions: changed! };
}

/** @throws {Refusal} `WDE0027`, `NOT_FOUND`. */
export async function removeSpecialPermissions(
  context: DataContext,
  { caller }: Requester,
  { params }: { params: { id: string } },
): Promise<Record<never, never>> {
  await changeSpecial(context, caller, params.id, () => []);
  return {};
}

async function changeSpecial(
  context: DataContext,
  caller: Caller,
  id: string,
  become: (held: SpecialPermission) => SpecialPermission[],
): Promise<void> {
  requireOwner(caller, "");
  const collectionId = await findCollectionWithSpecial(context.db, context.site.id, id);
  if (collectionId === undefined) throw new Refusal("NOT_FOUND");
  await changePermissions(context, caller, collectionId, ({ special_permissions: held }) => {
    if (!held.some((special) => special.id === id)) throw new Refusal("NOT_FOUND");
    const left = held.flatMap((special): SpecialPermission[] => (special.id === id ? become(special) : [special]));
    return { special_permissions: JSON.stringify(left) };
  });
}

/** Changes the columns of a collection's permissions, and notes it for the audit. @throws {Refusal} `WDE0027`, `WDE0025`. */
async function changePermissions(
  context: DataContext,
  caller: Caller,
  id: string,
  columns: (row: CollectionRow) => Parameters<typeof changeCollection>[2],
): Promise<CollectionRow> {
  requireOwner(caller, id);
  return context.db.transaction().execute(async (tx) => {
    const former = await lockCollection(tx, context.site.id, id);
    if (!former) throw collectionNotFound(id);
    await recordAuditEvent(tx, context, "data-permissions-changed", { by: caller, details: { collectionId: id } });
    return changeCollection(tx, former, { ...columns(former), updated_at: context.now() });
  });
}

function accessesOf({ userId, itemRead, itemInsert, itemUpdate, itemRemove }: Given): SpecialPermission {
  return {
    ...(userId !== undefined && { userId }),
    itemRead: itemRead ?? "UNSPECIFIED",
    itemInsert: itemInsert ?? "UNSPECIFIED",
    itemUpdate: itemUpdate ?? "UNSPECIFIED",
    itemRemove: itemRemove ?? "UNSPECIFIED",
  };
}

const toPermissions = (row: CollectionRow): DataPermissions => ({
  id: row.id,
  itemRead: row.read_level,
  itemInsert: row.insert_level,
  itemUpdate: row.update_level,
  itemRemove: row.remove_level,
  specialPermissions: row.special_permissions,
});
