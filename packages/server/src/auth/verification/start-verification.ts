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
 * Mails a signed-in member a code that proves their own e-mail, where the site let them in without; with an API key of role
 * admin, any member, also one who waits. The id that comes back goes with the code to auth/verify, as a state token does.
 *
 * @param address Who asks, as `addressKey` writes it.
 * @throws {Refusal} `NOT_ALLOWED` for another identity, and for a visitor; with a key `NOT_FOUND` where there is no such member.
 */
export async function startVerification(
  context: ServerContext,
  { caller, ip: address }: RequestContext,
  { body }: StartVerificationRequest,
): Promise<{ verificationId: string }> {
  const identityId = body.identityId.toLowerCase();
  const isOwn = caller.kind === "member" && caller.memberId === identityId;
  if (!isOwn && !hasApiKeyRole(caller, "admin")) throw new Refusal("NOT_ALLOWED");
  const asker = toCodeRequester(context, caller);
  const mayMail = await context.limits.tryCount("emailRequestsPerIp", address);
  const verificationId = await context.db.transaction().execute(async (tx) => {
    if (!isOwn) await recordApiKeyUse(tx, context, caller);
    const member = isId(identityId) ? await lockMember(tx, context.site.id, identityId) : undefined;
    const mayProve = member?.status === "ACTIVE" || (!isOwn && member?.status === "PENDING");
    if (!member || !mayProve) throw new Refusal(isOwn ? "NOT_ALLOWED" : "NOT_FOUND");
    return startEmailVerification(tx, context, asker, member, { maySend: mayMail });
  });
  context.wakeOutbox();
  return { verificationId };
}
