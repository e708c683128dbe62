import type { Transaction } from "kysely";
import { lockMember } from "../../members/members-store.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { findSessionStart } from "../../platform/identity/sessions-store.ts";
import type { TxContext } from "../../platform/server-context.ts";

export type MemberCaller = Extract<Caller, { kind: "member" }>;

/**
 * Locks the member and requires that the caller's session still exists. Serializes a member's session changes: a
 * session that was ended elsewhere, but whose access token is valid for a few more seconds, cannot end others.
 *
 * @throws {Refusal} `UNAUTHENTICATED`.
 */
export async function lockOwnSession(
  tx: Transaction<Tables>,
  context: TxContext,
  { memberId, sessionId }: MemberCaller,
): Promise<void> {
  await lockMember(tx, context.site.id, memberId);
  if (!(await findSessionStart(tx, context.site.id, sessionId))) throw new Refusal("UNAUTHENTICATED");
}
