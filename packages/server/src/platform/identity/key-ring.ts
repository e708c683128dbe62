import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import type { Transaction } from "kysely";
import { createSecrets, type Secrets, secretKeyOfSite } from "../crypto/secrets.ts";
import type { Db, DbOrTx } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import type { Tables } from "../db/tables/tables.ts";
import {
  deleteKeys,
  findKeys,
  findSealedKeys,
  insertKey,
  type KeyAlgorithm,
  type KeyRow,
  lockSite,
} from "./key-ring-store.ts";

/** Seconds. Source: security requirements §4. */
export const accessTokenTtlSeconds = 3600;

const pairOptions = {
  EdDSA: { crv: "Ed25519", extractable: true },
  RS256: { modulusLength: 2048, extractable: true },
} as const;

/** Time between publication and first use of a new key. Source: security requirements §4.7. */
const activationDelayMs = 24 * 3_600_000;
/** Token lifetime plus clock skew. */
const retirementDelayMs = (accessTokenTtlSeconds + 300) * 1000;

/** The signing keys cannot be used. The message is one sentence for the operator. */
export class KeyRingError extends Error {
  override readonly name = "KeyRingError";
}

/** The error for values that `SECRET_KEY` cannot decrypt. */
const wrongSecretKey = (cause: unknown): KeyRingError =>
  new KeyRingError(
    "SECRET_KEY is not the key this database was created with. Start with the former key, or restore a backup together with its key.",
    { cause },
  );

/**
 * The secret key of a site: the stored one if it was restored from another installation, otherwise the one derived from
 * that of the installation.
 *
 * @throws {KeyRingError} if `secretKey` is not the key of the installation.
 */
export function secretKeyOfRow(
  secretKey: Buffer,
  { id, url, secretKey: sealed }: { id: string; url: string | null; secretKey: Buffer | null },
): Buffer {
  if (!sealed) return url === null ? secretKey : secretKeyOfSite(secretKey, id);
  try {
    return Buffer.from(createSecrets(secretKey).unseal(sealed), "base64");
  } catch (cause) {
    throw wrongSecretKey(cause);
  }
}

/** Source: RFC 7517. */
export type PublicKey = JWK & { kid: string; alg: string; use: "sig"; kty: string };

/** The site's current signing keys: one signs, all verify. */
export interface KeyRing {
  readonly signing: { id: string; key: CryptoKey };
  readonly verifying: ReadonlyMap<string, CryptoKey>;
  /** Public keys, including keys that do not sign yet. */
  readonly jwks: { keys: PublicKey[] };
  /** Whether the key is still valid. A removed key is noticed within ten seconds. */
  hasKey(id: string): boolean;
  /** Call before use: reloads the keys every ten seconds, or sooner for an unknown id. */
  refresh(keyId?: string): Promise<void>;
}

interface Key {
  id: string;
  activeFrom: number;
  publicKey: CryptoKey;
  privateKey: CryptoKey;
  jwk: PublicKey;
}

const refreshIntervalMs = 10_000;
/** Limits queries for invented ids. */
const unknownKeyRefreshIntervalMs = 5_000;

/**
 * Opens the site's keys and creates the first one if there is none. Several nodes may do so concurrently.
 *
 * @param monotonic Milliseconds.
 */
export async function openKeyRing(
  db: Db,
  siteId: string,
  secrets: Secrets,
  now: () => Date = () => new Date(),
  monotonic: () => number = () => performance.now(),
  algorithm: KeyAlgorithm = "EdDSA",
): Promise<KeyRing> {
  if ((await findKeys(db, siteId, algorithm)).length === 0) {
    await db.transaction().execute(async (tx) => {
      // Other nodes wait here and then find this key; the first node could not verify a key of their own.
      await lockSite(tx, siteId);
      if ((await findKeys(tx, siteId, algorithm)).length === 0) await createKey(tx, siteId, algorithm, secrets, now());
    });
  }
  const imported = new Map<string, Key>();
  let readAt = monotonic();

  async function read(): Promise<Key[]> {
    const rows = await findKeys(db, siteId, algorithm);
    for (const row of rows) if (!imported.has(row.id)) imported.set(row.id, await importKey(row, algorithm, secrets));
    return rows.flatMap(({ id }) => imported.get(id) ?? []);
  }

  let keys = await read();
  if (keys.length === 0) throw new KeyRingError("The database did not store the new signing key.");
  const current = () => keysInUse(keys, now().getTime());

  async function refresh(keyId?: string): Promise<void> {
    const isUnknown = keyId !== undefined && !keys.some(({ id }) => id === keyId);
    if (monotonic() - readAt < (isUnknown ? unknownKeyRefreshIntervalMs : refreshIntervalMs)) return;
    readAt = monotonic();
    const reading = read().then(
      (found) => {
        keys = found;
      },
      // Without the database, the loaded keys stay in use.
      () => undefined,
    );
    if (isUnknown) await reading;
  }

  return {
    refresh,
    hasKey(id) {
      void refresh();
      return keys.some((key) => key.id === id);
    },
    get signing() {
      const at = now().getTime();
      // The clock may be behind that of the node that created the first key.
      const key = keys.findLast(({ activeFrom }) => activeFrom <= at) ?? keys[0]!;
      return { id: key.id, key: key.privateKey };
    },
    get verifying() {
      return new Map(current().map(({ id, publicKey }) => [id, publicKey]));
    },
    get jwks() {
      return { keys: current().map(({ jwk }) => jwk) };
    },
  };
}

/** Omits keys whose last token has expired since the next key became active. */
function keysInUse<Row extends { activeFrom: number }>(keys: readonly Row[], at: number): Row[] {
  return keys.filter((_key, index) => {
    const next = keys[index + 1];
    return next === undefined || next.activeFrom + retirementDelayMs > at;
  });
}

/**
 * Whether `secrets` can decrypt the signing keys of a site and its staff site; `none` if there are no keys yet.
 *
 * @param siteId Default: the main site.
 */
export async function checkSigningKeys(
  db: DbOrTx,
  secrets: Secrets,
  siteId?: string,
): Promise<"none" | "readable" | "unreadable"> {
  const sealedKeys = await findSealedKeys(db, siteId);
  if (sealedKeys.length === 0) return "none";
  try {
    for (const sealed of sealedKeys) secrets.unseal(sealed);
    return "readable";
  } catch {
    return "unreadable";
  }
}

export async function hasKeys(db: DbOrTx, siteId: string, algorithm: KeyAlgorithm): Promise<boolean> {
  return (await findKeys(db, siteId, algorithm)).length > 0;
}

async function createKey(
  db: DbOrTx,
  siteId: string,
  algorithm: KeyAlgorithm,
  secrets: Secrets,
  activeFrom: Date,
): Promise<string> {
  const id = newId();
  const pair = await generateKeyPair(algorithm, pairOptions[algorithm]);
  await insertKey(db, {
    siteId,
    id,
    algorithm,
    activeFrom,
    publicJwk: JSON.stringify(await exportJWK(pair.publicKey)),
    sealedPrivateJwk: secrets.seal(JSON.stringify(await exportJWK(pair.privateKey))),
  });
  return id;
}

/** A signing key as the owner sees it. */
export interface KeyState {
  id: string;
  /** `next`: published, does not sign yet. `former`: only verifies. */
  state: "next" | "signing" | "former";
  activeFrom: Date;
}

/** Keys in use, oldest first. */
export async function listKeys(
  db: DbOrTx,
  siteId: string,
  at: Date,
  algorithm: KeyAlgorithm = "EdDSA",
): Promise<KeyState[]> {
  const rows = (await findKeys(db, siteId, algorithm)).map((row) => ({
    ...row,
    activeFrom: row.active_from.getTime(),
  }));
  const signing = rows.findLast(({ activeFrom }) => activeFrom <= at.getTime()) ?? rows[0];
  return keysInUse(rows, at.getTime()).map((row) => {
    const former = row.activeFrom < (signing?.activeFrom ?? 0) ? "former" : "next";
    return { id: row.id, state: row.id === signing?.id ? "signing" : former, activeFrom: row.active_from };
  });
}

/**
 * Creates the next key, unless there is one already, and deletes keys no longer in use. The next key starts to sign a
 * day later, after verifiers have loaded it; the current one verifies until its last token has expired.
 *
 * @param immediately For a compromised key: the new key signs at once, and all others are deleted.
 */
export async function rotateKeys(
  tx: Transaction<Tables>,
  siteId: string,
  secrets: Secrets,
  at: Date,
  immediately: boolean,
  algorithm: KeyAlgorithm = "EdDSA",
): Promise<KeyState[]> {
  await lockSite(tx, siteId);
  const keys = await listKeys(tx, siteId, at, algorithm);
  if (immediately) await deleteKeys(tx, siteId, algorithm, []);
  else {
    const retainedIds = keys.map(({ id }) => id);
    await deleteKeys(tx, siteId, algorithm, retainedIds);
    if (keys.some(({ state }) => state === "next")) return keys;
  }
  await createKey(tx, siteId, algorithm, secrets, immediately ? at : new Date(at.getTime() + activationDelayMs));
  return listKeys(tx, siteId, at, algorithm);
}

async function importKey(row: KeyRow, algorithm: KeyAlgorithm, secrets: Secrets): Promise<Key> {
  const kty = String(row.public_jwk["kty"]);
  return {
    id: row.id,
    activeFrom: row.active_from.getTime(),
    // Extractable, for the PEM form of the key.
    publicKey: (await importJWK(row.public_jwk, algorithm, { extractable: true })) as CryptoKey,
    privateKey: await importPrivate(row.private_jwk_sealed, algorithm, secrets),
    jwk: { ...row.public_jwk, kty, kid: row.id, alg: algorithm, use: "sig" },
  };
}

async function importPrivate(sealed: Buffer, algorithm: KeyAlgorithm, secrets: Secrets): Promise<CryptoKey> {
  let jwk: JWK;
  try {
    jwk = JSON.parse(secrets.unseal(sealed));
  } catch (cause) {
    throw wrongSecretKey(cause);
  }
  return (await importJWK(jwk, algorithm)) as CryptoKey;
}
