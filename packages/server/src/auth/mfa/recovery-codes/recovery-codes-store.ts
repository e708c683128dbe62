import type { DbOrTx } from "../../../platform/db/database.ts";

/** The stored value is the MAC, prefixed with the code's number in the list. Old rows have no prefix. */
const macBytes = 32;
const numbered = (mac: Buffer, number: number) => Buffer.concat([Buffer.of(number), mac]);
export const recoveryCodeCount = 10;

/** Replaces the member's codes, numbered from 1; an empty list deletes them. */
export async function replaceRecoveryCodes(
  db: DbOrTx,
  siteId: string,
  memberId: string,
  macs: readonly Buffer[],
): Promise<void> {
  await db.deleteFrom("recovery_codes").where("site_id", "=", siteId).where("member_id", "=", memberId).execute();
  if (macs.length === 0) return;
  await db
    .insertInto("recovery_codes")
    .values(
      macs.map((mac, index) => ({
        site_id: siteId,
        member_id: memberId,
        code_mac: numbered(mac, index + 1),
        used_at: null,
      })),
    )
    .execute();
}

export async function countRecoveryCodes(db: DbOrTx, siteId: string, memberId: string): Promise<number> {
  const { left } = await db
    .selectFrom("recovery_codes")
    .select((eb) => eb.fn.countAll<string>().as("left"))
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(left);
}

/** The numbers of the used codes in the member's list. */
export async function listUsedRecoveryCodes(db: DbOrTx, siteId: string, memberId: string): Promise<number[]> {
  const rows = await db
    .selectFrom("recovery_codes")
    .select("code_mac")
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .where("used_at", "is not", null)
    .execute();
  const numbers = rows.flatMap(({ code_mac }) => (code_mac.length > macBytes ? code_mac.readUInt8(0) : []));
  return numbers.sort((one, other) => one - other);
}

/** Marks the code as used if it is one of the member's. Returns whether it was. */
export async function consumeRecoveryCode(
  db: DbOrTx,
  siteId: string,
  memberId: string,
  mac: Buffer,
  at: Date,
): Promise<boolean> {
  const numbers = Array.from({ length: recoveryCodeCount }, (_, index) => index + 1);
  const row = await db
    .updateTable("recovery_codes")
    .set({ used_at: at })
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .where("code_mac", "in", [mac, ...numbers.map((number) => numbered(mac, number))])
    .where("used_at", "is", null)
    .returning("member_id")
    .executeTakeFirst();
  return row !== undefined;
}
