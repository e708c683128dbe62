import type { AccountSummary } from "@porchlight/contract/auth/account/account";
import { findMember } from "../../members/members-store.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { countAuthoredPosts } from "./authored-posts-store.ts";
import { toEmailChange } from "./email-change.ts";
import { findEmailChange } from "./email-changes-store.ts";

/**
 * What the member needs to know before changing or deleting the account.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers other than members; `UNAUTHENTICATED` if the member is no longer active.
 */
export async function getAccountSummary(context: ServerContext, { caller }: Requester): Promise<AccountSummary> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const siteId = context.site.id;
  const { memberId } = caller;
  const [member, authoredItems, change] = await Promise.all([
    findMember(context.db, siteId, memberId),
    countAuthoredPosts(context.db, siteId, memberId),
    findEmailChange(context.db, siteId, memberId, context.now()),
  ]);
  if (member?.status !== "ACTIVE") throw new Refusal("UNAUTHENTICATED");
  const hasPassword = member.password_hash !== null;
  return { authoredItems, hasPassword, ...(change && { emailChange: toEmailChange(change) }) };
}
