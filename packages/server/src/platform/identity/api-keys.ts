import type { ApiKey } from "../context/caller.ts";
import { equalInConstantTime, hashSecret, newSecret } from "../crypto/secrets.ts";
import type { DbOrTx } from "../db/database.ts";
import { findLiveApiKeys } from "./api-keys-store.ts";

export interface ApiKeys {
  /** Whose key this is; `undefined` when it is unknown or was revoked more than a second ago. */
  find(key: string): Promise<ApiKey | undefined>;
}

const prefix = "plk_";
const pattern = /^plk_([0-9a-f]{32})_[\w-]{43}$/;
/** Kept for this long, so that calls by key cost no query; a revoked key may live on that long. */
const freshMs = 1_000;

/** A new key: its id without dashes, so that it can be looked up, and 256 random bits. */
export function newApiKey(id: string): string {
  return `${prefix}${id.replaceAll("-", "")}_${newSecret()}`;
}

/** Whether a text is meant to be a key, good or not. */
export const looksLikeApiKey = (text: string): boolean => text.startsWith(prefix);

export function createApiKeys(db: DbOrTx, siteId: string, now: () => number = () => performance.now()): ApiKeys {
  let kept: { keys: Promise<Map<string, ApiKey & { hash: Buffer }>>; at: number } | undefined;
  return {
    async find(key) {
      const id = pattern.exec(key)?.[1];
      if (id === undefined) return undefined;
      if (!kept || now() - kept.at > freshMs) {
        const keys = readKeys(db, siteId);
        kept = { keys, at: now() };
        keys.catch(() => (kept = undefined));
      }
      const found = (await kept.keys).get(id);
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
