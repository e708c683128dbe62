import type { SignInWithPasskeyRequest } from "@porchlight/contract/auth/passkeys/schema";
import type { StateMachineAnswer } from "@porchlight/contract/auth/sign-in/schema";
import { lockMember } from "../../members/members-store.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { ServerContext } from "../../platform/context/server-context.ts";
import { hashSecret } from "../../platform/crypto/secrets.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { isUnlikeOthers } from "../mfa/risk.ts";
import { demandVerification } from "../mfa/second-factors-store.ts";
import { siteRules } from "../mfa/site-rules.ts";
import { appOf, signInAnswer } from "../sign-in/sign-in-result.ts";
import { acceptAssertion, checkAssertion } from "./check-assertion.ts";

/**
 * Signs in whoever has one of the member's passkeys. One that has made sure who uses it is two proofs in one; after another one
 * the second step is asked for, and a passkey taken for it has to make sure then.
 *
 * @param from Who asks, as for `login`.
 *
 * @throws {Refusal} `PASSKEY_UNKNOWN`, and with it whoever was deleted; `PASSKEY_REFUSED`; `UNAUTHENTICATED`;
 *   `FACTOR_NOT_OFFERED` where the site has no passkeys.
 */
export async function signInWithPasskey(
  context: ServerContext,
  { caller, ip: address, userAgent }: Omit<RequestContext, "id">,
  { body }: SignInWithPasskeyRequest,
): Promise<StateMachineAnswer> {
  const siteId = context.site.id;
  const key = { siteId, purpose: "sign-in", subject: "", appId: appOf(caller) } as const;
  const settings = await context.settings.read();
  const { hasPasskeys, asksOfPlaces } = siteRules(context, settings);
  if (!hasPasskeys) throw new Refusal("FACTOR_NOT_OFFERED");
  const assertion = await checkAssertion(
    context,
    caller,
    body.webauthnData,
    settings.passkeyVerification === "required",
  );
  const answer = await context.db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, siteId, assertion.passkey.member_id);
    if (!member || member.status === "DELETED") throw new Refusal("PASSKEY_UNKNOWN");
    await acceptAssertion(tx, context, key, assertion);
    const isSecondStepDone = assertion.isUserVerified;
    const isRisky =
      !isSecondStepDone && (await isUnlikeOthers(tx, context, member.id, { address, userAgent, asksOfPlaces }));
    const signedIn = await signInAnswer(tx, context, caller, member, { isSecondStepDone, isRisky });
    if (signedIn.state === "REQUIRE_MFA" && signedIn.stateToken)
      await demandVerification(tx, siteId, hashSecret(signedIn.stateToken));
    return signedIn;
  });
  context.wakeOutbox();
  return answer;
}
