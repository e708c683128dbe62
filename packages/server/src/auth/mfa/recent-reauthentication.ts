import type { ProofWay } from "@porchlight/contract/auth/mfa/factor";
import { findMember } from "../../members/members-store.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { findLastAuthentication } from "../../platform/identity/sessions-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { resolveMfaPolicy } from "./mfa-policy.ts";
import { listReauthenticationOptions } from "./verification-options.ts";

/** How long a sign-in, or having proved again who one is, counts. Source: security requirements §3.8. */
export const reauthenticationTtlMs = 10 * 60_000;

/**
 * For what changes who can get into the account.
 *
 * @throws {Refusal} `REAUTHENTICATION_REQUIRED`, with the `ways` to do that, when the member has last proved who they are over
 *   {@link reauthenticationTtlMs} ago; `UNAUTHENTICATED` when the session has ended.
 */
export async function requireRecentReauthentication(
  db: DbOrTx,
  context: ServerContext,
  { memberId, sessionId }: Extract<Caller, { kind: "member" }>,
): Promise<void> {
  const provedAt = await findLastAuthentication(db, context.site.id, sessionId);
  if (!provedAt) throw new Refusal("UNAUTHENTICATED");
  if (context.now().getTime() - provedAt.getTime() <= reauthenticationTtlMs) return;
  const member = await findMember(db, context.site.id, memberId);
  if (!member) throw new Refusal("UNAUTHENTICATED");
  const others = await listReauthenticationOptions(
    db,
    context,
    resolveMfaPolicy(context, await context.settings.read()),
    member,
  );
  const ways: ProofWay[] = others.map(({ available: told }) => told);
  if (member.password_hash !== null) ways.unshift({ factorType: "PASSWORD" });
  throw new Refusal("REAUTHENTICATION_REQUIRED", { ways });
}
