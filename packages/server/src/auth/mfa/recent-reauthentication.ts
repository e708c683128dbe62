import type { ReauthenticationMethod } from "@porchlight/contract/auth/mfa/factor";
import { findMember } from "../../members/members-store.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { findLastAuthentication } from "../../platform/identity/sessions-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import type { MemberCaller } from "../sessions/lock-own-session.ts";
import { resolveMfaPolicy } from "./mfa-policy.ts";
import { listReauthenticationOptions } from "./verification-options.ts";

/** How long a sign-in or reauthentication counts as recent. Source: security requirements §3.8. */
export const reauthenticationTtlMs = 10 * 60_000;

/**
 * Guards changes to what protects the account.
 *
 * @throws {Refusal} `REAUTHENTICATION_REQUIRED`, with the methods in `ways`, if the last authentication is older than
 *   {@link reauthenticationTtlMs}; `UNAUTHENTICATED` if the session has ended.
 */
export async function requireRecentReauthentication(
  db: DbOrTx,
  context: ServerContext,
  { memberId, sessionId }: MemberCaller,
): Promise<void> {
  const authenticatedAt = await findLastAuthentication(db, context.site.id, sessionId);
  if (!authenticatedAt) throw new Refusal("UNAUTHENTICATED");
  if (context.now().getTime() - authenticatedAt.getTime() <= reauthenticationTtlMs) return;
  const member = await findMember(db, context.site.id, memberId);
  if (!member) throw new Refusal("UNAUTHENTICATED");
  const others = await listReauthenticationOptions(
    db,
    context,
    resolveMfaPolicy(context, await context.settings.read()),
    member,
  );
  const methods: ReauthenticationMethod[] = others.map(({ available }) => available);
  if (member.password_hash !== null) methods.unshift({ factorType: "PASSWORD" });
  throw new Refusal("REAUTHENTICATION_REQUIRED", { ways: methods });
}
