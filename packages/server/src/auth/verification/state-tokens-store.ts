import type { DbOrTx } from "../../platform/db/database.ts";

export const verificationPurpose = "email verification";
/** Of a sign-up that only looks like one; what follows tells the sign-ups with one address apart. */
export type PlaceholderPurpose = `decoy ${string}`;
/** What a state token hands on. */
export type StateTokenPurpose = typeof verificationPurpose | PlaceholderPurpose;

export const isPlaceholder = (purpose: StateTokenPurpose): purpose is PlaceholderPurpose =>
  purpose.startsWith("decoy ");

export interface StateTokenRow {
  siteId: string;
  tokenHash: Buffer;
  purpose: StateTokenPurpose;
  appId: string;
  memberId: string;
}

export async function insertStateToken(db: DbOrTx, row: StateTokenRow & { expiresAt: Date }): Promise<void> {
  await db
    .insertInto("state_tokens")
    .values({
      site_id: row.siteId,
      token_hash: row.tokenHash,
      purpose: row.purpose,
      app_id: row.appId,
      member_id: row.memberId,
      expires_at: row.expiresAt,
      used_at: null,
    })
    .execute();
}

/** What this token goes on with, and whose it is; `undefined` when it is unknown, expired, used, or another app's. */
export async function findStateToken(
  db: DbOrTx,
  token: Omit<StateTokenRow, "memberId" | "purpose">,
  at: Date,
): Promise<Pick<StateTokenRow, "memberId" | "purpose"> | undefined> {
  const row = await db
    .selectFrom("state_tokens")
    .select(["member_id", "purpose"])
    .where("site_id", "=", token.siteId)
    .where("token_hash", "=", token.tokenHash)
    .where("app_id", "=", token.appId)
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .$narrowType<{ purpose: StateTokenPurpose }>()
    .executeTakeFirst();
  return row && { memberId: row.member_id, purpose: row.purpose };
}

/** Ends every sign-in of the member that waited for this purpose. */
export async function consumeStateTokens(
  db: DbOrTx,
  siteId: string,
  memberId: string,
  purpose: StateTokenPurpose,
  at: Date,
): Promise<void> {
  await db
    .updateTable("state_tokens")
    .set({ used_at: at })
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .execute();
}
