import type { PermissionLevel } from "@porchlight/contract/data/collections/collection-values";
import type { Caller } from "../../platform/context/caller.ts";
import { isAdministrator, isEditor } from "../../platform/identity/require-editor.ts";
import type { Collection, ItemAction } from "../collections/collection.ts";
import type { DataContext } from "../data-context.ts";
import { notAllowed } from "../data-errors.ts";
import { canReadAll, canReadHidden } from "./hidden-fields.ts";

/** The items that an operation is allowed on; `own` are those that the member inserted. */
export type Access = "all" | "own" | "none";

/** @throws {Refusal} `WDE0027` for all but the owner and API keys of role `admin`. */
export function requireOwner(caller: Caller, collectionId: string): void {
  if (!isAdministrator(caller)) throw notAllowed(collectionId);
}

/**
 * Each level includes the callers of the levels after it; API keys of role `read` may read on all levels.
 * Source: security requirements §7.1; architecture, "Words and roles".
 */
export function accessTo(collection: Collection, caller: Caller, action: ItemAction): Access {
  if (isAdministrator(caller) || (action === "read" && canReadAll(caller))) return "all";
  const level = collection.levels[action];
  if (isEditor(caller)) return level === "PRIVILEGED" ? "none" : "all";
  const memberId = caller.kind === "member" ? caller.memberId : undefined;
  if (memberId !== undefined && collection.allowed[action].has(memberId)) return "all";
  return levels[level](memberId !== undefined);
}

const levels: Record<PermissionLevel, (isMember: boolean) => Access> = {
  ANYONE: () => "all",
  SITE_MEMBER: (isMember) => (isMember ? "all" : "none"),
  SITE_MEMBER_AUTHOR: (isMember) => (isMember ? "own" : "none"),
  CMS_EDITOR: () => "none",
  PRIVILEGED: () => "none",
};

/** @throws {Refusal} `WDE0027` for callers without access to any item. */
export function requireAccess(collection: Collection, caller: Caller, action: ItemAction): void {
  if (accessTo(collection, caller, action) === "none") throw notAllowed(collection.id);
}

/** Whether the request includes drafts and unpublished items and the caller may read them. */
export function draftsFor(
  caller: Caller,
  options: { publishPluginOptions?: { includeDraftItems?: boolean | null | undefined } | null | undefined },
): boolean {
  return canReadHidden(caller) && options.publishPluginOptions?.includeDraftItems === true;
}

/** The member whose items the operation is restricted to, or `undefined`. */
export function ownItemsMemberId(collection: Collection, caller: Caller, action: ItemAction): string | undefined {
  return accessTo(collection, caller, action) === "own" && caller.kind === "member" ? caller.memberId : undefined;
}

/** The `_owner` of the items that a caller inserts. */
export function ownerIdOf(context: Pick<DataContext, "site">, caller: Caller): string {
  switch (caller.kind) {
    case "member":
      return caller.memberId;
    case "visitor":
      return caller.visitorId;
    case "apiKey":
      return caller.apiKey.keyId;
    default:
      return context.site.id;
  }
}

/** Identifies the caller in cursors and jobs. */
export function callerKeyOf(context: Pick<DataContext, "site">, caller: Caller): string {
  const key = "apiKey" in caller && caller.apiKey ? ` ${caller.apiKey.keyId}` : "";
  return `${caller.kind} ${ownerIdOf(context, caller)}${key}`;
}
