import { sleep, withDeadline } from "../deadline.ts";
import type { Environment } from "../environment.ts";
import { isPorchlightError, PorchlightError } from "../errors.ts";
import type { ClientEvent, ClientEvents, Session } from "../events.ts";
import { type Authorizer, callDeadlineMs } from "../transport.ts";
import { isRefusal, type TokenGrants } from "./token-grants.ts";
import type { TokenStorage } from "./token-storage.ts";
import { EMPTY_TOKENS, isSameSession, TokenRole, type Tokens, toTokens } from "./tokens.ts";

/** Renew this long before expiry, so that a token never dies on its way. 60 seconds; 10 % of a shorter life. */
export const renewalMarginMs = 60_000;
/** A caller is answered or failed within this while renewal meets an outage. */
export const renewalBudgetMs = 5_000;
/** The part of it that is kept for a visitor's token. */
const anonymousShareMs = 1_200;
const firstParkMs = 5_000;
const longestParkMs = 300_000;

/**
 * What a failing renewal means. `patient`: a refusal ends the login, an outage does not. `contract`: any failure replaces
 * the member by a visitor, as the contract has it literally.
 */
export type RenewalPolicy = "patient" | "contract";

export interface TokenSessionOptions {
  storage: TokenStorage;
  initial?: Tokens | undefined;
  grants: TokenGrants;
  policy: RenewalPolicy;
  environment: Environment;
  /** Whether to come back from an outage by a timer too, and not only at the next call. */
  background: boolean;
  /** Must not run listeners at once: they are the caller's code, and a renewal may hold the lock. */
  emit<Name extends ClientEvent>(name: Name, event: ClientEvents[Name]): void;
}

export interface TokenSession extends Authorizer {
  /** Settles when the storage was read for the first time. */
  ready(): Promise<void>;
  /** What is held now; for an asynchronous storage, what was last read of it. */
  tokens(): Tokens;
  /** The same object until something changes. */
  session(): Session;
  /** Puts these tokens in place at once; settles when they are stored. Wins over a renewal under way. */
  set(tokens: Tokens): Promise<void>;
  /** Told by the token endpoint's caller: a token that was issued just now, with its life in seconds. */
  noteIssued(accessToken: string, life: number): void;
}

/** What a renewal came to; `thrown` is told to those who wait once `tokens` are in place. */
interface Renewal {
  tokens: Tokens;
  event?: ClientEvent | undefined;
  error?: PorchlightError;
  thrown?: unknown;
}

/** Holds the tokens: one renewal at a time, and the store has the last word. */
export function createTokenSession(options: TokenSessionOptions): TokenSession {
  const { storage, grants, environment } = options;
  let snapshot = EMPTY_TOKENS;
  let known = toSession(snapshot);
  let issued: { value: string; until: number; life: number } | undefined;
  let spent: string | undefined;
  let pending: Promise<Tokens> | undefined;
  let writing: Promise<void> | undefined;
  let asynchronous = false;
  let outages = 0;
  let timer: unknown;
  const loaded = load();

  async function load(): Promise<void> {
    if (options.initial) {
      hold(toTokens(options.initial));
      await write(snapshot);
    } else {
      const before = snapshot;
      const stored = attempt(() => storage.getTokens());
      asynchronous = isPromise(stored);
      if (!asynchronous) hold(toTokens(stored));
      else {
        const tokens = toTokens(await stored);
        if (snapshot === before) adopt(tokens);
      }
    }
    attempt(() => storage.subscribe?.(() => void read()));
  }

  /** What is stored has the last word; a write of our own that is under way comes first. */
  async function read(): Promise<Tokens> {
    if (asynchronous) await loaded;
    while (writing) await writing;
    const before = snapshot;
    const stored = attempt(() => storage.getTokens());
    const tokens = isPromise(stored) ? await stored : stored;
    if (tokens !== failed && snapshot === before) adopt(toTokens(tokens));
    return snapshot;
  }

  /** At once where the storage allows it, so that a page may be left right after. */
  function write(tokens: Tokens): Promise<void> {
    const store = () => attempt(() => storage.setTokens(tokens));
    const written = writing ? writing.then(store) : store();
    if (!isPromise(written)) return Promise.resolve();
    const work = written.then(() => {
      if (writing === work) writing = undefined;
    });
    writing = work;
    return work;
  }

  function adopt(next: Tokens, event?: ClientEvent, error?: PorchlightError): void {
    const before = snapshot;
    if (isSameSession(before, next) && before.parkedUntil === next.parkedUntil) return;
    hold(next);
    const facts = { session: known, error };
    const cause = event ?? transition(before, next);
    if (cause) options.emit(cause, facts);
    options.emit("changed", facts);
  }

  function hold(tokens: Tokens): void {
    snapshot = tokens;
    known = toSession(tokens);
  }

  /** Writes the outcome only if what the renewal began with is still what is held. */
  async function replace(expected: Tokens, { tokens, event, error }: Renewal): Promise<boolean> {
    const held = await read();
    if (!isSameSession(held, expected)) return false;
    adopt(tokens, event, error);
    await write(tokens);
    return true;
  }

  function isFresh(tokens: Tokens): boolean {
    const { value, expiresAt } = tokens.accessToken;
    if (!value || value === spent) return false;
    let left = expiresAt * 1000 - environment.now();
    let margin = renewalMarginMs;
    if (issued?.value === value) {
      left = Math.min(left, issued.until - environment.monotonic());
      margin = Math.min(margin, issued.life / 10);
    }
    return left > margin;
  }

  /** Seconds until the next try is due; 0 when it is, and when the moment lies so far ahead that the clock was set. */
  function parkedFor({ parkedUntil = 0 }: Tokens): number {
    const left = parkedUntil - environment.now();
    return left > 0 && left <= longestParkMs ? Math.ceil(left / 1000) : 0;
  }

  function renewal(): Promise<Tokens> {
    const start = environment.monotonic();
    const left = () => Math.max(renewalBudgetMs - (environment.monotonic() - start), 200);
    const work = () => renew(left);
    pending ??= (storage.lockName ? environment.lock(storage.lockName, work) : work()).finally(() => {
      pending = undefined;
      scheduleReturn();
    });
    return pending;
  }

  async function renew(left: () => number): Promise<Tokens> {
    for (;;) {
      const held = await read();
      if (isFresh(held) && (!held.parkedUntil || parkedFor(held))) return held; // another tab was quicker
      if (parkedFor(held)) throw parkedError(parkedFor(held));
      const next = await obtain(held, left);
      if (!(await replace(held, next))) continue; // signed out or in meanwhile: the store wins, `next` is dropped
      if (next.thrown !== undefined) throw next.thrown;
      return next.tokens;
    }
  }

  async function obtain(held: Tokens, left: () => number): Promise<Renewal> {
    const { role, value } = held.refreshToken;
    const isMember = role === TokenRole.MEMBER;
    if (!value) return { tokens: await twice(() => grants.anonymous({ deadline: left() }), left), event: "renewed" };
    try {
      const tokens = await twice(
        () => grants.refresh(held.refreshToken, { deadline: left() - anonymousShareMs }),
        () => left() - anonymousShareMs,
      );
      outages = 0;
      return { tokens, event: held.parkedUntil ? "restored" : "renewed" };
    } catch (error) {
      if (!isPorchlightError(error)) throw error;
      const lost = isRefusal(error) || options.policy === "contract";
      if (isMember && !lost) return park(held, error, left());
      const event = isMember ? "sessionLost" : "renewed";
      try {
        return { tokens: await grants.anonymous({ deadline: left() }), event, error };
      } catch (thrown) {
        if (!lost) throw thrown;
        return { tokens: EMPTY_TOKENS, event: isMember ? event : undefined, error, thrown };
      }
    }
  }

  /** Keeps the member's refresh token and lets calls go on as a visitor, where a visitor's token can be had. */
  async function park(held: Tokens, error: PorchlightError, deadline: number): Promise<Renewal> {
    const wait = Math.min(firstParkMs * 2 ** outages++, 60_000) * (0.75 + environment.random() / 2);
    const told = Math.min((error.retryAfter ?? 0) * 1000, longestParkMs);
    const parkedUntil = Math.round(environment.now() + Math.max(wait, told));
    const tokens = { ...held, parkedUntil };
    const outcome: Renewal = { tokens, error, event: held.parkedUntil ? undefined : "degraded" };
    if (!isFresh(held)) {
      try {
        tokens.accessToken = (await grants.anonymous({ deadline })).accessToken;
      } catch {
        outcome.thrown = error;
      }
    }
    return outcome;
  }

  /** Again once after an outage, unless the server asks for a longer wait than there is time for. */
  async function twice(grant: () => Promise<Tokens>, left: () => number): Promise<Tokens> {
    try {
      return await grant();
    } catch (error) {
      const wait = Math.max(300, isPorchlightError(error) ? (error.retryAfter ?? 0) * 1000 : 0);
      if (isRefusal(error) || options.policy === "contract" || wait * 1.5 + 500 > left()) throw error;
      await sleep(environment, wait * (1 + environment.random() / 2));
      return grant();
    }
  }

  const parkedError = (retryAfter: number): PorchlightError =>
    new PorchlightError("The server is down; the member is kept.", {
      kind: "unavailable",
      code: "SESSION_PARKED",
      retryAfter,
    });

  function scheduleReturn(): void {
    environment.clearTimeout(timer);
    if (!options.background || !snapshot.parkedUntil) return;
    const wait = Math.max(snapshot.parkedUntil - environment.now(), 0) + 100;
    timer = environment.setTimeout(() => void renewal().catch(() => {}), Math.min(wait, longestParkMs));
  }

  function look(): Tokens {
    const stored = asynchronous ? failed : attempt(() => storage.getTokens());
    if (isPromise(stored)) asynchronous = true;
    else if (stored !== failed) adopt(toTokens(stored));
    return snapshot;
  }

  const wait = async (work: Promise<Tokens>, signal: AbortSignal | undefined): Promise<string> =>
    (await (signal ? withDeadline(environment, callDeadlineMs, signal, () => work) : work)).accessToken.value;

  return {
    ready: () => loaded,
    tokens: look,
    session() {
      look();
      return known;
    },
    async set(tokens) {
      outages = 0;
      const written = write(toTokens(tokens));
      adopt(toTokens(tokens));
      await written;
    },
    async authorize(signal) {
      const held = await read();
      if (!isFresh(held)) return wait(renewal(), signal);
      if (held.parkedUntil && !parkedFor(held)) renewal().catch(() => {});
      return held.accessToken.value;
    },
    async renew(token, signal) {
      spent = token;
      return wait(renewal(), signal);
    },
    discard(token) {
      spent = token;
    },
    noteIssued(value, life) {
      issued = { value, until: environment.monotonic() + life * 1000, life: life * 1000 };
    },
  };
}

function toSession({ accessToken, refreshToken, parkedUntil }: Tokens): Session {
  const memberStatus = parkedUntil ? "degraded" : "member";
  const status = refreshToken.role === TokenRole.MEMBER ? memberStatus : "visitor";
  return { status, role: refreshToken.role, expiresAt: accessToken.expiresAt };
}

/** What a change of tokens means when nobody said so: another tab or the caller has done it. */
function transition(before: Tokens, next: Tokens): ClientEvent | undefined {
  const wasMember = before.refreshToken.role === TokenRole.MEMBER;
  const isMember = next.refreshToken.role === TokenRole.MEMBER;
  if (isMember !== wasMember) return isMember ? "signedIn" : "signedOut";
  if (!next.parkedUntil === !before.parkedUntil) return undefined;
  return next.parkedUntil ? "degraded" : "restored";
}

const failed = Symbol("storage failed");
const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise;

/** A storage that fails is none: what the page itself holds counts. */
function attempt(use: () => unknown): unknown {
  try {
    const outcome = use();
    return isPromise(outcome) ? outcome.catch(() => failed) : outcome;
  } catch {
    return failed;
  }
}
