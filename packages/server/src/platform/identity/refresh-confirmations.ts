import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { DbOrTx } from "../db/database.ts";
import type { AccessTokenClaims } from "./access-tokens.ts";
import { markTokenUsed } from "./sessions-store.ts";

/** Which answers of renewals have come to those who asked. */
export interface RefreshConfirmations {
  /**
   * To be called for every access token that somebody comes with: its answer was not lost. Writes once for each renewal, and
   * never fails: what could not be written is written with the next call.
   */
  confirm(claims: AccessTokenClaims): Promise<void>;
}

const remembered = 10_000;

export function createRefreshConfirmations({
  db,
  siteId,
  log,
  now,
}: {
  db: DbOrTx;
  siteId: string;
  log: Logger;
  now(): Date;
}): RefreshConfirmations {
  const confirmed = new LRUCache<string, Promise<void>>({ max: remembered });

  const note = async (renewal: string) =>
    markTokenUsed(db, { siteId, tokenHash: Buffer.from(renewal, "base64url"), at: now() });

  return {
    async confirm({ renewal }) {
      if (renewal === undefined) return;
      let noted = confirmed.get(renewal);
      if (!noted) {
        noted = note(renewal).catch((error: unknown) => {
          confirmed.delete(renewal);
          const reason = error instanceof Error ? error.message : String(error);
          log.warn({ event: "renewal-not-confirmed", reason }, "a renewal could not be confirmed");
        });
        confirmed.set(renewal, noted);
      }
      await noted;
    },
  };
}
