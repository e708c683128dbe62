import type { DbOrTx } from "../db/database.ts";

export async function insertSessionToken(
  db: DbOrTx,
  row: { siteId: string; tokenHash: Buffer; appId: string; memberId: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto("session_tokens")
    .values({
      site_id: row.siteId,
      token_hash: row.tokenHash,
      app_id: row.appId,
      member_id: row.memberId,
      expires_at: row.expiresAt,
      used_at: null,
    })
    .execute();
}

/** Ends every sign-in of the member that was not yet taken further. */
export async function useSessionTokensOf(db: DbOrTx, siteId: string, memberId: string, at: Date): Promise<void> {
  await db
    .updateTable("session_tokens")
    .set({ used_at: at })
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .where("used_at", "is", null)
    .execute();
}

/** Uses the token up and answers whose it is; `undefined` when it is unknown, expired, used, or another app's. */
export async function useSessionToken(
  db: DbOrTx,
  siteId: string,
  tokenHash: Buffer,
  appId: string,
  at: Date,
): Promise<string | undefined> {
  const row = await db
    .updateTable("session_tokens")
    .set({ used_at: at })
    .where("site_id", "=", siteId)
    .where("token_hash", "=", tokenHash)
    .where("app_id", "=", appId)
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .returning("member_id")
    .executeTakeFirst();
  return row?.member_id;
}
