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
import { isReader } from "../../platform/identity/require-editor.ts";
import type { CollectionRow } from "../collections/collection.ts";
import { changeCollection, findCollectionWithSpecial, lockCollection } from "../collections/collections-store.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { collectionNotFound, notAllowed } from "../data-errors.ts";
import { accessTo, requireOwner } from "./access.ts";

type SpecialPermissionInput = z.output<typeof addSpecialPermissionsRequest>["body"]["specialPermissions"];

/**
 * The permissions of a collection. @throws {Refusal} `WDE0025`, `WDE0027` for all but editors and API keys of role
 * `read`.
 */
export async function getPermissions(
  context: DataContext,
  { caller }: Requester,
  { query }: z.output<typeof collectionPermissionsRequest>,
): Promise<PermissionsResponse> {
  const { row } = await requireCollection(context, caller, query.dataCollectionId);
  if (!isReader(caller)) throw notAllowed(row.id);
  return { dataPermissions: toPermissions(row) };
}

/** Sets the given permission levels. @throws {Refusal} `WDE0025`, `WDE0027` for all but the owner. */
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

/** The operations that the caller may do, at least with own items. @throws {Refusal} `WDE0025`. */
export async function getMyPermissions(
  context: DataContext,
  { caller }: Requester,
  { query }: z.output<typeof collectionPermissionsRequest>,
): Promise<MyPermissionsResponse> {
  const collection = await requireCollection(context, caller, query.dataCollectionId);
  const isAllowed = (action: "read" | "insert" | "update" | "remove") =>
    accessTo(collection, caller, action) !== "none";
  return {
    itemRead: isAllowed("read"),
    itemInsert: isAllowed("insert"),
    itemUpdate: isAllowed("update"),
    itemRemove: isAllowed("remove"),
  };
}

/**
 * Grants a member further operations. @throws {Refusal} `WDE0025`, `WDE0027`. @throws {InvalidArguments} for policies.
 */
export async function addSpecialPermissions(
  context: DataContext,
  { caller }: Requester,
  { body }: z.output<typeof addSpecialPermissionsRequest>,
): Promise<SpecialPermissionsResponse> {
  const permission = { id: newId(context.now().getTime()), ...toSpecialPermission(body.specialPermissions) };
  if (permission.userId === undefined) {
    throw new InvalidArguments([violation("specialPermissions.userId", "has to be a member's id", "REQUIRED_FIELD")]);
  }
  await changePermissions(context, caller, body.dataCollectionId, ({ special_permissions: current }) => {
    if (current.length >= maxSpecialPermissions) {
      const description = `are limited to ${maxSpecialPermissions}`;
      throw new InvalidArguments([violation("specialPermissions", description, "MAX_SIZE")]);
    }
    return { special_permissions: JSON.stringify([...current, permission]) };
  });
  return { specialPermissions: permission };
}

/** Per collection; all of them are loaded with each request. */
const maxSpecialPermissions = 100;

/** @throws {Refusal} `WDE0027`, `NOT_FOUND`. */
export async function updateSpecialPermissions(
  context: DataContext,
  { caller }: Requester,
  { params, body }: z.output<typeof updateSpecialPermissionsRequest>,
): Promise<SpecialPermissionsResponse> {
  const input: SpecialPermission = JSON.parse(JSON.stringify(body.specialPermissions));
  let updated: SpecialPermission | undefined;
  await changeSpecial(context, caller, params.id, (current) => {
    updated = { ...current, ...input, ...(current.userId !== undefined && { userId: current.userId }) };
    return [updated];
  });
  return { specialPermissions: updated! };
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
  replace: (current: SpecialPermission) => SpecialPermission[],
): Promise<void> {
  requireOwner(caller, "");
  const collectionId = await findCollectionWithSpecial(context.db, context.site.id, id);
  if (collectionId === undefined) throw new Refusal("NOT_FOUND");
  await changePermissions(context, caller, collectionId, ({ special_permissions: current }) => {
    if (!current.some((special) => special.id === id)) throw new Refusal("NOT_FOUND");
    const remaining = current.flatMap((special): SpecialPermission[] =>
      special.id === id ? replace(special) : [special],
    );
    return { special_permissions: JSON.stringify(remaining) };
  });
}

/** Updates permission columns and records an audit event. @throws {Refusal} `WDE0027`, `WDE0025`. */
async function changePermissions(
  context: DataContext,
  caller: Caller,
  id: string,
  columns: (row: CollectionRow) => Parameters<typeof changeCollection>[2],
): Promise<CollectionRow> {
  requireOwner(caller, id);
  return context.db.transaction().execute(async (tx) => {
    const collection = await lockCollection(tx, context.site.id, id);
    if (!collection) throw collectionNotFound(id);
    await recordAuditEvent(tx, context, "data-permissions-changed", { by: caller, details: { collectionId: id } });
    return changeCollection(tx, collection, { ...columns(collection), updated_at: context.now() });
  });
}

function toSpecialPermission({
  userId,
  itemRead,
  itemInsert,
  itemUpdate,
  itemRemove,
}: SpecialPermissionInput): SpecialPermission {
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
