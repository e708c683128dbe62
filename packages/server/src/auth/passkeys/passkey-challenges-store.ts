import type { DbOrTx } from "../../platform/db/database.ts";

/** What a passkey is asked for. An answer for one of them is worth nothing for another. */
export type PasskeyPurpose = "set-up" | "sign-in" | "second step" | "proof";

export interface PasskeyChallengeKey {
  siteId: string;
  purpose: PasskeyPurpose;
  /** Within the purpose: the factor's id, the hash of the state token, or the session's id; empty where anybody may answer. */
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

/** Uses the challenge up; answers false when it is unknown, expired, used, or was made for something else. */
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
