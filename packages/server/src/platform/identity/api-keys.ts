import { cacheFor } from "../concurrency/cached-value.ts";
import type { ApiKey } from "../context/caller.ts";
import { equalInConstantTime, hashSecret, newSecret } from "../crypto/secrets.ts";
import type { DbOrTx } from "../db/database.ts";
import { findLiveApiKeys, updateLastUsed } from "./api-keys-store.ts";

export interface ApiKeys {
  /** Returns `undefined` for a key that does not exist or was revoked more than a second ago. */
  find(key: string): Promise<ApiKey | undefined>;
  /** Whether the key with this id exists and has not been revoked. */
  isValid(keyId: string): Promise<boolean>;
}

const prefix = "plk_";
const pattern = /^plk_([0-9a-f]{32})_[\w-]{43}$/;
/** A revoked key may work for this long. */
const ttlMs = 1_000;
/** How often the use of a key is stored. */
const useIntervalMs = 3_600_000;

/** Returns a new key: its id without dashes, for the lookup, and 256 random bits. */
export function newApiKey(id: string): string {
  return `${prefix}${id.replaceAll("-", "")}_${newSecret()}`;
}

export const looksLikeApiKey = (text: string): boolean => text.startsWith(prefix);

type Keys = Map<string, ApiKey & { hash: Buffer }>;

export function createApiKeys(db: DbOrTx, siteId: string, now: () => number = () => performance.now()): ApiKeys {
  const cache = cacheFor((): Promise<Keys> => readKeys(db, siteId), now, ttlMs);
  let queued: Promise<Keys> | undefined;
  const storedUses = new Map<string, number>();

  /** In the background: the date is for people, and requests do not depend on it. */
  function storeUse(keyId: string): void {
    const at = now();
    if (at - (storedUses.get(keyId) ?? Number.NEGATIVE_INFINITY) < useIntervalMs) return;
    storedUses.set(keyId, at);
    updateLastUsed(db, siteId, keyId).catch(() => storedUses.delete(keyId));
  }

  /** Waits for the current read first, so that any number of unknown keys cause one query at a time. */
  function reload(): Promise<Keys> {
    queued ??= Promise.allSettled([cache.read()]).then(() => {
      queued = undefined;
      cache.invalidate();
      return cache.read();
    });
    return queued;
  }

  return {
    async find(key) {
      const id = pattern.exec(key)?.[1];
      if (id === undefined) return undefined;
      // A key may have been created since the cached keys were read, possibly by another process.
      const found = (await cache.read()).get(id) ?? (await reload()).get(id);
      if (!found || !equalInConstantTime(found.hash, hashSecret(key))) return undefined;
      storeUse(found.keyId);
      return { keyId: found.keyId, role: found.role };
    },
    isValid: async (keyId) => (await cache.read()).has(keyId.replaceAll("-", "")),
  };
}

async function readKeys(db: DbOrTx, siteId: string) {
  const rows = await findLiveApiKeys(db, siteId);
  return new Map(
    rows.map(({ id, role, key_hash: hash }) => [id.replaceAll("-", ""), { keyId: id, role, hash }] as const),
  );
}
