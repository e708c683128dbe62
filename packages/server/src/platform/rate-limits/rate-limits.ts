import type { Logger } from "pino";
import { noteForAudit } from "../audit/audit.ts";
import { Refusal } from "../context/errors.ts";
import type { Secrets } from "../crypto/secrets.ts";
import type { DbOrTx } from "../db/database.ts";
import { accountHash, attemptsKey } from "./account-hash.ts";
import { freeSignIns, type LimitName, limits, longestWaitSeconds, readLimit, shortestWaitSeconds } from "./limits.ts";
import {
  countHits,
  deleteHit,
  deleteHits,
  deleteSignIn,
  findSignInWait,
  findWait,
  insertHit,
  insertSignIn,
} from "./rate-limits-store.ts";
import { createWindowCounter } from "./window-counter.ts";

/**
 * How often one may ask. Every method counts before what it guards is looked at, so that guesses sent at once are counted
 * like guesses sent in a row, and knows nothing of whether there is an account. Source: security requirements §5.
 */
export interface RateLimits {
  /**
   * Counts one more for `who`: an address as `addressKey` writes it, an id, a token. `db`: the transaction that it belongs to.
   *
   * @throws {Refusal} `TOO_MANY_REQUESTS`.
   */
  count(limit: LimitName, who: string, db?: DbOrTx): Promise<void>;
  /** The same for requests whose answer tells nothing: whether it is within the limit. */
  admits(limit: LimitName, who: string, db?: DbOrTx): Promise<boolean>;
  /** Takes the newest one back: it was a success, and failures are what counts. */
  takeBack(limit: LimitName, who: string): Promise<void>;
  /** How many were counted for `who` within the span of the strictest limit; what is under way may be among them. */
  countRecent(limit: LimitName, who: string): Promise<number>;
  /** Attempts to sign in to an account, by its e-mail's key, in the last 15 minutes, up to ten. */
  countRecentSignIns(emailKey: string): Promise<number>;
  /**
   * Counts an attempt to sign in to an account, there or not, by its e-mail's key, or by that of a device that is spared. After ten in 15 minutes each further one
   * has to wait, 1 s at first and never more than 15 min.
   *
   * @returns How many there have been since somebody knew the password, this one included; of more than ten, ten.
   * @throws {Refusal} `TOO_MANY_REQUESTS`.
   */
  countSignIn(emailKey: string): Promise<number>;
  /** Takes the newest attempt back, and the delay that it made: it looked at no password. */
  takeSignInBack(emailKey: string): Promise<void>;
  /** Forgets the attempts: somebody knew the password. */
  forgetSignIns(emailKey: string): Promise<void>;
  /** Counts a read of an address or of a member, in memory. @throws {Refusal} `TOO_MANY_REQUESTS`. */
  countRead(who: string): void;
}

export interface RateLimitsOptions {
  db: DbOrTx;
  siteId: string;
  secrets: Secrets;
  log: Logger;
  now(): Date;
}

export function createRateLimits({ db, siteId, secrets, log, now }: RateLimitsOptions): RateLimits {
  const reads = createWindowCounter(readLimit);
  const hit = (what: string, who: string) => ({
    siteId,
    key: secrets.mac("rate limit", `${what}\n${who}`),
    at: now(),
  });
  const signIns = (emailKey: string) => ({ siteId, key: attemptsKey(secrets, emailKey), at: now() });
  return {
    async count(limit, who, tx = db) {
      const counted = hit(limit, who);
      if (await insertHit(tx, counted, limits[limit])) return;
      // Asked for anew, for hits that were counted in the meantime are later than this one.
      throw tooMany(await findWait(tx, { ...counted, at: now() }, limits[limit]));
    },
    admits: (limit, who, tx = db) => insertHit(tx, hit(limit, who), limits[limit]),
    takeBack: (limit, who) => deleteHit(db, hit(limit, who)),
    async countSignIn(emailKey) {
      const attempt = signIns(emailKey);
      const counted = await insertSignIn(db, attempt);
      if (!counted) throw tooMany(await findSignInWait(db, { ...attempt, at: now() }));
      const { attempts, strikes } = counted;
      if (strikes > 0) {
        const account = accountHash(secrets, emailKey);
        await noteForAudit(db, { site: { id: siteId }, log, now }, "sign-in-delayed", {
          by: "server",
          emailKey,
          account,
        });
      }
      return attempts;
    },
    countRecent: (limit, who) => countHits(db, hit(limit, who), limits[limit][0].perMs),
    countRecentSignIns: (emailKey) => countHits(db, signIns(emailKey), freeSignIns.perMs),
    takeSignInBack: (emailKey) => deleteSignIn(db, signIns(emailKey)),
    forgetSignIns: (emailKey) => deleteHits(db, signIns(emailKey)),
    countRead(who) {
      const wait = reads.count(who, now().getTime());
      if (wait > 0) throw tooMany(wait);
    },
  };
}

/** For load tests: nothing is counted. */
export const noRateLimits: RateLimits = {
  count: async () => undefined,
  admits: async () => true,
  takeBack: async () => undefined,
  countRecent: async () => 0,
  countRecentSignIns: async () => 0,
  countSignIn: async () => 0,
  takeSignInBack: async () => undefined,
  forgetSignIns: async () => undefined,
  countRead: () => undefined,
};

function tooMany(waitMs = 0): Refusal {
  const seconds = Math.min(longestWaitSeconds, Math.max(shortestWaitSeconds, Math.ceil(waitMs / 1_000)));
  return new Refusal("TOO_MANY_REQUESTS", {}, seconds);
}
