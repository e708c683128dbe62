import type { StartVerificationRequest } from "@porchlight/contract/auth/sign-in/schema";
import { lockMember } from "../../members/members-store.ts";
import { recordApiKeyUse } from "../../platform/audit/audit.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { RequestContext } from "../../platform/context/request-context.ts";
import { isId } from "../../platform/db/ids.ts";
import { hasApiKeyRole } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { toCodeRequester } from "../sign-in/sign-in-result.ts";
import { startEmailVerification } from "./email-verification.ts";

/**
 * Sends a signed-in member a code to verify their email, on sites that do not require it at sign-up. With an API key of
 * role admin, also for other members, including pending ones. The returned id is a state token for `auth/verify`.
 *
 * @throws {Refusal} `NOT_ALLOWED` for another identity or a visitor; with an API key, `NOT_FOUND` for an unknown
 *   member.
 */
export async function startVerification(
  context: ServerContext,
  { caller, ip }: RequestContext,
  { body }: StartVerificationRequest,
): Promise<{ verificationId: string }> {
  const identityId = body.identityId.toLowerCase();
  const isOwn = caller.kind === "member" && caller.memberId === identityId;
  if (!isOwn && !hasApiKeyRole(caller, "admin")) throw new Refusal("NOT_ALLOWED");
  const requester = toCodeRequester(context, caller);
  const maySend = await context.limits.tryCount("emailRequestsPerIp", ip);
  const verificationId = await context.db.transaction().execute(async (tx) => {
    if (!isOwn) await recordApiKeyUse(tx, context, caller);
    const member = isId(identityId) ? await lockMember(tx, context.site.id, identityId) : undefined;
    const canVerify = member?.status === "ACTIVE" || (!isOwn && member?.status === "PENDING");
    if (!member || !canVerify) throw new Refusal(isOwn ? "NOT_ALLOWED" : "NOT_FOUND");
    return startEmailVerification(tx, context, requester, member, { maySend });
  });
  context.wakeOutbox();
  return { verificationId };
}
