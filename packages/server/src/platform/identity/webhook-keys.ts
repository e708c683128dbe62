import type { Secrets } from "../crypto/secrets.ts";
import type { Db } from "../db/database.ts";
import { hasKeys, type KeyRing, openKeyRing, type PublicKey } from "./key-ring.ts";

/** What deliveries of events are signed with. Sites that tell nobody have no such keys. Source: security requirements §8.2. */
export interface WebhookKeys {
  /** Makes the first key where there is none. */
  open(): Promise<KeyRing>;
  /** The public halves, for the key set; none where there are none yet. */
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
