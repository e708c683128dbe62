import type { MfaReason } from "@porchlight/contract/auth/mfa/factor";
import type { DbOrTx } from "../../platform/db/database.ts";

interface PendingSignInKey {
  siteId: string;
  tokenHash: Buffer;
  appId: string;
}

export interface PendingSignIn {
  memberId: string;
  reason: MfaReason;
  /** Whether a passkey must verify the user. */
  requiresUserVerification: boolean;
}

export async function insertPendingSignIn(
  db: DbOrTx,
  {
    siteId,
    tokenHash,
    appId,
    memberId,
    reason,
    expiresAt,
  }: PendingSignInKey & Omit<PendingSignIn, "requiresUserVerification"> & { expiresAt: Date },
): Promise<void> {
  await db
    .insertInto("second_steps")
    .values({
      site_id: siteId,
      token_hash: tokenHash,
      app_id: appId,
      member_id: memberId,
      reason,
      expires_at: expiresAt,
      used_at: null,
    })
    .execute();
}

/** `undefined` if the token is unknown, expired, used, or of another app. */
export async function findPendingSignIn(
  db: DbOrTx,
  { siteId, tokenHash, appId }: PendingSignInKey,
  at: Date,
): Promise<PendingSignIn | undefined> {
  const row = await db
    .selectFrom("second_steps")
    .select(["member_id", "reason", "needs_verification"])
    .where("site_id", "=", siteId)
    .where("token_hash", "=", tokenHash)
    .where("app_id", "=", appId)
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .executeTakeFirst();
  return row && { memberId: row.member_id, reason: row.reason, requiresUserVerification: row.needs_verification };
}

/** Records that the sign-in started with a passkey that did not verify the user. */
export async function requireUserVerification(db: DbOrTx, siteId: string, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable("second_steps")
    .set({ needs_verification: true })
    .where("site_id", "=", siteId)
    .where("token_hash", "=", tokenHash)
    .execute();
}

export async function consumePendingSignIn(
  db: DbOrTx,
  { siteId, tokenHash }: PendingSignInKey,
  at: Date,
): Promise<void> {
  await db
    .updateTable("second_steps")
    .set({ used_at: at })
    .where("site_id", "=", siteId)
    .where("token_hash", "=", tokenHash)
    .execute();
}

/** Ends the member's pending sign-ins. */
export async function consumeMemberPendingSignIns(
  db: DbOrTx,
  siteId: string,
  memberId: string,
  at: Date,
): Promise<void> {
  await db
    .updateTable("second_steps")
    .set({ used_at: at })
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .where("used_at", "is", null)
    .execute();
}
