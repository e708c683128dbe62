import { PorchlightError } from "../../errors.ts";
import type { ClientEvent, Session } from "../../events.ts";
import { sleep, withTimeout } from "../../http/with-timeout.ts";
import type { Authorizer } from "../../transport.ts";
import { memoryTokenStorage } from "../storage/token-storage.ts";
import type { Connection } from "../strategies/auth-strategy.ts";
import type { OAuthStrategyOptions } from "../strategies/oauth-types.ts";
import { grantTimeoutMs, isRefreshTokenRejected, type TokenGrants } from "./token-grants.ts";
import { EMPTY_TOKENS, isSameSession, type Tokens, toTokens } from "./tokens.ts";

/** Renew this long before expiry, so that a token never dies on its way. 60 seconds; 10 % of a shorter life. */
export const renewalMarginMs = 60_000;
/** The part of it that is kept for a visitor's token. */
const anonymousReserveMs = 1_200;
const minSuspensionMs = 4_000;
const maxSuspensionMs = 300_000;
/** A write that has not settled by then has failed: what the page itself holds counts. */
const storageTimeoutMs = 1_000;

export interface TokenSession extends Authorizer {
  /** Settles when the storage was read for the first time. */
  ready(): Promise<void>;
  /** What is held now; for an asynchronous storage, what was last read of it. */
  getTokens(): Tokens;
  /** The same object until something changes. */
  getSession(): Session;
  /** Puts these tokens in place at once; settles when they are stored. Wins over a renewal under way. */
  setTokens(tokens: Tokens): Promise<void>;
  /** Whether a renewal that failed so ends a member's session. */
  isEndedBy(error: unknown): boolean;
  /** Told by the token endpoint's caller: a token that was issued just now, with its life in seconds. */
  recordIssuedToken(accessToken: string, life: number): void;
}

/** What a renewal came to: `error` where it failed, `thrown` for those who wait once `tokens` are in place. */
interface Renewal {
  tokens: Tokens;
  error?: PorchlightError;
  thrown?: unknown;
}

/** Holds the tokens: one renewal at a time, and the store has the last word. */
export function createTokenSession(
  {
    environment,
    emitter,
    renewalPolicy,
    background,
  }: Pick<Connection, "environment" | "emitter" | "renewalPolicy" | "background">,
  options: Pick<OAuthStrategyOptions, "tokenStorage" | "tokens">,
  grants: TokenGrants,
): TokenSession {
  const { tokenStorage: storage = memoryTokenStorage(), tokens: initial } = options;
  let snapshot = EMPTY_TOKENS;
  let session = toSession(snapshot);
  let issued: { value: string; until: number; margin: number } | undefined;
  let rejectedToken: string | undefined;
  let activeRenewal: Promise<Tokens> | undefined;
  let writing: Promise<void> | undefined;
  let asynchronous = false;
  /** What is stored is older than what the page holds, and is not read until a write has worked. */
  let isWritePending = false;
  let outages = 0;
  let timer: unknown;

  /** Takes over what is stored, unless something was put in place meanwhile; a promise where the storage answers with one. */
  function readStorage(): Tokens | Promise<Tokens> {
    const before = snapshot;
    const accept = (stored: unknown): Tokens => {
      if (stored !== storageFailure && !isWritePending && snapshot === before) apply(toTokens(stored));
      return snapshot;
    };
    const stored = attemptStorage(() => storage.getTokens());
    asynchronous = isPromise(stored);
    return isPromise(stored) ? stored.then(accept) : accept(stored);
  }

  /** What is stored has the last word; a write of our own that is under way comes first. */
  async function read(): Promise<Tokens> {
    while (writing) await writing;
    return readStorage();
  }

  /** At once where the storage allows it, so that a page may be left right after. */
  function write(tokens: Tokens): Promise<void> | undefined {
    const store = () => attemptStorage(() => storage.setTokens(tokens));
    const written = writing ? writing.then(store) : store();
    const note = (outcome: unknown) => {
      isWritePending = outcome === storageFailure;
      if (writing === work) writing = undefined;
    };
    let work: Promise<void> | undefined;
    if (isPromise(written))
      writing = work = withTimeout(environment, storageTimeoutMs, null, () => written).then(note, () =>
        note(storageFailure),
      );
    else note(written);
    return writing;
  }

  function apply(next: Tokens, startRenewal?: Renewal): void {
    const before = snapshot;
    if (isSameSession(before, next) && before.suspendedUntil === next.suspendedUntil) return;
    snapshot = next;
    session = toSession(next);
    environment.clearTimeout(timer);
    if (background && next.suspendedUntil)
      timer = environment.setTimeout(renewInBackground, suspendedSeconds(next) * 1000 + 100);
    const facts = { session, error: startRenewal?.error };
    const event = eventOf(before, next, startRenewal);
    if (event) emitter.emit(event, facts);
    emitter.emit("changed", facts);
  }

  function isFresh({ accessToken: { value, expiresAt } }: Tokens): boolean {
    if (!value || value === rejectedToken) return false;
    const left = expiresAt * 1000 - environment.now();
    return issued?.value === value
      ? Math.min(left, issued.until - environment.monotonic()) > issued.margin
      : left > renewalMarginMs;
  }

  /** Seconds until the next try is due; 0 when it is, and when the moment lies so far ahead that the clock was set. */
  function suspendedSeconds({ suspendedUntil = 0 }: Tokens): number {
    const left = suspendedUntil - environment.now();
    return left > 0 && left <= maxSuspensionMs ? Math.ceil(left / 1000) : 0;
  }

  function renewal(): Promise<Tokens> {
    const end = environment.monotonic() + grantTimeoutMs;
    const left = () => end - environment.monotonic();
    const work = () => renew(left);
    activeRenewal ??= Promise.resolve(storage.lock?.(work) ?? work()).finally(() => {
      activeRenewal = undefined;
    });
    return activeRenewal;
  }

  function renewInBackground(): void {
    renewal().catch(() => {});
  }

  async function renew(left: () => number): Promise<Tokens> {
    for (;;) {
      const held = await read();
      const retryAfter = suspendedSeconds(held);
      if (isFresh(held) && (!held.suspendedUntil || retryAfter)) return held; // another tab was quicker
      if (retryAfter) {
        const message = "The server could not be reached.";
        throw new PorchlightError(message, { kind: "unavailable", code: "SESSION_SUSPENDED", retryAfter });
      }
      const next = await requestTokens(held, left);
      if (!isSameSession(await read(), held)) continue; // signed out or in meanwhile: the store wins, `next` is dropped
      apply(next.tokens, next);
      await write(next.tokens);
      if (next.thrown) throw next.thrown;
      return next.tokens;
    }
  }

  async function requestTokens(held: Tokens, left: () => number): Promise<Renewal> {
    const { refreshToken } = held;
    const isMember = refreshToken.role === "member";
    const rest = () => left() - (refreshToken.value ? anonymousReserveMs : 0);
    const grant = () =>
      refreshToken.value
        ? grants.refresh(refreshToken, { timeoutMs: rest() })
        : grants.anonymous({ timeoutMs: rest() });
    try {
      // Again once after an outage, unless the server asks for a longer wait than there is time for.
      const tokens = await grant().catch(async (error: PorchlightError) => {
        const wait = (error.retryAfter ?? 0.3) * 1000;
        if (isEndedBy(error) || wait * 1.5 + 500 > rest()) throw error;
        await sleep(environment, wait * (1 + environment.random() / 2));
        return grant();
      });
      outages = 0;
      return { tokens };
    } catch (thrown) {
      if (!refreshToken.value) throw thrown;
      const error = thrown as PorchlightError;
      const lost = isEndedBy(error);
      const renewal: Renewal = { tokens: isMember && !lost ? suspend(held, error) : EMPTY_TOKENS, error };
      const { suspendedUntil } = renewal.tokens;
      if (suspendedUntil && isFresh(held)) return renewal;
      try {
        const visitor = await grants.anonymous({ timeoutMs: left() });
        renewal.tokens = suspendedUntil ? { ...renewal.tokens, accessToken: visitor.accessToken } : visitor;
      } catch (failure) {
        if (!isMember && !lost) throw failure;
        renewal.thrown = suspendedUntil ? error : failure;
      }
      return renewal;
    }
  }

  /** Keeps the member's tokens, and says until when. */
  function suspend(held: Tokens, { retryAfter = 0 }: PorchlightError): Tokens {
    const wait = Math.min(minSuspensionMs * 2 ** outages++, 60_000) * (1 + environment.random() / 2);
    const told = Math.min(retryAfter * 1000, maxSuspensionMs);
    return { ...held, suspendedUntil: Math.round(environment.now() + Math.max(wait, told)) };
  }

  const isEndedBy = (error: unknown): boolean => renewalPolicy === "contract" || isRefreshTokenRejected(error);

  async function set(next: Tokens): Promise<void> {
    outages = 0;
    const tokens = toTokens(next);
    const written = write(tokens);
    apply(tokens);
    await written;
  }

  const loaded = initial ? set(initial) : read();
  attemptStorage(() => storage.subscribe?.(read));
  return {
    async ready() {
      await loaded;
    },
    getTokens() {
      if (!asynchronous) readStorage();
      return snapshot;
    },
    getSession() {
      if (!asynchronous) readStorage();
      return session;
    },
    setTokens: set,
    isEndedBy,
    authorize: (signal) =>
      withTimeout(environment, grantTimeoutMs, signal, async () => {
        let tokens = await read();
        if (!isFresh(tokens)) tokens = await renewal();
        else if (tokens.suspendedUntil && !suspendedSeconds(tokens)) renewInBackground();
        return tokens.accessToken.value;
      }),
    discard(token) {
      rejectedToken = token;
    },
    recordIssuedToken(value, life) {
      issued = { value, until: environment.monotonic() + life * 1000, margin: Math.min(life * 100, renewalMarginMs) };
    },
  };
}

function toSession({ accessToken: { expiresAt }, refreshToken: { role }, suspendedUntil }: Tokens): Session {
  const memberStatus = suspendedUntil ? "degraded" : "member";
  return { status: role === "member" ? memberStatus : "visitor", role, expiresAt };
}

/** What a change of tokens means; without a renewal of ours another tab or the caller has made it. */
function eventOf(before: Tokens, next: Tokens, renewal: Renewal | undefined): ClientEvent | undefined {
  const wasMember = before.refreshToken.role === "member";
  const isMember = next.refreshToken.role === "member";
  if (!wasMember && isMember) return "signedIn";
  if (wasMember && !isMember) return renewal ? "sessionLost" : "signedOut";
  if (!next.suspendedUntil !== !before.suspendedUntil) return next.suspendedUntil ? "degraded" : "restored";
  return renewal && next.accessToken.value && !next.suspendedUntil ? "renewed" : undefined;
}

const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise;

/** In place of what a storage answers that fails: what the page itself holds counts then. */
const storageFailure = {};

function attemptStorage(use: () => unknown): unknown {
  try {
    const outcome = use();
    // Custom storages may return promises of another realm or library.
    return (outcome as { then?: unknown } | null)?.then
      ? Promise.resolve(outcome).catch(() => storageFailure)
      : outcome;
  } catch {
    return storageFailure;
  }
}
