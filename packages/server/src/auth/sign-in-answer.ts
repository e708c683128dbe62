import type { StateMachineAnswer } from "@porchlight/contract/auth/sign-in";
import type { Transaction } from "kysely";
import type { DbOrTx } from "../db/database.ts";
import type { Tables } from "../db/tables.ts";
import type { Caller, Deps } from "../deps.ts";
import { Refusal } from "../errors.ts";
import type { MemberRow } from "../members/members-store.ts";
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
  const success = await signInActive(tx, deps, appOf(caller), member);
  if (success) return success;
  const identity = toIdentity(member);
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
 * Signs in a member who is ACTIVE and still has the password of `known`; `undefined` for others. Without a transaction it is
 * as safe as with one.
 */
export async function signInActive(
  db: DbOrTx,
  deps: Deps,
  appId: string,
  known: Pick<MemberRow, "id" | "status" | "password_hash">,
): Promise<StateMachineAnswer | undefined> {
  if (known.status !== "ACTIVE") return undefined;
  const at = deps.now();
  const sessionToken = newSecret();
  const member = await insertSessionToken(db, {
    siteId: deps.site.id,
    tokenHash: hashSecret(sessionToken),
    appId,
    memberId: known.id,
    passwordHash: known.password_hash,
    at,
    expiresAt: new Date(at.getTime() + sessionTokenLifeMs),
  });
  return member && { state: "SUCCESS", sessionToken, identity: toIdentity(member) };
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
