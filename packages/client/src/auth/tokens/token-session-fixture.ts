import { createEnvironment, type Environment } from "../../environment.ts";
import { PorchlightError } from "../../errors.ts";
import type { ClientEvent } from "../../events.ts";
import { createEmitter } from "../../events.ts";
import { memoryTokenStorage, type TokenStorage } from "../storage/token-storage.ts";
import type { RenewalPolicy } from "../strategies/auth-strategy.ts";
import type { TokenGrants } from "./token-grants.ts";
import { createTokenSession } from "./token-session.ts";
import type { TokenRole, Tokens } from "./tokens.ts";

/** Test fixture of the token session: a session with its own clock and grants that the test controls. */

export const start = Date.UTC(2030, 0, 1);

export const tokens = (name: string, role: TokenRole, lifetimeSeconds = 3600): Tokens => ({
  accessToken: { value: `${name}-access`, expiresAt: start / 1000 + lifetimeSeconds },
  refreshToken: { value: `${name}-refresh`, role },
});
export const expired = (role: TokenRole = "member") => tokens("old", role, -1);

export const refused = (status: number, body?: object) =>
  new PorchlightError("refused", { kind: "unauthenticated", code: "x", status, ...(body && { details: body }) });
export const outage = (status?: number, retryAfter?: number) =>
  new PorchlightError("outage", { kind: status ? "unavailable" : "network", code: "x", status, retryAfter });

/** A clock that advances only during waits; waits take no real time. */
export function fakeEnvironment() {
  let clock = 0;
  const timers = new Map<number, { at: number; run: () => void }>();
  let last = 0;
  const environment: Environment = createEnvironment({
    now: () => start + clock,
    monotonic: () => clock,
    random: () => 0.5,
    setTimeout(run, milliseconds) {
      timers.set(++last, { at: clock + milliseconds, run });
      return last;
    },
    clearTimeout: (timer) => void timers.delete(timer as number),
    page: () => undefined,
  });
  return {
    environment,
    elapsed: () => clock,
    advance(milliseconds: number) {
      clock += milliseconds;
    },
    /** Runs everything that is due, with waits of up to `limit` milliseconds. */
    async settle<Result>(work: Promise<Result>, limit = 60_000): Promise<Result> {
      let done = false;
      const settled = work.finally(() => {
        done = true;
      });
      settled.catch(() => {});
      for (let turn = 0; turn < 500 && !done; turn++) {
        await new Promise((resolve) => setTimeout(resolve));
        if (done) break;
        const [id, next] = [...timers].sort(([, a], [, b]) => a.at - b.at)[0] ?? [];
        if (id === undefined || !next || next.at > limit) continue;
        timers.delete(id);
        clock = Math.max(clock, next.at);
        next.run();
      }
      return settled;
    },
  };
}

export interface Setup {
  stored?: Tokens;
  storage?: TokenStorage;
  anonymous?: () => Promise<Tokens>;
  refresh?: (call: number) => Promise<Tokens>;
  policy?: RenewalPolicy;
  background?: boolean;
}

export function setUp({ stored, policy = "patient", background = false, ...setup }: Setup = {}) {
  const fake = fakeEnvironment();
  const storage = setup.storage ?? memoryTokenStorage();
  if (stored) storage.setTokens(stored);
  const calls = { anonymous: 0, refresh: 0 };
  const events: ClientEvent[] = [];
  const unexpected = () => Promise.reject(new Error("this grant was not expected"));
  const grants: TokenGrants = {
    anonymous() {
      calls.anonymous++;
      return (setup.anonymous ?? (() => Promise.resolve(tokens("visitor", "visitor"))))();
    },
    refresh() {
      calls.refresh++;
      return (setup.refresh ?? unexpected)(calls.refresh);
    },
    exchangeCode: unexpected,
  };
  const session = createTokenSession(
    {
      environment: fake.environment,
      emitter: { ...createEmitter(), emit: (name) => void events.push(name) },
      renewalPolicy: policy,
      background,
    },
    { tokenStorage: storage },
    grants,
  );
  events.length = 0; // discard events of the construction
  return { ...fake, storage, session, calls, events };
}
