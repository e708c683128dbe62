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

/** Whoever may not come in has no use for ways in. */
const notifiableStatuses: readonly IdentityStatus[] = ["ACTIVE", "PENDING"];
/** Characters: enough to tell the sign-ups with one address apart. */
const keyLength = 22;

/**
 * What the sign-up of `password` with a known member's address goes on with. Sign-ups with one address and one password share
 * their tries, as they do where the first of them has made the account.
 */
export function placeholderPurpose(context: ServerContext, member: MemberRow, password: string): PlaceholderPurpose {
  const mac = context.secrets.mac("decoy", `${member.id} ${password.normalize("NFC")}`);
  return `decoy ${mac.toString("base64url").slice(0, keyLength)}`;
}

/**
 * Answers for a known address as `startEmailVerification` does for a new one: with a state token whose code nobody gets, with
 * the same tries, pauses and limits. The member gets a notice in place of the code. The caller holds the member's lock, and
 * wakes the outbox after the transaction.
 *
 * @returns The state token.
 */
export async function startPlaceholderVerification(
  tx: Transaction<Tables>,
  context: TxContext,
  caller: Caller,
  member: MemberRow,
  purpose: PlaceholderPurpose,
  mayMail = true,
): Promise<string> {
  const former = await findVerificationCodeDate(tx, { siteId: context.site.id, memberId: member.id, purpose });
  const mailCode = async (at: Date) => {
    await sendExistingAccountNotice(tx, context, caller, member, at);
    // Of the length of a code's; no code has it.
    return randomBytes(32);
  };
  const verification = {
    appId: requireAppId(caller),
    member,
    purpose,
    mailbox: `${member.email_key} ${purpose}`,
    mailCode,
  };
  return openVerification(tx, context, verification, { isFirst: former === undefined, maySend: mayMail });
}

/** Tells the member that somebody has signed up with their address, as often as mails may reach them. */
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
