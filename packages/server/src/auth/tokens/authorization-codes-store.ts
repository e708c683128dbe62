import type { Selectable } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { Device } from "../../platform/identity/device.ts";

export type AuthorizationCodeRow = Selectable<Tables["authorization_codes"]>;

export async function insertAuthorizationCode(
  db: DbOrTx,
  row: {
    siteId: string;
    codeHash: Buffer;
    appId: string;
    memberId: string;
    redirectUri: string | null;
    codeChallenge: string;
    expiresAt: Date;
    device: Device;
    browserId: string;
  },
): Promise<void> {
  await db
    .insertInto("authorization_codes")
    .values({
      site_id: row.siteId,
      code_hash: row.codeHash,
      app_id: row.appId,
      member_id: row.memberId,
      redirect_uri: row.redirectUri,
      code_challenge: row.codeChallenge,
      expires_at: row.expiresAt,
      used_at: null,
      session_id: null,
      browser_id: row.browserId,
      ...row.device,
    })
    .execute();
}

/** Locks the row until the transaction ends, so that concurrent exchanges run one after another. */
export async function lockAuthorizationCode(
  db: DbOrTx,
  siteId: string,
  codeHash: Buffer,
): Promise<AuthorizationCodeRow | undefined> {
  return db
    .selectFrom("authorization_codes")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("code_hash", "=", codeHash)
    .forUpdate()
    .executeTakeFirst();
}

/** Marks the code as used for `sessionId`. Returns false if it was used or expired. */
export async function consumeAuthorizationCode(
  db: DbOrTx,
  siteId: string,
  codeHash: Buffer,
  sessionId: string,
  at: Date,
): Promise<boolean> {
  const row = await db
    .updateTable("authorization_codes")
    .set({ used_at: at, session_id: sessionId })
    .where("site_id", "=", siteId)
    .where("code_hash", "=", codeHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .returning("code_hash")
    .executeTakeFirst();
  return row !== undefined;
}

/** Revokes the member's unused codes, or only those of `browserId`. */
export async function consumeMemberAuthorizationCodes(
  db: DbOrTx,
  siteId: string,
  memberId: string,
  at: Date,
  browserId?: string,
): Promise<void> {
  let update = db
    .updateTable("authorization_codes")
    .set({ used_at: at })
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .where("used_at", "is", null);
  if (browserId !== undefined)
    update = update.where((eb) => eb.or([eb("browser_id", "=", browserId), eb("browser_id", "is", null)]));
  await update.execute();
}
