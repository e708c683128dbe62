import type { PasskeyOptionsAnswer } from "@porchlight/contract/auth/passkeys/passkey";
import { Refusal } from "../../platform/context/errors.ts";
import type { ServerContext } from "../../platform/context/server-context.ts";
import type { Requester } from "../../platform/http/request-context.ts";
import { siteRules } from "../mfa/site-rules.ts";
import { appOf } from "../sign-in/sign-in-result.ts";
import { askPasskey } from "./request-passkey.ts";

/**
 * Asks for any passkey of this site. Nobody is named: the browser shows those that the person has.
 *
 * @throws {Refusal} `UNAUTHENTICATED`; `FACTOR_NOT_OFFERED` where the site has no passkeys.
 */
export async function beginPasskeySignIn(context: ServerContext, { caller }: Requester): Promise<PasskeyOptionsAnswer> {
  const settings = await context.settings.read();
  const { hasPasskeys, passkeyDomain: rpId } = siteRules(context, settings);
  if (!hasPasskeys) throw new Refusal("FACTOR_NOT_OFFERED");
  const webauthn = await askPasskey(context.db, context, {
    key: { siteId: context.site.id, purpose: "sign-in", subject: "", appId: appOf(caller) },
    rpId,
    userVerification: settings.passkeyVerification,
    passkeys: [],
  });
  return { webauthn };
}
