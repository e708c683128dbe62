import type { AvailableFactor, MfaReason } from "@porchlight/contract/auth/mfa/factor";
import type { StateMachineResponse } from "@porchlight/contract/auth/sign-in/schema";
import type { Transaction } from "kysely";
import type { MemberRow } from "../../members/members-store.ts";
import { hashSecret, newSecret } from "../../platform/crypto/secrets.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { TxContext } from "../../platform/server-context.ts";
import { toIdentity } from "../identity-serializer.ts";
import { insertPendingSignIn } from "./pending-sign-ins-store.ts";

/** Source: security requirements §4, "state token". */
export const pendingSignInTtlMs = 15 * 60_000;

/** Creates a pending sign-in that waits for the second factor. The caller holds the member's lock. */
export async function startSecondFactor(
  tx: Transaction<Tables>,
  context: TxContext,
  appId: string,
  member: MemberRow,
  availableFactors: AvailableFactor[],
  reason: MfaReason,
): Promise<StateMachineResponse> {
  const [first] = availableFactors;
  if (!first) throw new Error("No second factor is available.");
  const stateToken = newSecret();
  await insertPendingSignIn(tx, {
    siteId: context.site.id,
    tokenHash: hashSecret(stateToken),
    appId,
    memberId: member.id,
    reason,
    expiresAt: new Date(context.now().getTime() + pendingSignInTtlMs),
  });
  return {
    state: "REQUIRE_MFA",
    stateToken,
    identity: toIdentity(member),
    mfaChallengeData: { factorType: first.factorType, availableFactors, reason },
  };
}
