import type { AccountFacts } from "@porchlight/contract/auth/account";
import type { Caller, Deps } from "../../platform/context/server-context.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { findMember } from "../../members/members-store.ts";
import { countAuthoredPosts } from "./authored-posts-store.ts";
import { toEmailChange } from "./email-change-serializer.ts";
import { findEmailChange } from "./email-changes-store.ts";

/**
 * What the member who asks has to know before they change or delete the account.
 *
 * @throws {Refusal} `NOT_ALLOWED` for anybody but a member; `UNAUTHENTICATED` when they were blocked or deleted meanwhile.
 */
export async function accountFacts(deps: Deps, caller: Caller): Promise<AccountFacts> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const siteId = deps.site.id;
  const { memberId } = caller;
  const [member, authoredItems, change] = await Promise.all([
    findMember(deps.db, siteId, memberId),
    countAuthoredPosts(deps.db, siteId, memberId),
    findEmailChange(deps.db, siteId, memberId, deps.now()),
  ]);
  if (member?.status !== "ACTIVE") throw new Refusal("UNAUTHENTICATED");
  const hasPassword = member.password_hash !== null;
  return { authoredItems, hasPassword, ...(change && { emailChange: toEmailChange(change) }) };
}
