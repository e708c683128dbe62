import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { DbOrTx } from "../db/database.ts";
import type { AccessTokenClaims } from "./access-tokens.ts";
import { markTokenUsed } from "./sessions-store.ts";

/** Records which token refreshes have reached their client. */
export interface RefreshConfirmations {
  /**
   * Call for every access token in use: the response that carried it was not lost. Writes once for each refresh and
   * never throws; a failed write is repeated with the next call.
   */
  confirm(claims: AccessTokenClaims): Promise<void>;
}

const maxCached = 10_000;

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
  const confirmed = new LRUCache<string, Promise<void>>({ max: maxCached });

  const markUsed = async (renewal: string) =>
    markTokenUsed(db, { siteId, tokenHash: Buffer.from(renewal, "base64url"), at: now() });

  return {
    async confirm({ renewal }) {
      if (renewal === undefined) return;
      let written = confirmed.get(renewal);
      if (!written) {
        written = markUsed(renewal).catch((error: unknown) => {
          confirmed.delete(renewal);
          const reason = error instanceof Error ? error.message : String(error);
          log.warn({ event: "renewal-not-confirmed", reason }, "a token refresh could not be confirmed");
        });
        confirmed.set(renewal, written);
      }
      await written;
    },
  };
}
