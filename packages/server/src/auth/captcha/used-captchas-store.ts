import type { DbOrTx } from "../../platform/db/database.ts";

/**
 * Records a token, on any node.
 *
 * @param usedFor Identifies the request, if it may be repeated.
 * @returns `repeated` if the token was used for the same request.
 */
export async function insertUsedCaptcha(
  db: DbOrTx,
  {
    siteId,
    tokenHash,
    expiresAt,
    usedFor,
  }: { siteId: string; tokenHash: Buffer; expiresAt: Date; usedFor?: Buffer | undefined },
): Promise<"first" | "repeated" | "used"> {
  const row = await db
    .insertInto("used_captchas")
    .values({ site_id: siteId, token_hash: tokenHash, expires_at: expiresAt, used_for: usedFor ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .returning("expires_at")
    .executeTakeFirst();
  if (row) return "first";
  if (!usedFor) return "used";
  const former = await db
    .selectFrom("used_captchas")
    .select("token_hash")
    .where("site_id", "=", siteId)
    .where("token_hash", "=", tokenHash)
    .where("used_for", "=", usedFor)
    .executeTakeFirst();
  return former ? "repeated" : "used";
}
