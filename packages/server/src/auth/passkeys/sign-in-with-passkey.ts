import type { PasskeyOptionsResponse } from "@porchlight/contract/auth/passkeys/passkey";
import type { SignInWithPasskeyRequest } from "@porchlight/contract/auth/passkeys/schema";
import type { StateMachineResponse } from "@porchlight/contract/auth/sign-in/schema";
import { lockMember } from "../../members/members-store.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { RequestContext, Requester } from "../../platform/context/request-context.ts";
import { hashSecret } from "../../platform/crypto/secrets.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { requireAppId } from "../apps/caller-app.ts";
import { resolveMfaPolicy } from "../mfa/mfa-policy.ts";
import { requireUserVerification } from "../mfa/pending-sign-ins-store.ts";
import { isUnrecognizedSignIn } from "../mfa/risk.ts";
import { resolveSignInResult } from "../sign-in/sign-in-result.ts";
import { requestPasskey } from "./request-passkey.ts";
import { acceptAssertion, verifyAssertion } from "./verify-assertion.ts";

/**
 * Signs a member in with a passkey. A passkey that verified the user counts as both factors; otherwise the second
 * factor is required, and a passkey used for it must verify the user.
 *
 * @throws {Refusal} `PASSKEY_UNKNOWN`, also for deleted members; `PASSKEY_REFUSED`; `UNAUTHENTICATED`;
 *   `FACTOR_NOT_OFFERED` if the site has no passkeys.
 */
export async function signInWithPasskey(
  context: ServerContext,
  { caller, userAgent }: Omit<RequestContext, "id">,
  { body }: SignInWithPasskeyRequest,
): Promise<StateMachineResponse> {
  const siteId = context.site.id;
  const key = { siteId, purpose: "sign-in", subject: "", appId: requireAppId(caller) } as const;
  const settings = await context.settings.read();
  const { hasPasskeys } = resolveMfaPolicy(context, settings);
  if (!hasPasskeys) throw new Refusal("FACTOR_NOT_OFFERED");
  const assertion = await verifyAssertion(
    context,
    caller,
    body.webauthnData,
    settings.passkeyVerification === "required",
  );
  const result = await context.db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, siteId, assertion.passkey.member_id);
    if (!member || member.status === "DELETED") throw new Refusal("PASSKEY_UNKNOWN");
    await acceptAssertion(tx, context, key, assertion);
    const isMfaComplete = assertion.isUserVerified;
    const isRisky = !isMfaComplete && (await isUnrecognizedSignIn(tx, context, member.id, userAgent));
    const signedIn = await resolveSignInResult(tx, context, caller, member, {
      isMfaComplete,
      isRisky,
    });
    if (signedIn.state === "REQUIRE_MFA" && signedIn.stateToken)
      await requireUserVerification(tx, siteId, hashSecret(signedIn.stateToken));
    return signedIn;
  });
  context.wakeOutbox();
  return result;
}

/**
 * Requests any passkey of this site; the browser lists those that the person has.
 *
 * @throws {Refusal} `UNAUTHENTICATED`; `FACTOR_NOT_OFFERED` if the site has no passkeys.
 */
export async function startPasskeySignIn(
  context: ServerContext,
  { caller }: Requester,
): Promise<PasskeyOptionsResponse> {
  const settings = await context.settings.read();
  const { hasPasskeys, passkeyDomain: rpId } = resolveMfaPolicy(context, settings);
  if (!hasPasskeys) throw new Refusal("FACTOR_NOT_OFFERED");
  const webauthn = await requestPasskey(context.db, context, {
    key: { siteId: context.site.id, purpose: "sign-in", subject: "", appId: requireAppId(caller) },
    rpId,
    userVerification: settings.passkeyVerification,
    passkeys: [],
  });
  return { webauthn };
}
