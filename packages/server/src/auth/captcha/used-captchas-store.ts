import type { DbOrTx } from "../../platform/db/database.ts";

/** Records a token. Returns whether this is its first use, on any node. */
export async function insertUsedCaptcha(
  db: DbOrTx,
  { siteId, tokenHash, expiresAt }: { siteId: string; tokenHash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const row = await db
    .insertInto("used_captchas")
    .values({ site_id: siteId, token_hash: tokenHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning("expires_at")
    .executeTakeFirst();
  return row !== undefined;
}
