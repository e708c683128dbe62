import { cacheFor } from "../concurrency/cached-value.ts";
import type { ApiKey } from "../context/caller.ts";
import { equalInConstantTime, hashSecret, newSecret } from "../crypto/secrets.ts";
import type { DbOrTx } from "../db/database.ts";
import { findLiveApiKeys } from "./api-keys-store.ts";

export interface ApiKeys {
  /** Returns `undefined` for a key that does not exist or was revoked more than a second ago. */
  find(key: string): Promise<ApiKey | undefined>;
}

const prefix = "plk_";
const pattern = /^plk_([0-9a-f]{32})_[\w-]{43}$/;
/** A revoked key may work for this long. */
const ttlMs = 1_000;

/** Returns a new key: its id without dashes, for the lookup, and 256 random bits. */
export function newApiKey(id: string): string {
  return `${prefix}${id.replaceAll("-", "")}_${newSecret()}`;
}

export const looksLikeApiKey = (text: string): boolean => text.startsWith(prefix);

type Keys = Map<string, ApiKey & { hash: Buffer }>;

export function createApiKeys(db: DbOrTx, siteId: string, now: () => number = () => performance.now()): ApiKeys {
  const cache = cacheFor((): Promise<Keys> => readKeys(db, siteId), now, ttlMs);
  let queued: Promise<Keys> | undefined;

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
      return { keyId: found.keyId, role: found.role };
    },
  };
}

async function readKeys(db: DbOrTx, siteId: string) {
  const rows = await findLiveApiKeys(db, siteId);
  return new Map(
    rows.map(({ id, role, key_hash: hash }) => [id.replaceAll("-", ""), { keyId: id, role, hash }] as const),
  );
}
