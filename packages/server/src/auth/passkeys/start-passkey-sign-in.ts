import type { PasskeyOptionsResponse } from "@porchlight/contract/auth/passkeys/passkey";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { requireAppId } from "../apps/caller-app.ts";
import { resolveMfaPolicy } from "../mfa/mfa-policy.ts";
import { requestPasskey } from "./request-passkey.ts";

/**
 * Asks for any passkey of this site. Nobody is named: the browser shows those that the person has.
 *
 * @throws {Refusal} `UNAUTHENTICATED`; `FACTOR_NOT_OFFERED` where the site has no passkeys.
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
