import type { StateMachineAnswer } from "@porchlight/contract/auth/sign-in";
import type { Transaction } from "kysely";
import type { Tables } from "../db/tables.ts";
import type { Caller, Deps } from "../deps.ts";
import { Refusal } from "../errors.ts";
import { type MemberRow, markSignedIn } from "../members/members-store.ts";
import { hashSecret, newSecret } from "../secrets.ts";
import { type CodeAsker, startEmailVerification } from "./email-verification.ts";
import { toIdentity } from "./identity-shape.ts";
import { mailedPages } from "./mailed-pages.ts";
import { insertSessionToken } from "./session-tokens-store.ts";

/** Source: security requirements §4. */
export const sessionTokenLifeMs = 5 * 60_000;

/**
 * What somebody is told who has proved to be this member: in, or what is still missing. The e-mail is confirmed before the
 * owner is asked. Only an ACTIVE member gets a session token. The caller wakes the outbox after the transaction.
 */
export async function signInAnswer(
  tx: Transaction<Tables>,
  deps: Deps,
  caller: Caller,
  member: MemberRow,
  { isNew = false, mails = true }: { isNew?: boolean; mails?: boolean } = {},
): Promise<StateMachineAnswer> {
  const identity = toIdentity(member);
  if (member.status === "ACTIVE") {
    const at = deps.now();
    const sessionToken = newSecret();
    await insertSessionToken(tx, {
      siteId: deps.site.id,
      tokenHash: hashSecret(sessionToken),
      appId: appOf(caller),
      memberId: member.id,
      expiresAt: new Date(at.getTime() + sessionTokenLifeMs),
    });
    await markSignedIn(tx, deps.site.id, member.id, at);
    return { state: "SUCCESS", sessionToken, identity };
  }
  if (member.status === "PENDING" && member.pending_reasons.includes("PENDING_EMAIL_VERIFICATION_REQUIRED")) {
    return {
      state: "REQUIRE_EMAIL_VERIFICATION",
      stateToken: await startEmailVerification(tx, deps, askerOf(deps, caller), member, {
        isFirst: isNew,
        mayMail: mails,
      }),
      identity,
    };
  }
  if (member.status === "PENDING" && member.pending_reasons.includes("PENDING_ADMIN_APPROVAL_REQUIRED")) {
    return { state: "REQUIRE_OWNER_APPROVAL", identity };
  }
  return { state: "STATUS_CHECK", identity };
}

/**
 * The app whose token the caller holds: what is made for the sign-in belongs to it. A program that comes with an API key alone
 * is one of its own.
 *
 * @throws {Refusal} `UNAUTHENTICATED`.
 */
export function appOf(caller: Caller): string {
  if (caller.kind === "visitor" || caller.kind === "member" || caller.kind === "hostedPage") return caller.appId;
  if (caller.kind === "apiKey") return caller.apiKey.keyId;
  throw new Refusal("UNAUTHENTICATED");
}

/** The caller as whoever waits for a code. */
export function askerOf(deps: Deps, caller: Caller): CodeAsker {
  return { appId: appOf(caller), page: mailedPages(deps, caller).verifyEmail };
}
