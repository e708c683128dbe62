import type { PasskeyOptionsAnswer } from "@porchlight/contract/auth/passkey";
import type { Caller, Deps } from "../../deps.ts";
import { Refusal } from "../../errors.ts";
import { siteRules } from "../factors/site-rules.ts";
import { appOf } from "../sign-in-answer.ts";
import { askPasskey } from "./ask-passkey.ts";

/**
 * Asks for any passkey of this site. Nobody is named: the browser shows those that the person has.
 *
 * @throws {Refusal} `UNAUTHENTICATED`; `FACTOR_NOT_OFFERED` where the site has no passkeys.
 */
export async function beginPasskeySignIn(deps: Deps, caller: Caller): Promise<PasskeyOptionsAnswer> {
  const settings = await deps.settings.read();
  const { hasPasskeys, passkeyDomain: rpId } = siteRules(deps, settings);
  if (!hasPasskeys) throw new Refusal("FACTOR_NOT_OFFERED");
  const webauthn = await askPasskey(deps.db, deps, {
    key: { siteId: deps.site.id, purpose: "sign-in", subject: "", appId: appOf(caller) },
    rpId,
    userVerification: settings.passkeyVerification,
    passkeys: [],
  });
  return { webauthn };
}
