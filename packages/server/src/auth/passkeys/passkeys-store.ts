import type { Selectable } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";

export type PasskeyRow = Selectable<Tables["passkeys"]>;

export interface NewPasskey {
  siteId: string;
  factorId: string;
  memberId: string;
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
  transports: string[];
}

/** Returns false if the credential exists already. */
export async function insertPasskey(db: DbOrTx, passkey: NewPasskey): Promise<boolean> {
  const row = await db
    .insertInto("passkeys")
    .values({
      site_id: passkey.siteId,
      factor_id: passkey.factorId,
      member_id: passkey.memberId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      sign_count: String(passkey.signCount),
      transports: passkey.transports,
    })
    .onConflict((conflict) => conflict.columns(["site_id", "credential_id"]).doNothing())
    .returning("factor_id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function findPasskey(db: DbOrTx, siteId: string, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom("passkeys")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("credential_id", "=", credentialId)
    .executeTakeFirst();
}

/** Locks the row until the transaction ends, so that uses run one after another. */
export async function lockPasskey(db: DbOrTx, siteId: string, factorId: string): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom("passkeys")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("factor_id", "=", factorId)
    .forUpdate()
    .executeTakeFirst();
}

/** The member's passkeys for `rpId`, oldest first. */
export async function listMemberPasskeys(
  db: DbOrTx,
  siteId: string,
  memberId: string,
  rpId: string,
): Promise<PasskeyRow[]> {
  return db
    .selectFrom("passkeys")
    .innerJoin("factors", (join) =>
      join.onRef("factors.site_id", "=", "passkeys.site_id").onRef("factors.id", "=", "passkeys.factor_id"),
    )
    .selectAll("passkeys")
    .where("passkeys.site_id", "=", siteId)
    .where("passkeys.member_id", "=", memberId)
    .where("factors.rp_id", "=", rpId)
    .orderBy("factors.created_at")
    .orderBy("factors.id")
    .execute();
}

/** Records the use and the passkey's sign counter. */
export async function recordPasskeyUse(
  db: DbOrTx,
  siteId: string,
  factorId: string,
  signCount: number,
  at: Date,
): Promise<void> {
  await db
    .updateTable("passkeys")
    .set({ sign_count: String(signCount) })
    .where("site_id", "=", siteId)
    .where("factor_id", "=", factorId)
    .execute();
  await db
    .updateTable("factors")
    .set({ last_used_at: at })
    .where("site_id", "=", siteId)
    .where("id", "=", factorId)
    .execute();
}
