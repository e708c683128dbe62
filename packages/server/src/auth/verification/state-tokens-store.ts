import type { DbOrTx } from "../../platform/db/database.ts";

export const verificationPurpose = "email verification";
/** A placeholder verification; the suffix separates sign-ups with the same email. */
export type PlaceholderPurpose = `decoy ${string}`;
/** What a state token continues. */
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

/** `undefined` if the token is unknown, expired, used, or of another app. */
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

/** Ends the member's pending sign-ins of this purpose. */
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
