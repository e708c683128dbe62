import type { Transaction } from "kysely";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { deleteHostedSessionsOf } from "../../platform/identity/hosted-sessions-store.ts";
import { revokeSessionsOf } from "../../platform/identity/sessions-store.ts";
import { deleteEmailChange } from "../account/email-changes-store.ts";
import { consumeMemberPendingSignIns } from "../mfa/pending-sign-ins-store.ts";
import { deleteTrustedDevices } from "../mfa/trusted-devices/trusted-devices-store.ts";
import { consumeMemberRecoveryTokens } from "../recovery/recovery-tokens-store.ts";
import { consumeMemberAuthorizationCodes } from "../tokens/authorization-codes-store.ts";
import { consumeMemberSessionTokens } from "../tokens/session-tokens-store.ts";
import { consumeStateTokens, verificationPurpose } from "../verification/state-tokens-store.ts";

/**
 * Revokes everything that depends on the previous password: recovery links, a pending email change, pending sign-ins,
 * trusted devices, hosted sessions, and sessions except `exceptSessionId`. Source: security requirements §3.8.
 */
export async function endSignIns(
  tx: Transaction<Tables>,
  siteId: string,
  memberId: string,
  at: Date,
  exceptSessionId?: string,
): Promise<void> {
  await consumeMemberRecoveryTokens(tx, siteId, memberId, at);
  await deleteEmailChange(tx, siteId, memberId);
  await consumeStateTokens(tx, siteId, memberId, verificationPurpose, at);
  await consumeMemberPendingSignIns(tx, siteId, memberId, at);
  await deleteTrustedDevices(tx, siteId, memberId);
  await endSessions(tx, siteId, memberId, at, exceptSessionId);
}

/** Ends the member's hosted sessions, pending sign-ins and sessions, except `exceptSessionId`. */
export async function endSessions(
  tx: Transaction<Tables>,
  siteId: string,
  memberId: string,
  at: Date,
  exceptSessionId?: string,
): Promise<void> {
  // In the order in which one turns into the next, so that a concurrent sign-in is caught by a later statement.
  await consumeMemberSessionTokens(tx, siteId, memberId, at);
  await deleteHostedSessionsOf(tx, siteId, memberId);
  await consumeMemberAuthorizationCodes(tx, siteId, memberId, at);
  await revokeSessionsOf(tx, siteId, memberId, at, exceptSessionId);
}
