import type { Selectable } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { EnrolledType, Tables } from "../../platform/db/tables/tables.ts";

export type FactorRow = Selectable<Tables["factors"]>;

export interface NewFactor {
  siteId: string;
  id: string;
  memberId: string;
  type: EnrolledType;
  name: string | null;
  /** Of an authenticator app. */
  secretSealed?: Buffer | undefined;
  /** Of texts and calls, E.164. */
  phoneNumber?: string | undefined;
  /** Of a passkey: the domain that it is made for. */
  rpId?: string | undefined;
  at: Date;
}

/** Adds a factor that is to be activated; answers it. */
export async function insertFactor(db: DbOrTx, factor: NewFactor): Promise<FactorRow> {
  return db
    .insertInto("factors")
    .values({
      site_id: factor.siteId,
      id: factor.id,
      member_id: factor.memberId,
      type: factor.type,
      status: "REQUIRE_ACTIVATION",
      name: factor.name,
      phone_number: factor.phoneNumber ?? null,
      secret_sealed: factor.secretSealed ?? null,
      rp_id: factor.rpId ?? null,
      browser: null,
      device: null,
      last_step: null,
      created_at: factor.at,
      last_used_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Those of one member, oldest first. */
export async function listMemberFactors(db: DbOrTx, siteId: string, memberId: string): Promise<FactorRow[]> {
  return db
    .selectFrom("factors")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Gives one of the member's factors another name, `null` for none, and answers it. */
export async function updateFactorName(
  db: DbOrTx,
  siteId: string,
  memberId: string,
  id: string,
  name: string | null,
): Promise<FactorRow | undefined> {
  return db
    .updateTable("factors")
    .set({ name })
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/** Notes where a factor was set up: in the browser of this session. */
export async function recordFactorDevice(db: DbOrTx, siteId: string, id: string, sessionId: string): Promise<void> {
  await db
    .updateTable("factors")
    .from("sessions")
    .set((eb) => ({ browser: eb.ref("sessions.browser"), device: eb.ref("sessions.device") }))
    .where("factors.site_id", "=", siteId)
    .where("factors.id", "=", id)
    .whereRef("sessions.site_id", "=", "factors.site_id")
    .where("sessions.id", "=", sessionId)
    .execute();
}

/** Makes the factor one that is asked for at sign-in. */
export async function enableFactor(db: DbOrTx, siteId: string, id: string, at: Date): Promise<FactorRow> {
  return db
    .updateTable("factors")
    .set({ status: "ENABLED", last_used_at: at })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Notes that these have been used. */
export async function recordFactorUse(
  db: DbOrTx,
  siteId: string,
  factors: readonly FactorRow[],
  at: Date,
): Promise<void> {
  if (factors.length === 0) return;
  await db
    .updateTable("factors")
    .set({ last_used_at: at })
    .where("site_id", "=", siteId)
    .where(
      "id",
      "in",
      factors.map(({ id }) => id),
    )
    .execute();
}

/** Removes the member's other factors of the type of `kept`. */
export async function deleteOtherFactorsOfType(db: DbOrTx, siteId: string, factor: FactorRow): Promise<void> {
  await db
    .deleteFrom("factors")
    .where("site_id", "=", siteId)
    .where("member_id", "=", factor.member_id)
    .where("type", "=", factor.type)
    .where("id", "!=", factor.id)
    .execute();
}

/** Notes that the code of this step was used; answers false where it, or a later one, was used before. */
export async function consumeTotpStep(
  db: DbOrTx,
  siteId: string,
  id: string,
  step: number,
  at: Date,
): Promise<boolean> {
  const row = await db
    .updateTable("factors")
    .set({ last_step: String(step), last_used_at: at })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where((eb) => eb.or([eb("last_step", "is", null), eb("last_step", "<", String(step))]))
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes that active factors cannot be used any more before they are set up again. */
export async function requireReenrollment(db: DbOrTx, siteId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("factors")
    .set({ status: "REQUIRE_REENROLL" })
    .where("site_id", "=", siteId)
    .where("id", "in", ids)
    .where("status", "=", "ENABLED")
    .execute();
}

/** Removes one of the member's factors, and answers it. */
export async function deleteFactor(
  db: DbOrTx,
  siteId: string,
  memberId: string,
  id: string,
): Promise<FactorRow | undefined> {
  return db
    .deleteFrom("factors")
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/** Removes what the member has begun to set up and never finished, of this type. */
export async function deletePendingFactors(
  db: DbOrTx,
  siteId: string,
  memberId: string,
  type: EnrolledType,
): Promise<void> {
  await db
    .deleteFrom("factors")
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .where("type", "=", type)
    .where("status", "=", "REQUIRE_ACTIVATION")
    .execute();
}

/** Removes everything that the member has set up. */
export async function deleteMemberFactors(db: DbOrTx, siteId: string, memberId: string): Promise<void> {
  await db.deleteFrom("factors").where("site_id", "=", siteId).where("member_id", "=", memberId).execute();
}
