import { identityProfileSchema } from "@porchlight/contract/auth/identity/schema";
import type { Transaction } from "kysely";
import * as z from "zod";
import { addMember } from "../../members/administration/add-member.ts";
import { type MemberSummary, toMemberSummary } from "../../members/administration/list-members.ts";
import { requireEmailAddress } from "../../members/email-address.ts";
import { findMemberByEmail, lockMember, type MemberRow } from "../../members/members-store.ts";
import { recordApiKeyUse, recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import { isId, newId } from "../../platform/db/ids.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { validate } from "../../platform/http/validation.ts";
import { requireMemberManager } from "../../platform/identity/require-editor.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { activationMail } from "../../platform/mail/templates/sign-in-templates.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { findApp } from "../apps/apps-store.ts";
import { siteAppId } from "../apps/site-app.ts";
import { emailLinkUrls } from "../email-link-urls.ts";
import { createRecoveryLink, recoverableStatuses } from "../recovery/recovery-link.ts";

/** The member to invite. */
export interface InviteMemberInput {
  email: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** Language of the email and of the new account. */
  language?: string | undefined;
  /** The app to sign in to; required without a member site. */
  clientId?: string | undefined;
}

const inputSchema = z.object({
  input: identityProfileSchema.pick({ firstName: true, lastName: true, language: true }),
});

/**
 * Creates an account and emails a link to set the first password; for an existing account without a password, sends
 * another link. Opening the link verifies the email.
 *
 * @throws {Refusal} `NOT_ALLOWED`; `-19995` if the account has a password or may not sign in; `TOO_MANY_REQUESTS` after
 *   one email in a minute, three in an hour, or ten in a day.
 * @throws {InvalidArguments} `email`, a name or the language is invalid; `clientId` is unknown, or missing without a
 *   member site.
 */
export async function inviteMember(
  context: ServerContext,
  caller: Caller,
  input: InviteMemberInput,
): Promise<MemberSummary> {
  const { member } = await createInvitation(context, caller, input, async (tx, row, link) => {
    const { key } = requireEmailAddress(input.email, "email");
    if (!(await context.limits.tryCount("invitationEmailsPerMailbox", key, tx))) throw new Refusal("TOO_MANY_REQUESTS");
    const mail = activationMail(context, row, { ...link, language: input.language });
    await enqueueOutboxEntry(tx, context.site.id, "mail", mail, context.now());
  });
  context.wakeOutbox();
  return member;
}

/** A link to set the first password. */
export interface InvitationLink {
  url: string;
  ttlMinutes: number;
}

/**
 * Creates an account with a link to set the first password, or another link for an existing account without a password.
 *
 * @param deliver Sends the link in the transaction that creates it. Default: the caller delivers it.
 * @throws As {@link inviteMember}.
 */
export async function createInvitation(
  context: ServerContext,
  caller: Caller,
  input: InviteMemberInput,
  deliver?: (tx: Transaction<Tables>, member: MemberRow, link: InvitationLink) => Promise<void>,
): Promise<{ member: MemberSummary; link: InvitationLink }> {
  requireMemberManager(caller);
  const email = requireEmailAddress(input.email, "email");
  const { siteUrl } = context.config;
  if (siteUrl === undefined && input.clientId === undefined)
    throw new InvalidArguments([violation("clientId", "must name an app: there is no member site to invite to")]);
  const { resetPassword } = emailLinkUrls(context, caller, input.clientId ?? siteAppId(context.site.id));
  await requireApp(context, input.clientId);
  const { firstName, lastName, language } = validate(inputSchema, { input }).input;
  return context.db.transaction().execute(async (tx) => {
    const found = await findMemberByEmail(tx, context.site.id, email.key);
    const existing = found && (await lockMember(tx, context.site.id, found.id));
    if (existing && (existing.password_hash !== null || !recoverableStatuses.includes(existing.status)))
      throw new Refusal("-19995");
    const member =
      existing ??
      (await addMember(tx, context, {
        email,
        emailVerified: false,
        passwordHash: null,
        status: "ACTIVE",
        pendingReasons: [],
        profile: { firstName, lastName, ...(language && { language }) },
      }));
    await recordApiKeyUse(tx, context, caller);
    await recordAuditEvent(tx, context, "member-invited", { by: caller, memberId: member.id });
    const id = newId(context.now().getTime());
    // The id is new, so there is a link.
    const link = (await createRecoveryLink(tx, context, member.id, { id, ...resetPassword }))!;
    await deliver?.(tx, member, link);
    return { member: toMemberSummary(member), link };
  });
}

async function requireApp({ db, site }: ServerContext, clientId: string | undefined): Promise<void> {
  if (clientId === undefined || (isId(clientId) && (await findApp(db, site.id, clientId)))) return;
  throw new InvalidArguments([violation("clientId", "must be the client id of an app")]);
}
