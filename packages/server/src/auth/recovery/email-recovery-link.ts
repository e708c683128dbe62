import { findMemberByEmail, lockMember } from "../../members/members-store.ts";
import { enqueueOutboxEntry, type OutboxEntries } from "../../platform/jobs/outbox-store.ts";
import { recoveryMail } from "../../platform/mail/templates/sign-in-templates.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { makeRecoveryLink, recoverable } from "./recovery-link.ts";

/**
 * Mails the member at this address a link to a new password. Nobody there, or nobody who may have one: nothing happens.
 * Carried out twice it sends once.
 */
export async function mailRecoveryLink(
  context: ServerContext,
  { siteId, id, payload }: OutboxEntries["recovery"],
): Promise<void> {
  const { to, page, readsQuery, language } = payload;
  await context.db.transaction().execute(async (tx) => {
    const found = await findMemberByEmail(tx, siteId, to);
    const member = found && (await lockMember(tx, siteId, found.id));
    if (!member || !recoverable.includes(member.status)) return;
    const link = await makeRecoveryLink(tx, context, member.id, { id, page, readsQuery });
    if (!link) return;
    const isFirst = member.password_hash === null;
    await enqueueOutboxEntry(
      tx,
      siteId,
      "mail",
      recoveryMail(context, member, { ...link, language, isFirst }),
      context.now(),
    );
  });
  context.wakeOutbox();
}
