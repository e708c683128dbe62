import type { Caller, Deps } from "../../platform/context/server-context.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { lockOwnSession } from "../sessions/lock-own-session.ts";
import { deleteEmailChange } from "./email-changes-store.ts";

/**
 * Forgets the new e-mail that the member has asked for; their own stays.
 *
 * @throws {Refusal} `NOT_ALLOWED` for anybody but a member.
 */
export async function cancelEmailChange(deps: Deps, caller: Caller): Promise<Record<never, never>> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  await deps.db.transaction().execute(async (tx) => {
    await lockOwnSession(tx, deps, caller);
    await deleteEmailChange(tx, deps.site.id, caller.memberId);
  });
  return {};
}
