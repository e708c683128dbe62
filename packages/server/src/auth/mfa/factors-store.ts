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
  /** For authenticator apps. */
  secretSealed?: Buffer | undefined;
  /** For text messages and calls, E.164. */
  phoneNumber?: string | undefined;
  /** For passkeys: the domain they are bound to. */
  rpId?: string | undefined;
  at: Date;
}

/** Inserts and returns a factor that is pending activation. */
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

/** Oldest first. */
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

/** Renames one of the member's factors, `null` for no name, and returns it. */
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

/** Records the browser and device that the factor was enrolled with: those of the session. */
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

/** Sign-in requires the factor from now on. */
export async function enableFactor(db: DbOrTx, siteId: string, id: string, at: Date): Promise<FactorRow> {
  return db
    .updateTable("factors")
    .set({ status: "ENABLED", last_used_at: at })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

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

/** Deletes the member's other factors of the type of `factor`. */
export async function deleteOtherFactorsOfType(db: DbOrTx, siteId: string, factor: FactorRow): Promise<void> {
  await db
    .deleteFrom("factors")
    .where("site_id", "=", siteId)
    .where("member_id", "=", factor.member_id)
    .where("type", "=", factor.type)
    .where("id", "!=", factor.id)
    .execute();
}

/** Records the time step of a used code. Returns false if it or a later one was used before. */
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

/** Marks enabled factors as unusable until they are enrolled again. */
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

/** Deletes and returns one of the member's factors. */
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

/** Deletes the member's pending enrollments of this type. */
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

export async function deleteMemberFactors(db: DbOrTx, siteId: string, memberId: string): Promise<void> {
  await db.deleteFrom("factors").where("site_id", "=", siteId).where("member_id", "=", memberId).execute();
}
