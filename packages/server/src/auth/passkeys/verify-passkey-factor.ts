import type { PasskeyChallenge } from "@porchlight/contract/auth/passkeys/passkey";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { ServerContext, TxContext } from "../../platform/context/server-context.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { SettingValues } from "../../platform/settings/settings.ts";
import { appOf } from "../sign-in/sign-in-result.ts";
import type { PasskeyChallengeKey } from "./passkey-challenges-store.ts";
import { findPasskeysOf } from "./passkeys-store.ts";
import { passkeyDomain } from "./relying-party.ts";
import { askPasskey } from "./request-passkey.ts";

/** What an answer for the second step of the sign-in with this state token counts for. */
export const passkeyStepKey = (context: ServerContext, caller: Caller, tokenHash: Buffer): PasskeyChallengeKey => ({
  siteId: context.site.id,
  purpose: "second step",
  subject: tokenHash.toString("hex"),
  appId: appOf(caller),
});

/**
 * Asks one of the member's passkeys for the second step.
 *
 * @throws {Refusal} `FACTOR_NOT_AVAILABLE` for whoever has none for this domain.
 */
export async function askForPasskeyStep(
  db: DbOrTx,
  context: TxContext,
  settings: SettingValues,
  key: PasskeyChallengeKey,
  { memberId, needsVerification }: { memberId: string; needsVerification: boolean },
): Promise<PasskeyChallenge> {
  const rpId = passkeyDomain(context, settings);
  const passkeys = await findPasskeysOf(db, context.site.id, memberId, rpId);
  if (passkeys.length === 0) throw new Refusal("FACTOR_NOT_AVAILABLE");
  const userVerification = needsVerification ? "required" : settings.passkeyVerification;
  return askPasskey(db, context, { key, rpId, userVerification, passkeys });
}
