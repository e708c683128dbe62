import type { CollectionPermissions } from "@porchlight/contract/data/collections/collection";
import type { CollectionRole, PermissionLevel } from "@porchlight/contract/data/collections/collection-values";
import type { Collection, ItemAction } from "../collections/collection.ts";

/** Roles in a collection's `permissions` are coarser than the stored levels. */

const levelOfRole: Record<CollectionRole, PermissionLevel> = {
  ANYONE: "ANYONE",
  SITE_MEMBER: "SITE_MEMBER",
  SITE_MEMBER_AUTHOR: "SITE_MEMBER_AUTHOR",
  ADMIN: "CMS_EDITOR",
};
/** No role is as restrictive as `PRIVILEGED`, so it maps to the most restrictive one. */
export const roleOfLevel: Record<PermissionLevel, CollectionRole> = {
  ANYONE: "ANYONE",
  SITE_MEMBER: "SITE_MEMBER",
  SITE_MEMBER_AUTHOR: "SITE_MEMBER_AUTHOR",
  CMS_EDITOR: "ADMIN",
  PRIVILEGED: "ADMIN",
};

/** A role that equals that of the current level keeps the level, so that sending back a collection changes nothing. */
export function levelColumns(roles: Partial<CollectionPermissions>, former?: Collection) {
  const levelOf = (action: ItemAction): PermissionLevel => {
    const role = roles[action];
    const level = former?.levels[action] ?? "PRIVILEGED";
    return role === undefined || (former && roleOfLevel[level] === role) ? level : levelOfRole[role];
  };
  return {
    read_level: levelOf("read"),
    insert_level: levelOf("insert"),
    update_level: levelOf("update"),
    remove_level: levelOf("remove"),
  };
}
