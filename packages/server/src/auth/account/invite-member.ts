import { identityProfileSchema } from "@porchlight/contract/auth/identity/schema";
import * as z from "zod";
import { addMember } from "../../members/administration/add-member.ts";
import { type MemberSummary, toMemberSummary } from "../../members/administration/list-members.ts";
import { parseEmailAddress } from "../../members/email-address.ts";
import { findMemberByEmail, lockMember } from "../../members/members-store.ts";
import { recordApiKeyUse, recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import { isId, newId } from "../../platform/db/ids.ts";
import { validate } from "../../platform/http/validation.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { activationMail } from "../../platform/mail/templates/sign-in-templates.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { findApp } from "../apps/apps-store.ts";
import { siteAppId } from "../apps/site-app.ts";
import { emailLinkUrls } from "../email-link-urls.ts";
import { createRecoveryLink, recoverableStatuses } from "../recovery/recovery-link.ts";
import { requireAdministrator } from "./require-administrator.ts";

/** The member to invite. */
export interface InviteMemberInput {
  email: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** Of the mail, and of the member from then on. */
  language?: string | undefined;
  /** The app that the member is to sign in to, where there is no member site. */
  clientId?: string | undefined;
}

const invited = z.object({
  input: identityProfileSchema.pick({ firstName: true, lastName: true, language: true }),
});

/**
 * Makes an account for somebody and mails them a link to their first password; invited again, another link. The e-mail counts as
 * confirmed once they have come by it.
 *
 * @throws {Refusal} `NOT_ALLOWED`; `-19995` when there is an account with a password, or one that may not come in; `TOO_MANY_REQUESTS`
 *   after a mail in this minute, three in this hour, or ten in this day.
 * @throws {InvalidArguments} `email` is no e-mail, a name or the language does not fit; `clientId` is no app's, or missing where there
 *   is no member site.
 */
export async function inviteMember(
  context: ServerContext,
  caller: Caller,
  input: InviteMemberInput,
): Promise<MemberSummary> {
  requireAdministrator(caller);
  const email = parseEmailAddress(input.email);
  if (!email)
    throw new InvalidArguments([
      violation("email", "must be an e-mail address, like name@example.com", "FORMAT", "EMAIL"),
    ]);
  const { siteUrl } = context.config;
  if (siteUrl === undefined && input.clientId === undefined)
    throw new InvalidArguments([violation("clientId", "must name an app: there is no member site to invite to")]);
  const { resetPassword } = emailLinkUrls(context, caller, input.clientId ?? siteAppId(context.site.id));
  await needApp(context, input.clientId);
  const { firstName, lastName, language } = validate(invited, { input }).input;
  const row = await context.db.transaction().execute(async (tx) => {
    const known = await findMemberByEmail(tx, context.site.id, email.key);
    const former = known && (await lockMember(tx, context.site.id, known.id));
    if (former && (former.password_hash !== null || !recoverableStatuses.includes(former.status)))
      throw new Refusal("-19995");
    if (!(await context.limits.tryCount("invitationEmailsPerMailbox", email.key, tx)))
      throw new Refusal("TOO_MANY_REQUESTS");
    const member =
      former ??
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

/** A link that leads to no app would be found out by whoever is invited. */
async function needApp({ db, site }: ServerContext, clientId: string | undefined): Promise<void> {
  if (clientId === undefined || (isId(clientId) && (await findApp(db, site.id, clientId)))) return;
  throw new InvalidArguments([violation("clientId", "must be the client id of an app")]);
}
