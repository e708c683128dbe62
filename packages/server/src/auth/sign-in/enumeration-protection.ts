import { randomBytes } from "node:crypto";
import type { IdentityStatus } from "@porchlight/contract/auth/state";
import type { Transaction } from "kysely";
import type { MemberRow } from "../../members/members-store.ts";
import type { Caller } from "../../platform/context/caller.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { existingAccountMail } from "../../platform/mail/templates/sign-in-templates.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import { requireAppId } from "../apps/caller-app.ts";
import { findReturnTarget } from "../apps/default-return-url.ts";
import { emailLinkUrls } from "../email-link-urls.ts";
import { openVerification } from "../verification/email-verification.ts";
import type { PlaceholderPurpose } from "../verification/state-tokens-store.ts";
import { findVerificationCodeDate } from "../verification/verification-codes-store.ts";

/** Members who may not sign in get no notice. */
const notifiableStatuses: readonly IdentityStatus[] = ["ACTIVE", "PENDING"];
/** In characters; enough to separate sign-ups with the same email. */
const keyLength = 22;

/**
 * Purpose of a placeholder verification. Sign-ups with the same email and password share their attempts, as they would
 * if the first had created the account.
 */
export function placeholderPurpose(context: ServerContext, member: MemberRow, password: string): PlaceholderPurpose {
  const mac = context.secrets.mac("decoy", `${member.id} ${password.normalize("NFC")}`);
  return `decoy ${mac.toString("base64url").slice(0, keyLength)}`;
}

/**
 * Responds for an existing email as `startEmailVerification` does for a new one: with a state token without a matching
 * code, under the same limits. The member gets a notice instead of a code. The caller holds the member's lock and wakes
 * the outbox after the transaction.
 *
 * @returns The state token.
 */
export async function startPlaceholderVerification(
  tx: Transaction<Tables>,
  context: TxContext,
  caller: Caller,
  member: MemberRow,
  purpose: PlaceholderPurpose,
  maySend = true,
): Promise<string> {
  const latest = await findVerificationCodeDate(tx, { siteId: context.site.id, memberId: member.id, purpose });
  const sendCode = async (at: Date) => {
    await sendExistingAccountNotice(tx, context, caller, member, at);
    // As long as the MAC of a code, and matched by none.
    return randomBytes(32);
  };
  const verification = {
    appId: requireAppId(caller),
    member,
    purpose,
    mailbox: `${member.email_key} ${purpose}`,
    sendCode,
  };
  return openVerification(tx, context, verification, { isFirst: latest === undefined, maySend });
}

/** Notifies the member of a sign-up with their email, within the rate limits. */
export async function sendExistingAccountNotice(
  tx: Transaction<Tables>,
  context: TxContext,
  caller: Caller,
  member: MemberRow,
  at: Date,
): Promise<void> {
  if (!notifiableStatuses.includes(member.status)) return;
  if (!(await context.limits.tryCount("signUpNoticesPerMailbox", member.email_key, tx))) return;
  const pages = emailLinkUrls(context, caller);
  const signIn = pages.signIn ?? (await findReturnTarget(tx, context, requireAppId(caller)))?.url;
  await enqueueOutboxEntry(tx, context.site.id, "mail", existingAccountMail(context, member, { ...pages, signIn }), at);
}
