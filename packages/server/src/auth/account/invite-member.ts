import { identityProfileSchema } from "@porchlight/contract/auth/identity/schema";
import * as z from "zod";
import { addMember } from "../../members/administration/add-member.ts";
import { type MemberSummary, toMemberSummary } from "../../members/administration/list-members.ts";
import { requireEmailAddress } from "../../members/email-address.ts";
import { findMemberByEmail, lockMember } from "../../members/members-store.ts";
import { recordApiKeyUse, recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import { isId, newId } from "../../platform/db/ids.ts";
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
  requireMemberManager(caller);
  const email = requireEmailAddress(input.email, "email");
  const { siteUrl } = context.config;
  if (siteUrl === undefined && input.clientId === undefined)
    throw new InvalidArguments([violation("clientId", "must name an app: there is no member site to invite to")]);
  const { resetPassword } = emailLinkUrls(context, caller, input.clientId ?? siteAppId(context.site.id));
  await requireApp(context, input.clientId);
  const { firstName, lastName, language } = validate(inputSchema, { input }).input;
  const row = await context.db.transaction().execute(async (tx) => {
    const found = await findMemberByEmail(tx, context.site.id, email.key);
    const existing = found && (await lockMember(tx, context.site.id, found.id));
    if (existing && (existing.password_hash !== null || !recoverableStatuses.includes(existing.status)))
      throw new Refusal("-19995");
    if (!(await context.limits.tryCount("invitationEmailsPerMailbox", email.key, tx)))
      throw new Refusal("TOO_MANY_REQUESTS");
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
    const at = context.now();
    const link = await createRecoveryLink(tx, context, member.id, { id: newId(at.getTime()), ...resetPassword });
    if (link)
      await enqueueOutboxEntry(tx, context.site.id, "mail", activationMail(context, member, { ...link, language }), at);
    return member;
  });
  context.wakeOutbox();
  return toMemberSummary(row);
}

async function requireApp({ db, site }: ServerContext, clientId: string | undefined): Promise<void> {
  if (clientId === undefined || (isId(clientId) && (await findApp(db, site.id, clientId)))) return;
  throw new InvalidArguments([violation("clientId", "must be the client id of an app")]);
}
