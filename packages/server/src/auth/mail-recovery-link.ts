import type { IdentityStatus } from "@porchlight/contract/auth/state";
import type { Deps } from "../deps.ts";
import { addToOutbox, type OutboxEntries } from "../events/outbox.ts";
import { recoveryMail } from "../mail/templates.ts";
import { findMemberByEmail, lockMember } from "../members/members-store.ts";
import { hashSecret, newSecret } from "../secrets.ts";
import { insertRecoveryToken, useRecoveryTokensOf } from "./recovery-tokens-store.ts";

/** Source: security requirements §4. */
export const recoveryTokenLifeMinutes = 30;

/** A PENDING member proves their e-mail by the link; whoever may not come in has no use for a password. */
const recoverable: readonly IdentityStatus[] = ["ACTIVE", "PENDING"];

/**
 * Mails the member at this address a link to a new password, which kills the former links. Nobody there, or nobody who may
 * have one: nothing happens. Carried out twice it sends once.
 */
export async function mailRecoveryLink(deps: Deps, { siteId, id, payload }: OutboxEntries["recovery"]): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const found = await findMemberByEmail(tx, siteId, payload.to);
    const member = found && (await lockMember(tx, siteId, found.id));
    if (!member || !recoverable.includes(member.status)) return;
    const at = deps.now();
    const token = newSecret();
    const tokenHash = hashSecret(token);
    const inserted = await insertRecoveryToken(tx, {
      siteId,
      tokenHash,
      memberId: member.id,
      requestId: id,
      at,
      expiresAt: new Date(at.getTime() + recoveryTokenLifeMinutes * 60_000),
    });
    if (!inserted) return;
    await useRecoveryTokensOf(tx, siteId, member.id, at, tokenHash);
    const link = {
      url: `${payload.page}#token=${token}`,
      lifeMinutes: recoveryTokenLifeMinutes,
      language: payload.language,
    };
    await addToOutbox(tx, siteId, "mail", recoveryMail(deps, member, link), at);
  });
  deps.wakeOutbox();
}
