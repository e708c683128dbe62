import type { DbOrTx } from "../../../platform/db/database.ts";

interface TrustedDevice {
  siteId: string;
  tokenHash: Buffer;
  memberId: string;
}

export async function insertTrustedDevice(
  db: DbOrTx,
  { siteId, tokenHash, memberId, at, expiresAt }: TrustedDevice & { at: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto("remembered_devices")
    .values({ site_id: siteId, token_hash: tokenHash, member_id: memberId, created_at: at, expires_at: expiresAt })
    .execute();
}

/** Whether the device belongs to the member with this email. */
export async function isTrustedDevice(
  db: DbOrTx,
  { siteId, tokenHash, emailKey }: Omit<TrustedDevice, "memberId"> & { emailKey: string },
  at: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom("remembered_devices as device")
    .innerJoin("members as member", (join) =>
      join.onRef("member.site_id", "=", "device.site_id").onRef("member.id", "=", "device.member_id"),
    )
    .select("device.member_id")
    .where("device.site_id", "=", siteId)
    .where("device.token_hash", "=", tokenHash)
    .where("device.expires_at", ">", at)
    .where("member.email_key", "=", emailKey)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteTrustedDevices(db: DbOrTx, siteId: string, memberId: string): Promise<void> {
  await db.deleteFrom("remembered_devices").where("site_id", "=", siteId).where("member_id", "=", memberId).execute();
}
