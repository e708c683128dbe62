import { randomInt } from "node:crypto";
import { verificationCodeLength } from "@porchlight/contract/limits";
import type { Transaction } from "kysely";
import type { Tables } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { addToOutbox } from "../events/outbox.ts";
import { verificationMail } from "../mail/templates.ts";
import type { MemberRow } from "../members/members-store.ts";
import { hashSecret, newSecret } from "../secrets.ts";
import { insertStateToken } from "./state-tokens-store.ts";
import { replaceVerificationCode } from "./verification-codes-store.ts";

/** Source: security requirements §4. */
export const verificationCodeLifeMinutes = 10;
export const verificationCodeTries = 5;
export const stateTokenLifeMs = 15 * 60_000;
/** A newer code is not made before; the former one goes on working meanwhile. Source: security requirements §5. */
export const resendPauseMs = 60_000;

export const verificationPurpose = "email verification";

/**
 * Goes on with a sign-in through the member's mailbox: makes a state token, and mails a code unless one left less than
 * {@link resendPauseMs} ago. The caller wakes the outbox after the transaction.
 *
 * @returns The state token.
 */
export async function startEmailVerification(
  tx: Transaction<Tables>,
  deps: Deps,
  appId: string,
  member: MemberRow,
): Promise<string> {
  const at = deps.now();
  const key = { siteId: deps.site.id, memberId: member.id, purpose: verificationPurpose } as const;
  const code = randomInt(10 ** verificationCodeLength)
    .toString()
    .padStart(verificationCodeLength, "0");
  const replaced = await replaceVerificationCode(tx, {
    ...key,
    mac: verificationCodeMac(deps, member.id, code),
    tries: verificationCodeTries,
    at,
    expiresAt: new Date(at.getTime() + verificationCodeLifeMinutes * 60_000),
    notAfter: new Date(at.getTime() - resendPauseMs),
  });
  if (replaced)
    await addToOutbox(tx, deps.site.id, "mail", verificationMail(deps, member, code, verificationCodeLifeMinutes), at);

  const stateToken = newSecret();
  await insertStateToken(tx, {
    ...key,
    tokenHash: hashSecret(stateToken),
    appId,
    expiresAt: new Date(at.getTime() + stateTokenLifeMs),
  });
  return stateToken;
}

/** What is stored of a code; bound to its member, so that equal codes of two members do not look alike. */
export function verificationCodeMac(deps: Deps, memberId: string, code: string): Buffer {
  return deps.secrets.mac("verification code", `${verificationPurpose} ${memberId} ${code}`);
}
