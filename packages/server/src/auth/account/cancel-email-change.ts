import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { lockOwnSession } from "../sessions/lock-own-session.ts";
import { deleteEmailChange } from "./email-changes-store.ts";

/**
 * Forgets the new e-mail that the member has asked for; their own stays.
 *
 * @throws {Refusal} `NOT_ALLOWED` for anybody but a member.
 */
export async function cancelEmailChange(context: ServerContext, { caller }: Requester): Promise<Record<never, never>> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  await context.db.transaction().execute(async (tx) => {
    await lockOwnSession(tx, context, caller);
    await deleteEmailChange(tx, context.site.id, caller.memberId);
  });
  return {};
}
