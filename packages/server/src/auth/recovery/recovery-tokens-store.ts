import type { DbOrTx } from "../../platform/db/database.ts";

/** Inserts the token unless the request already has one. Returns whether it did. */
export async function insertRecoveryToken(
  db: DbOrTx,
  row: { siteId: string; tokenHash: Buffer; memberId: string; requestId: string; at: Date; expiresAt: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto("recovery_tokens")
    .values({
      site_id: row.siteId,
      token_hash: row.tokenHash,
      member_id: row.memberId,
      request_id: row.requestId,
      created_at: row.at,
      expires_at: row.expiresAt,
      used_at: null,
    })
    .onConflict((conflict) => conflict.columns(["site_id", "request_id"]).doNothing())
    .returning("member_id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The member whose password the token may change; `undefined` if it is unknown, expired or used. */
export async function findRecoveryToken(
  db: DbOrTx,
  siteId: string,
  tokenHash: Buffer,
  at: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("recovery_tokens")
    .select("member_id")
    .where("site_id", "=", siteId)
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .executeTakeFirst();
  return row?.member_id;
}

/** Marks the token as used. Returns false if it was used or expired. */
export async function consumeRecoveryToken(db: DbOrTx, siteId: string, tokenHash: Buffer, at: Date): Promise<boolean> {
  const row = await db
    .updateTable("recovery_tokens")
    .set({ used_at: at })
    .where("site_id", "=", siteId)
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .returning("member_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Revokes the member's recovery links, except the token with `exceptHash`. */
export async function consumeMemberRecoveryTokens(
  db: DbOrTx,
  siteId: string,
  memberId: string,
  at: Date,
  exceptHash?: Buffer,
): Promise<void> {
  let update = db
    .updateTable("recovery_tokens")
    .set({ used_at: at })
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .where("used_at", "is", null);
  if (exceptHash) update = update.where("token_hash", "!=", exceptHash);
  await update.execute();
}
