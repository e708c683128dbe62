import type { DbOrTx } from "../../platform/db/database.ts";

/** What a challenge is for. A response is not valid for another purpose. */
export type PasskeyPurpose = "set-up" | "sign-in" | "second step" | "proof";

export interface PasskeyChallengeKey {
  siteId: string;
  purpose: PasskeyPurpose;
  /** Within the purpose: the factor's id, the hash of the state token, or the session's id; empty for a sign-in. */
  subject: string;
  appId: string;
}

interface ChallengeRow extends PasskeyChallengeKey {
  id: string;
  challengeHash: Buffer;
}

export async function insertPasskeyChallenge(db: DbOrTx, row: ChallengeRow & { expiresAt: Date }): Promise<void> {
  await db
    .insertInto("passkey_challenges")
    .values({
      site_id: row.siteId,
      id: row.id,
      challenge_hash: row.challengeHash,
      purpose: row.purpose,
      subject: row.subject,
      app_id: row.appId,
      expires_at: row.expiresAt,
      used_at: null,
    })
    .execute();
}

/** Marks the challenge as used. Returns false if it is unknown, expired, used, or has another key. */
export async function consumePasskeyChallenge(db: DbOrTx, row: ChallengeRow, at: Date): Promise<boolean> {
  const used = await db
    .updateTable("passkey_challenges")
    .set({ used_at: at })
    .where("site_id", "=", row.siteId)
    .where("id", "=", row.id)
    .where("challenge_hash", "=", row.challengeHash)
    .where("purpose", "=", row.purpose)
    .where("subject", "=", row.subject)
    .where("app_id", "=", row.appId)
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .returning("id")
    .executeTakeFirst();
  return used !== undefined;
}
