import type { DbOrTx } from "../../platform/db/database.ts";

/** Inserts the token unless this request has made one before; answers whether it did. */
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

/** Whose password the token may change; `undefined` when it is unknown, expired or used. */
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

/** Uses the token up; answers whether it was still unused and alive. */
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

/** Makes every link that was mailed to the member worthless, or every one but the token with `keptHash`. */
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
