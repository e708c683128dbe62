import type { Logger } from "pino";
import type { DbOrTx } from "../db/database.ts";
import { Refusal } from "../errors.ts";
import type { Secrets } from "../secrets.ts";
import { type LimitName, limits, longestWaitSeconds, readLimit, shortestWaitSeconds } from "./limits.ts";
import { deleteHit, deleteHits, findSignInWait, findWait, insertHit, insertSignIn } from "./rate-limits-store.ts";
import { createWindowCounter } from "./window-counter.ts";

/**
 * How often one may ask. Every method counts before what it guards is looked at, so that guesses sent at once are counted
 * like guesses sent in a row, and knows nothing of whether there is an account. Source: security requirements §5.
 */
export interface RateLimits {
  /**
   * Counts one more for `who`: an address as `addressKey` writes it, an id, a token.
   *
   * @throws {Refusal} `TOO_MANY_REQUESTS`.
   */
  count(limit: LimitName, who: string): Promise<void>;
  /** The same for requests whose answer tells nothing: whether it is within the limit. `db`: the transaction that it belongs to. */
  admits(limit: LimitName, who: string, db?: DbOrTx): Promise<boolean>;
  /** Takes the newest one back: it was a success, and failures are what counts. */
  takeBack(limit: LimitName, who: string): Promise<void>;
  /**
   * Counts an attempt to sign in to an account, there or not, by its e-mail's key. After ten in 15 minutes each further one
   * has to wait, 1 s at first and never more than 15 min.
   *
   * @throws {Refusal} `TOO_MANY_REQUESTS`.
   */
  countSignIn(emailKey: string): Promise<void>;
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
  const signIns = (emailKey: string) => hit("attempts to sign in", emailKey);
  return {
    async count(limit, who) {
      const counted = hit(limit, who);
      if (await insertHit(db, counted, limits[limit])) return;
      // Asked for anew, for hits that were counted in the meantime are later than this one.
      throw tooMany(await findWait(db, { ...counted, at: now() }, limits[limit]));
    },
    admits: (limit, who, tx = db) => insertHit(tx, hit(limit, who), limits[limit]),
    takeBack: (limit, who) => deleteHit(db, hit(limit, who)),
    async countSignIn(emailKey) {
      const attempt = signIns(emailKey);
      const strikes = await insertSignIn(db, attempt);
      if (strikes === undefined) throw tooMany(await findSignInWait(db, { ...attempt, at: now() }));
      if (strikes > 0) {
        log.warn(
          { event: "sign-in-delayed", account: attempt.key.toString("hex").slice(0, 12), strikes },
          "too many attempts to sign in to an account",
        );
      }
    },
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
  countSignIn: async () => undefined,
  forgetSignIns: async () => undefined,
  countRead: () => undefined,
};

function tooMany(waitMs = 0): Refusal {
  const seconds = Math.min(longestWaitSeconds, Math.max(shortestWaitSeconds, Math.ceil(waitMs / 1_000)));
  return new Refusal("TOO_MANY_REQUESTS", {}, seconds);
}
