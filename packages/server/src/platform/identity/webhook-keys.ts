import type { Secrets } from "../crypto/secrets.ts";
import type { Db } from "../db/database.ts";
import { hasKeys, type KeyRing, openKeyRing, type PublicKey } from "./key-ring.ts";

/** Signing keys of webhook deliveries, created when needed. Source: security requirements §8.2. */
export interface WebhookKeys {
  /** Creates the first key if there is none. */
  open(): Promise<KeyRing>;
  /** Public keys for the key set. */
  published(): Promise<readonly PublicKey[]>;
}

export function createWebhookKeys(db: Db, siteId: string, secrets: Secrets, now: () => Date): WebhookKeys {
  let opened: Promise<KeyRing> | undefined;
  const open = () => {
    opened ??= openKeyRing(db, siteId, secrets, now, undefined, "RS256").catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  return {
    open,
    async published() {
      if (!opened && !(await hasKeys(db, siteId, "RS256"))) return [];
      const ring = await open();
      await ring.refresh();
      return ring.jwks.keys;
    },
  };
}
