import type { StartVerificationRequest } from "@porchlight/contract/auth/sign-in";
import type { Caller, Deps } from "../deps.ts";
import { Refusal } from "../errors.ts";
import { lockMember } from "../members/members-store.ts";
import { startEmailVerification } from "./email-verification.ts";

/**
 * Mails a signed-in member a code that proves their own e-mail, where the site let them in without. The id that comes back
 * goes with the code to auth/verify, as a state token does.
 *
 * @param address Who asks, as `addressKey` writes it.
 * @throws {Refusal} `NOT_ALLOWED` for another identity, and for a visitor.
 */
export async function startVerification(
  deps: Deps,
  caller: Caller,
  { body }: StartVerificationRequest,
  address: string,
): Promise<{ verificationId: string }> {
  if (caller.kind !== "member" || caller.memberId !== body.identityId.toLowerCase()) throw new Refusal("NOT_ALLOWED");
  const mayMail = await deps.limits.admits("mails asked for by an address", address);
  const verificationId = await deps.db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, deps.site.id, caller.memberId);
    if (member?.status !== "ACTIVE") throw new Refusal("NOT_ALLOWED");
    return startEmailVerification(tx, deps, caller.appId, member, { mayMail });
  });
  deps.wakeOutbox();
  return { verificationId };
}
