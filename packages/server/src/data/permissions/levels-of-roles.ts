import type { CollectionPermissions } from "@porchlight/contract/data/collections/collection";
import type { CollectionRole, PermissionLevel } from "@porchlight/contract/data/collections/collection-values";
import type { Collection, ItemAction } from "../collections/collection.ts";

/** A collection's `permissions` name roles, which are coarser than the levels that are kept. */

const levelOfRole: Record<CollectionRole, PermissionLevel> = {
  ANYONE: "ANYONE",
  SITE_MEMBER: "SITE_MEMBER",
  SITE_MEMBER_AUTHOR: "SITE_MEMBER_AUTHOR",
  ADMIN: "CMS_EDITOR",
};
/** No role is as narrow as PRIVILEGED: it is told as the narrowest that there is. */
export const roleOfLevel: Record<PermissionLevel, CollectionRole> = {
  ANYONE: "ANYONE",
  SITE_MEMBER: "SITE_MEMBER",
  SITE_MEMBER_AUTHOR: "SITE_MEMBER_AUTHOR",
  CMS_EDITOR: "ADMIN",
  PRIVILEGED: "ADMIN",
};

/**
 * Columns for the roles that are given. A role that the present level is told as leaves that level as it is: who sends back a collection
 * changes nothing.
 */
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
