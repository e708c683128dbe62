import type { DbOrTx } from "../db/database.ts";

/** `EdDSA` signs access tokens, `RS256` webhook deliveries. Source: RFC 8037; webhooks.md. */
export type KeyAlgorithm = "EdDSA" | "RS256";

/** Active and future keys, oldest first. */
export function findKeys(db: DbOrTx, siteId: string, algorithm: KeyAlgorithm) {
  return db
    .selectFrom("signing_keys")
    .select(["id", "public_jwk", "private_jwk_sealed", "active_from"])
    .where("site_id", "=", siteId)
    .where("algorithm", "=", algorithm)
    .where("retired_at", "is", null)
    .orderBy("active_from")
    .orderBy("id")
    .execute();
}

export type KeyRow = Awaited<ReturnType<typeof findKeys>>[number];

/** The encrypted private keys of a site and its staff site, of all algorithms. Default of `siteId`: the main site. */
export async function findSealedKeys(db: DbOrTx, siteId?: string): Promise<Buffer[]> {
  const rows = await db
    .selectFrom("signing_keys as k")
    .innerJoin("sites as s", "s.id", "k.site_id")
    .leftJoin("sites as m", "m.id", "s.staff_of")
    .select("private_jwk_sealed")
    .where("retired_at", "is", null)
    .where((eb) =>
      siteId === undefined
        ? eb.and([eb("s.url", "is", null), eb("m.url", "is", null)])
        : eb.or([eb("s.id", "=", siteId), eb("s.staff_of", "=", siteId)]),
    )
    .execute();
  return rows.map((row) => row.private_jwk_sealed);
}

export async function insertKey(
  db: DbOrTx,
  row: {
    siteId: string;
    id: string;
    algorithm: KeyAlgorithm;
    activeFrom: Date;
    /** JSON text. */
    publicJwk: string;
    sealedPrivateJwk: Buffer;
  },
): Promise<void> {
  await db
    .insertInto("signing_keys")
    .values({
      site_id: row.siteId,
      id: row.id,
      algorithm: row.algorithm,
      active_from: row.activeFrom,
      retired_at: null,
      public_jwk: row.publicJwk,
      private_jwk_sealed: row.sealedPrivateJwk,
    })
    .execute();
}

/** Deletes all keys of the algorithm except `retainedIds`. */
export async function deleteKeys(
  tx: DbOrTx,
  siteId: string,
  algorithm: KeyAlgorithm,
  retainedIds: readonly string[],
): Promise<void> {
  let deletion = tx.deleteFrom("signing_keys").where("site_id", "=", siteId).where("algorithm", "=", algorithm);
  if (retainedIds.length > 0) deletion = deletion.where("id", "not in", retainedIds);
  await deletion.execute();
}

/** Serializes changes of a site's keys. */
export async function lockSite(tx: DbOrTx, siteId: string): Promise<void> {
  await tx.selectFrom("sites").select("id").where("id", "=", siteId).forUpdate().execute();
}
