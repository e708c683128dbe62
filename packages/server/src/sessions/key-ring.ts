import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import type { Db, DbOrTx } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import type { Secrets } from "../secrets.ts";

const algorithm = "EdDSA";

/** One plain sentence about why the signing keys cannot be used. */
export class KeyRingError extends Error {
  override readonly name = "KeyRingError";
}

/** The site's signing keys: one signs, all verify. */
export interface KeyRing {
  signing: { id: string; key: CryptoKey };
  verifying: ReadonlyMap<string, CryptoKey>;
  /** The public halves. Source: RFC 7517. */
  jwks: { keys: (JWK & { kid: string; alg: string; use: "sig"; kty: string })[] };
}

/** Opens the site's keys, making the first one where there is none. Several nodes may do so at once. */
export async function openKeyRing(db: Db, siteId: string, secrets: Secrets): Promise<KeyRing> {
  let rows = await readKeys(db, siteId);
  if (rows.length === 0) {
    rows = await db.transaction().execute(async (tx) => {
      // The others wait here, and then find the key of the first: one of their own would sign what the first cannot verify.
      await tx.selectFrom("sites").select("id").where("id", "=", siteId).forUpdate().execute();
      const made = await readKeys(tx, siteId);
      if (made.length > 0) return made;
      await makeFirstKey(tx, siteId, secrets);
      return readKeys(tx, siteId);
    });
  }
  const newest = rows[0];
  if (!newest) throw new KeyRingError("The database did not keep the new signing key.");
  return {
    signing: { id: newest.id, key: await importPrivate(newest.private_jwk_sealed, secrets) },
    verifying: new Map(
      await Promise.all(
        rows.map(async (row) => [row.id, (await importJWK(row.public_jwk, algorithm)) as CryptoKey] as const),
      ),
    ),
    jwks: {
      keys: rows.map((row) => ({
        ...row.public_jwk,
        kty: String(row.public_jwk["kty"]),
        kid: row.id,
        alg: algorithm,
        use: "sig" as const,
      })),
    },
  };
}

/** Whether `secrets` are those that the site's signing keys were sealed with; `none` where there are no keys yet. */
export async function checkSigningKeys(db: DbOrTx, secrets: Secrets): Promise<"none" | "readable" | "unreadable"> {
  const rows = await db
    .selectFrom("signing_keys")
    .select("private_jwk_sealed")
    .where("retired_at", "is", null)
    .execute();
  if (rows.length === 0) return "none";
  try {
    for (const row of rows) secrets.unseal(row.private_jwk_sealed);
    return "readable";
  } catch {
    return "unreadable";
  }
}

function readKeys(db: DbOrTx, siteId: string) {
  return db
    .selectFrom("signing_keys")
    .select(["id", "public_jwk", "private_jwk_sealed"])
    .where("site_id", "=", siteId)
    .where("algorithm", "=", algorithm)
    .where("retired_at", "is", null)
    .orderBy("created_at", "desc")
    .execute();
}

async function makeFirstKey(db: DbOrTx, siteId: string, secrets: Secrets): Promise<void> {
  const pair = await generateKeyPair(algorithm, { crv: "Ed25519", extractable: true });
  await db
    .insertInto("signing_keys")
    .values({
      site_id: siteId,
      id: newId(),
      algorithm,
      public_jwk: JSON.stringify(await exportJWK(pair.publicKey)),
      private_jwk_sealed: secrets.seal(JSON.stringify(await exportJWK(pair.privateKey))),
      retired_at: null,
    })
    .execute();
}

async function importPrivate(sealed: Buffer, secrets: Secrets): Promise<CryptoKey> {
  let jwk: JWK;
  try {
    jwk = JSON.parse(secrets.unseal(sealed)) as JWK;
  } catch (cause) {
    throw new KeyRingError(
      "SECRET_KEY is not the key this database was made with. Start with the former key, or restore a backup together with its key.",
      { cause },
    );
  }
  return (await importJWK(jwk, algorithm)) as CryptoKey;
}
