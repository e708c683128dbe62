import type { Transaction } from "kysely";
import { lockMember } from "../../members/members-store.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { TxContext } from "../../platform/context/server-context.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { findSessionStart } from "../../platform/identity/sessions-store.ts";

/**
 * Makes the member's decisions about sessions come one after the other, and lets a session decide only while it holds itself:
 * one that was ended from elsewhere, but whose access token still counts for some seconds, ends nobody else.
 *
 * @throws {Refusal} `UNAUTHENTICATED`.
 */
export async function lockOwnSession(
  tx: Transaction<Tables>,
  context: TxContext,
  { memberId, sessionId }: Extract<Caller, { kind: "member" }>,
): Promise<void> {
  await lockMember(tx, context.site.id, memberId);
  if (!(await findSessionStart(tx, context.site.id, sessionId))) throw new Refusal("UNAUTHENTICATED");
}
