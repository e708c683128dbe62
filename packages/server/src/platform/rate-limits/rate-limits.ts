import type { Logger } from "pino";
import { recordAuditEvent } from "../audit/audit.ts";
import { Refusal } from "../context/errors.ts";
import type { Secrets } from "../crypto/secrets.ts";
import type { DbOrTx } from "../db/database.ts";
import {
  maxRetryAfterSeconds,
  minRetryAfterSeconds,
  type RateLimitName,
  rateLimits,
  readLimit,
  undelayedSignIns,
} from "./limits.ts";
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
 * Limits how often a caller may make a request. Each method counts before the guarded work is done, so that concurrent
 * guesses are limited like sequential ones, and works the same whether or not an account exists.
 * Source: security requirements §5.
 */
export interface RateLimits {
  /**
   * Counts one hit for `subject`: an IP as `ipKey` returns it, an id or a token.
   *
   * @param tx The transaction that the hit belongs to, if any.
   * @throws {Refusal} `TOO_MANY_REQUESTS`.
   */
  count(limit: RateLimitName, subject: string, tx?: DbOrTx): Promise<void>;
  /** Counts one hit and returns whether it is within the limit, for requests whose response must not reveal it. */
  tryCount(limit: RateLimitName, subject: string, tx?: DbOrTx): Promise<boolean>;
  /** Removes the newest hit, for limits that count failures only. */
  undoCount(limit: RateLimitName, subject: string): Promise<void>;
  /** The hits of `subject` within the period of the first limit, those of requests in progress included. */
  countRecent(limit: RateLimitName, subject: string): Promise<number>;
  /** Attempts to sign in to the account with this email key in the last 15 minutes, at most ten. */
  countRecentSignIns(emailKey: string): Promise<number>;
  /**
   * Counts an attempt to sign in to an account, existing or not, by its email key or by the key of a trusted device.
   * After ten attempts in 15 minutes each further one is delayed, by 1 s at first and 15 min at most.
   *
   * @returns The attempts since the last correct password, this one included, at most ten.
   * @throws {Refusal} `TOO_MANY_REQUESTS`.
   */
  countSignIn(emailKey: string): Promise<number>;
  /** Removes the newest attempt and its delay, if no password was checked. */
  undoSignIn(emailKey: string): Promise<void>;
  /** Removes all attempts, after a correct password. */
  clearSignIns(emailKey: string): Promise<void>;
  /** Counts a read of an IP or a member, in memory. @throws {Refusal} `TOO_MANY_REQUESTS`. */
  countRead(subject: string): void;
}

export interface RateLimitsOptions {
  db: DbOrTx;
  siteId: string;
  secrets: Secrets;
  log: Logger;
  now(): Date;
}

/** Creates rate limits that all nodes share through the database; only reads are counted by each node separately. */
export function createRateLimits({ db, siteId, secrets, log, now }: RateLimitsOptions): RateLimits {
  const reads = createWindowCounter(readLimit);
  const hit = (limit: RateLimitName, subject: string) => ({
    siteId,
    key: secrets.mac("rate limit", `${rateLimits[limit].key}\n${subject}`),
    at: now(),
  });
  const signInAttempt = (emailKey: string) => ({ siteId, key: attemptsKey(secrets, emailKey), at: now() });
  return {
    async count(limit, subject, tx = db) {
      const counted = hit(limit, subject);
      const { limits } = rateLimits[limit];
      if (await insertHit(tx, counted, limits)) return;
      // Uses the current time: hits that were counted concurrently are later than this one.
      throw tooManyRequests(await findWait(tx, { ...counted, at: now() }, limits));
    },
    tryCount: (limit, subject, tx = db) => insertHit(tx, hit(limit, subject), rateLimits[limit].limits),
    undoCount: (limit, subject) => deleteHit(db, hit(limit, subject)),
    async countSignIn(emailKey) {
      const attempt = signInAttempt(emailKey);
      const counted = await insertSignIn(db, attempt);
      if (!counted) throw tooManyRequests(await findSignInWait(db, { ...attempt, at: now() }));
      const { attempts, strikes } = counted;
      if (strikes > 0) {
        const account = accountHash(secrets, emailKey);
        await recordAuditEvent(db, { site: { id: siteId }, log, now }, "sign-in-delayed", {
          by: "server",
          emailKey,
          account,
        });
      }
      return attempts;
    },
    countRecent: (limit, subject) => countHits(db, hit(limit, subject), rateLimits[limit].limits[0].perMs),
    countRecentSignIns: (emailKey) => countHits(db, signInAttempt(emailKey), undelayedSignIns.perMs),
    undoSignIn: (emailKey) => deleteSignIn(db, signInAttempt(emailKey)),
    clearSignIns: (emailKey) => deleteHits(db, signInAttempt(emailKey)),
    countRead(subject) {
      const waitMs = reads.count(subject, now().getTime());
      if (waitMs > 0) throw tooManyRequests(waitMs);
    },
  };
}

/** Counts nothing; for load tests. */
export const noRateLimits: RateLimits = {
  count: async () => undefined,
  tryCount: async () => true,
  undoCount: async () => undefined,
  countRecent: async () => 0,
  countRecentSignIns: async () => 0,
  countSignIn: async () => 0,
  undoSignIn: async () => undefined,
  clearSignIns: async () => undefined,
  countRead: () => undefined,
};

function tooManyRequests(waitMs = 0): Refusal {
  const seconds = Math.min(maxRetryAfterSeconds, Math.max(minRetryAfterSeconds, Math.ceil(waitMs / 1_000)));
  return new Refusal("TOO_MANY_REQUESTS", {}, seconds);
}

/** Pseudonym of an account in the log, existing or not. Cannot be reversed without this server's secret. */
export function accountHash(secrets: Secrets, emailKey: string): string {
  return attemptsKey(secrets, emailKey).toString("hex").slice(0, 12);
}

/** Key of the counter of sign-in attempts. */
export function attemptsKey(secrets: Secrets, emailKey: string): Buffer {
  return secrets.mac("rate limit", `attempts to sign in\n${emailKey}`);
}
