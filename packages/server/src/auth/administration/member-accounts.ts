import type { SecurityEvent } from "@porchlight/contract/auth/account/security-event";
import type {
  EndMemberSessionRequest,
  ListMemberSecurityEventsRequest,
  MemberAccount,
  RemoveMemberFactorRequest,
} from "@porchlight/contract/members/accounts/accounts";
import type { MemberByIdRequest } from "@porchlight/contract/members/member";
import { lockMemberByIdOrEmail } from "../../members/administration/lock-member-by-id-or-email.ts";
import { findMember, type MemberRow } from "../../members/members-store.ts";
import { recordApiKeyUse, recordAuditEvent } from "../../platform/audit/audit.ts";
import { findLatestAuditEvents } from "../../platform/audit/audit-store.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { requireMemberManager } from "../../platform/identity/require-editor.ts";
import { findLiveSessionsOf } from "../../platform/identity/sessions-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { readFactors } from "../mfa/factors.ts";
import { countRecoveryCodes } from "../mfa/recovery-codes/recovery-codes-store.ts";
import { removeFactorOf } from "../mfa/remove-factor.ts";
import { endSessionOf } from "../sessions/end-session.ts";
import { readSecurityEvents } from "../sessions/list-security-events.ts";
import { maxSessions, toMemberSession } from "../sessions/list-sessions.ts";
import { endSessions } from "../sign-in/end-sign-ins.ts";

/**
 * How a member signs in: factors and active sessions, and when they last got help.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`.
 */
export async function getMemberAccount(
  context: ServerContext,
  { caller }: Requester,
  { params }: MemberByIdRequest,
): Promise<{ account: MemberAccount }> {
  requireMemberManager(caller);
  const { db, site } = context;
  const member = await requireMember(context, params.id);
  const search = { siteId: site.id, memberId: member.id, firstId: member.id, at: context.now(), limit: maxSessions };
  const latest = await findLatestAuditEvents(db, site.id, member.id, [
    "password-email-sent",
    "member-invited",
    "second-steps-reset",
  ]);
  const sent = [latest.get("password-email-sent"), latest.get("member-invited")].filter((date) => date !== undefined);
  const passwordEmailDate = sent.toSorted((a, b) => b.getTime() - a.getTime())[0];
  const factorsResetDate = latest.get("second-steps-reset");
  return {
    account: {
      hasPassword: member.password_hash !== null,
      factors: await readFactors(context, member),
      recoveryCodesLeft: await countRecoveryCodes(db, site.id, member.id),
      sessions: (await findLiveSessionsOf(db, search)).map((row) => toMemberSession(row)),
      ...(passwordEmailDate && { passwordEmailDate: passwordEmailDate.toISOString() }),
      ...(factorsResetDate && { factorsResetDate: factorsResetDate.toISOString() }),
    },
  };
}

/**
 * The security events of a member, newest first.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`.
 */
export async function listMemberSecurityEvents(
  context: ServerContext,
  { caller }: Requester,
  { params, query }: ListMemberSecurityEventsRequest,
): Promise<{ events: SecurityEvent[]; hasMore: boolean }> {
  requireMemberManager(caller);
  const { id } = await requireMember(context, params.id);
  return readSecurityEvents(context, id, query);
}

/**
 * Ends all sessions and pending sign-ins of a member.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`.
 */
export async function endMemberSessions(
  context: ServerContext,
  { caller }: Requester,
  { params }: MemberByIdRequest,
): Promise<Record<never, never>> {
  requireMemberManager(caller);
  await context.db.transaction().execute(async (tx) => {
    const { id } = await lockMemberByIdOrEmail(tx, context, params.id);
    await recordApiKeyUse(tx, context, caller);
    await endSessions(tx, context.site.id, id, context.now());
    await recordAuditEvent(tx, context, "other-sessions-ended", { by: caller, memberId: id });
  });
  return {};
}

/**
 * Ends one session of a member.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`, `SESSION_NOT_FOUND`.
 */
export async function endMemberSession(
  context: ServerContext,
  { caller }: Requester,
  { params }: EndMemberSessionRequest,
): Promise<Record<never, never>> {
  requireMemberManager(caller);
  const sessionId = params.sessionId.toLowerCase();
  await context.db.transaction().execute(async (tx) => {
    const { id } = await lockMemberByIdOrEmail(tx, context, params.id);
    await recordApiKeyUse(tx, context, caller);
    await endSessionOf(tx, context, id, sessionId, caller);
  });
  context.liveSessions.invalidate(sessionId);
  return {};
}

/**
 * Removes one factor of a member and notifies them by email.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`, `FACTOR_NOT_FOUND`.
 */
export async function removeMemberFactor(
  context: ServerContext,
  { caller }: Requester,
  { params }: RemoveMemberFactorRequest,
): Promise<Record<never, never>> {
  requireMemberManager(caller);
  await context.db.transaction().execute(async (tx) => {
    const member = await lockMemberByIdOrEmail(tx, context, params.id);
    await recordApiKeyUse(tx, context, caller);
    await removeFactorOf(tx, context, member, params.factorId, caller);
  });
  context.wakeOutbox();
  return {};
}

async function requireMember({ db, site }: ServerContext, id: string): Promise<MemberRow> {
  const member = await findMember(db, site.id, id);
  if (!member || member.status === "DELETED") throw new Refusal("MEMBER_NOT_FOUND");
  return member;
}
