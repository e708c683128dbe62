import { PorchlightError } from "../../errors.ts";
import type { ClientEvent, Session } from "../../events.ts";
import { sleep, withTimeout } from "../../http/with-timeout.ts";
import type { Authorizer } from "../../transport.ts";
import { memoryTokenStorage } from "../storage/token-storage.ts";
import type { Connection } from "../strategies/auth-strategy.ts";
import type { OAuthStrategyOptions } from "../strategies/oauth-types.ts";
import { grantTimeoutMs, isRefreshTokenRejected, type TokenGrants } from "./token-grants.ts";
import { EMPTY_TOKENS, isSameSession, type Tokens, toTokens } from "./tokens.ts";

/** Renew this long before expiry, so that tokens do not expire in transit; 10 % of shorter lifetimes. */
export const renewalMarginMs = 60_000;
/** Part of the timeout reserved for requesting a visitor's token. */
const anonymousReserveMs = 1_200;
const minSuspensionMs = 4_000;
const maxSuspensionMs = 300_000;
/** A write not settled by then counts as failed; the page uses its own tokens. */
const storageTimeoutMs = 1_000;

export interface TokenSession extends Authorizer {
  /** Settles after the first read of the storage. */
  ready(): Promise<void>;
  /** The current tokens; for an asynchronous storage, those last read. */
  getTokens(): Tokens;
  /** Referentially stable until something changes. */
  getSession(): Session;
  /** Takes effect at once; settles when the tokens are stored. Overrides a renewal in progress. */
  setTokens(tokens: Tokens): Promise<void>;
  /** Whether a renewal that failed with `error` ends a member's session. */
  isEndedBy(error: unknown): boolean;
  /** Called for every issued access token, with its lifetime in seconds. */
  recordIssuedToken(accessToken: string, lifetimeSeconds: number): void;
}

/** Outcome of a renewal: `error` if it failed; `thrown` is rethrown to the callers once `tokens` are applied. */
interface Renewal {
  tokens: Tokens;
  error?: PorchlightError;
  thrown?: unknown;
}

/** Manages the tokens: one renewal at a time; the storage is authoritative. */
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
  let identity = {};
  let session = toSession(snapshot);
  let issued: { value: string; until: number; margin: number } | undefined;
  let rejectedToken: string | undefined;
  let activeRenewal: Promise<Tokens> | undefined;
  let writing: Promise<void> | undefined;
  let asynchronous = false;
  /** The storage is older than the page's tokens and is not read until a write succeeds. */
  let isWritePending = false;
  let outages = 0;
  let timer: unknown;

  /** Applies the stored tokens unless newer ones were set in between. Returns a promise for an asynchronous storage. */
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

  /** The storage is authoritative; waits for a pending write first. */
  async function read(): Promise<Tokens> {
    while (writing) await writing;
    return readStorage();
  }

  /** Synchronous if the storage is, so that the page may be left right after. */
  function write(tokens: Tokens): Promise<void> | undefined {
    const store = () => attemptStorage(() => storage.setTokens(tokens));
    const written = writing ? writing.then(store) : store();
    const recordOutcome = (outcome: unknown) => {
      isWritePending = outcome === storageFailure;
      if (writing === work) writing = undefined;
    };
    let work: Promise<void> | undefined;
    if (isPromise(written))
      writing = work = withTimeout(environment, storageTimeoutMs, null, () => written).then(recordOutcome, () =>
        recordOutcome(storageFailure),
      );
    else recordOutcome(written);
    return writing;
  }

  function apply(next: Tokens, cause?: Renewal): void {
    const before = snapshot;
    if (isSameSession(before, next) && before.suspendedUntil === next.suspendedUntil) return;
    snapshot = next;
    session = toSession(next);
    const { value, role } = next.refreshToken;
    if (role !== before.refreshToken.role || (!cause && value !== before.refreshToken.value)) identity = {};
    environment.clearTimeout(timer);
    if (background && next.suspendedUntil)
      timer = environment.setTimeout(renewInBackground, suspendedSeconds(next) * 1000 + 100);
    const eventData = { session, error: cause?.error };
    const event = eventOf(before, next, cause);
    if (event) emitter.emit(event, eventData);
    emitter.emit("changed", eventData);
  }

  function isFresh({ accessToken: { value, expiresAt } }: Tokens): boolean {
    if (!value || value === rejectedToken) return false;
    const left = expiresAt * 1000 - environment.now();
    return issued?.value === value
      ? Math.min(left, issued.until - environment.monotonic()) > issued.margin
      : left > renewalMarginMs;
  }

  /** Seconds until the next retry is due; 0 if due, or if so far ahead that the clock must have changed. */
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
      const current = await read();
      const retryAfter = suspendedSeconds(current);
      if (isFresh(current) && (!current.suspendedUntil || retryAfter)) return current; // another tab has renewed
      if (retryAfter) {
        const message = "The server could not be reached.";
        throw new PorchlightError(message, { kind: "unavailable", code: "SESSION_SUSPENDED", retryAfter });
      }
      const next = await requestTokens(current, left);
      if (!isSameSession(await read(), current)) continue; // signed out or in during the renewal: discard `next`
      apply(next.tokens, next);
      await write(next.tokens);
      if (next.thrown) throw next.thrown;
      return next.tokens;
    }
  }

  async function requestTokens(current: Tokens, left: () => number): Promise<Renewal> {
    const { refreshToken } = current;
    const isMember = refreshToken.role === "member";
    const remaining = () => left() - (refreshToken.value ? anonymousReserveMs : 0);
    const grant = () =>
      refreshToken.value
        ? grants.refresh(refreshToken, { timeoutMs: remaining() })
        : grants.anonymous({ timeoutMs: remaining() });
    try {
      // Retry once after an outage, unless Retry-After exceeds the remaining time.
      const tokens = await grant().catch(async (error: PorchlightError) => {
        const delayMs = (error.retryAfter ?? 0.3) * 1000;
        if (isEndedBy(error) || delayMs * 1.5 + 500 > remaining()) throw error;
        await sleep(environment, delayMs * (1 + environment.random() / 2));
        return grant();
      });
      outages = 0;
      return { tokens };
    } catch (thrown) {
      if (!refreshToken.value) throw thrown;
      const error = thrown as PorchlightError;
      const lost = isEndedBy(error);
      const renewal: Renewal = { tokens: isMember && !lost ? suspend(current, error) : EMPTY_TOKENS, error };
      const { suspendedUntil } = renewal.tokens;
      if (suspendedUntil && isFresh(current)) return renewal;
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

  /** Retains the member's tokens, with the time of the next retry. */
  function suspend(current: Tokens, { retryAfter = 0 }: PorchlightError): Tokens {
    const delayMs = Math.min(minSuspensionMs * 2 ** outages++, 60_000) * (1 + environment.random() / 2);
    const requestedMs = Math.min(retryAfter * 1000, maxSuspensionMs);
    return { ...current, suspendedUntil: Math.round(environment.now() + Math.max(delayMs, requestedMs)) };
  }

  const isEndedBy = (error: unknown): boolean => renewalPolicy === "contract" || isRefreshTokenRejected(error);

  async function set(next: Tokens): Promise<void> {
    outages = 0;
    const tokens = toTokens(next);
    const written = write(tokens);
    apply(tokens);
    // A new object, so that a read that is still in progress is outdated even if the tokens are equal.
    snapshot = { ...tokens };
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
    identity: () => identity,
    recordIssuedToken(value, lifetimeSeconds) {
      issued = {
        value,
        until: environment.monotonic() + lifetimeSeconds * 1000,
        margin: Math.min(lifetimeSeconds * 100, renewalMarginMs),
      };
    },
  };
}

function toSession({ accessToken: { expiresAt }, refreshToken: { role }, suspendedUntil }: Tokens): Session {
  const memberStatus = suspendedUntil ? "degraded" : "member";
  return { status: role === "member" ? memberStatus : "visitor", role, expiresAt };
}

/** The event for a token change. Without `renewal`, another tab or the caller changed them. */
function eventOf(before: Tokens, next: Tokens, renewal: Renewal | undefined): ClientEvent | undefined {
  const wasMember = before.refreshToken.role === "member";
  const isMember = next.refreshToken.role === "member";
  if (!wasMember && isMember) return "signedIn";
  if (wasMember && !isMember) return renewal ? "sessionLost" : "signedOut";
  if (!next.suspendedUntil !== !before.suspendedUntil) return next.suspendedUntil ? "degraded" : "restored";
  return renewal && next.accessToken.value && !next.suspendedUntil ? "renewed" : undefined;
}

const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise;

/** Result of a failing storage. */
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
