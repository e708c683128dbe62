import type { MemberFieldset } from "@porchlight/contract/members/member";
import type { Caller } from "../../platform/context/caller.ts";
import { isMemberReader } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import type { MemberRow } from "../members-store.ts";
import { hasBlocked, type MemberVisibility } from "./member-pages-store.ts";

/** Which members the caller may see. */
export function visibilityOf({ site }: Pick<ServerContext, "site">, caller: Caller): MemberVisibility {
  return {
    siteId: site.id,
    seesAll: isMemberReader(caller),
    memberId: caller.kind === "member" ? caller.memberId : undefined,
  };
}

const isOwn = (caller: Caller, id: string) => caller.kind === "member" && caller.memberId === id;

/** The fieldsets that the caller gets of a member that they may see. */
export function visibleFieldsets(
  caller: Caller,
  id: string,
  requested: readonly MemberFieldset[] = ["PUBLIC"],
): readonly MemberFieldset[] {
  return isMemberReader(caller) || isOwn(caller, id) ? requested : ["PUBLIC"];
}

/** Whether the caller may see this member. */
export async function canSee(context: ServerContext, caller: Caller, row: MemberRow): Promise<boolean> {
  if (isMemberReader(caller)) return row.status !== "DELETED";
  if (row.status !== "ACTIVE") return false;
  if (isOwn(caller, row.id)) return true;
  if (row.profile.privacyStatus !== "PUBLIC") return false;
  return caller.kind !== "member" || !(await hasBlocked(context.db, context.site.id, row.id, caller.memberId));
}
