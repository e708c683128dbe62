import { describe, expect, it } from "vitest";
import { createEnvironment, type Environment } from "../environment.ts";
import { PorchlightError } from "../errors.ts";
import type { ClientEvent } from "../events.ts";
import type { TokenGrants } from "./token-grants.ts";
import { createTokenSession, type RenewalPolicy } from "./token-session.ts";
import { memoryTokenStorage, type TokenStorage } from "./token-storage.ts";
import { EMPTY_TOKENS, type TokenRole, type Tokens } from "./tokens.ts";

const start = Date.UTC(2030, 0, 1);

const tokens = (name: string, role: TokenRole, life = 3600): Tokens => ({
  accessToken: { value: `${name}-access`, expiresAt: start / 1000 + life },
  refreshToken: { value: `${name}-refresh`, role },
});
const expired = (role: TokenRole = "member") => tokens("old", role, -1);

const refused = (status: number, body?: object) =>
  new PorchlightError("refused", { kind: "unauthenticated", code: "x", status, ...(body && { details: body }) });
const outage = (status?: number, retryAfter?: number) =>
  new PorchlightError("outage", { kind: status ? "unavailable" : "network", code: "x", status, retryAfter });

/** A clock that moves only when somebody waits; waiting takes no time. */
function fakeEnvironment() {
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
    lock: (_name, work) => work(),
    page: () => undefined,
  });
  return {
    environment,
    elapsed: () => clock,
    advance(milliseconds: number) {
      clock += milliseconds;
    },
    /** Lets everything due happen, as far as there are waits up to `limit`. */
    async settle<Result>(work: Promise<Result>, limit = 60_000): Promise<Result> {
      let done = false;
      const settled = work.finally(() => {
        done = true;
      });
      settled.catch(() => {});
      for (let turn = 0; turn < 500 && !done; turn++) {
        await new Promise((resolve) => setImmediate(resolve));
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

interface Setup {
  stored?: Tokens;
  storage?: TokenStorage;
  anonymous?: () => Promise<Tokens>;
  refresh?: (call: number) => Promise<Tokens>;
  policy?: RenewalPolicy;
  background?: boolean;
}

function setUp({ stored, policy = "patient", background = false, ...setup }: Setup = {}) {
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
  const session = createTokenSession({
    storage,
    grants,
    policy,
    environment: fake.environment,
    background,
    emit: (name) => events.push(name),
  });
  return { ...fake, storage, session, calls, events };
}

describe("token session", () => {
  it("answers a fresh token without a request", async () => {
    const { session, calls } = setUp({ stored: tokens("held", "member") });
    expect(await session.authorize()).toBe("held-access");
    expect(calls).toEqual({ anonymous: 0, refresh: 0 });
  });

  it("begins with a visitor", async () => {
    const { session, calls, storage } = setUp();
    expect(await session.authorize()).toBe("visitor-access");
    expect(calls.anonymous).toBe(1);
    expect(storage.getTokens()).toEqual(tokens("visitor", "visitor"));
  });

  it("makes one request for 100 concurrent callers", async () => {
    const { session, calls } = setUp({ stored: expired(), refresh: async () => tokens("new", "member") });
    const answers = await Promise.all(Array.from({ length: 100 }, () => session.authorize()));
    expect(new Set(answers)).toEqual(new Set(["new-access"]));
    expect(calls).toEqual({ anonymous: 0, refresh: 1 });
  });

  it("makes at most three requests for 100 concurrent callers of an outage", async () => {
    const { session, calls, settle } = setUp({
      stored: expired(),
      refresh: () => Promise.reject(outage(503)),
      anonymous: () => Promise.reject(outage(503)),
    });
    const answers = await settle(Promise.allSettled(Array.from({ length: 100 }, () => session.authorize())));
    expect(answers.every(({ status }) => status === "rejected")).toBe(true);
    expect(calls.anonymous + calls.refresh).toBeLessThanOrEqual(3);
  });

  it("makes one request for two sessions that share storage and lock", async () => {
    const storage = { ...memoryTokenStorage(), lockName: "shared" };
    const one = setUp({ storage, stored: expired(), refresh: async () => tokens("new", "member") });
    const two = setUp({ storage, refresh: async () => tokens("other", "member") });
    expect(await one.session.authorize()).toBe("new-access");
    expect(await two.session.authorize()).toBe("new-access");
    expect(two.calls.refresh).toBe(0);
  });

  it("renews 60 seconds before expiry", async () => {
    const { session, calls } = setUp({
      stored: tokens("held", "member", 59),
      refresh: async () => tokens("new", "member"),
    });
    await session.authorize();
    expect(calls.refresh).toBe(1);
  });

  it("renews a short-lived token at a tenth of its life", async () => {
    const { session, calls, advance } = setUp({ refresh: async () => tokens("new", "visitor", 30) });
    await session.set(tokens("short", "visitor", 30));
    session.noteIssued("short-access", 30);
    advance(26_000);
    expect(await session.authorize()).toBe("short-access");
    advance(1_500);
    expect(await session.authorize()).toBe("new-access");
    expect(calls.refresh).toBe(1);
  });

  it("renews when the device's clock was set back", async () => {
    const clock = { shift: 0 };
    const { environment } = fakeEnvironment();
    let monotonic = 0;
    const session = createTokenSession({
      storage: memoryTokenStorage(),
      initial: tokens("held", "member"),
      grants: {
        anonymous: () => Promise.reject(new Error("not expected")),
        refresh: async () => tokens("new", "member", 7200),
        exchangeCode: () => Promise.reject(new Error("not expected")),
      },
      policy: "patient",
      environment: { ...environment, now: () => start + clock.shift, monotonic: () => monotonic },
      background: false,
      emit: () => {},
    });
    session.noteIssued("held-access", 3600);
    expect(await session.authorize()).toBe("held-access");
    clock.shift = -5 * 3600_000;
    monotonic = 3600_000;
    expect(await session.authorize()).toBe("new-access");
  });

  it("adopts a rotated refresh token", async () => {
    const { session } = setUp({ stored: expired(), refresh: async () => tokens("rotated", "member") });
    await session.authorize();
    expect(session.tokens().refreshToken.value).toBe("rotated-refresh");
  });

  it("does not log a member back in when they log out during a renewal", async () => {
    const setup = setUp({
      stored: expired(),
      refresh: async () => {
        await setup.session.set(EMPTY_TOKENS);
        return tokens("renewed", "member");
      },
    });
    expect(await setup.session.authorize()).toBe("visitor-access");
    expect(setup.session.session().status).toBe("visitor");
    expect(setup.events).toContain("signedOut");
  });

  it("lets a sign-in during a renewal win", async () => {
    const setup = setUp({
      stored: expired("visitor"),
      refresh: async () => {
        await setup.session.set(tokens("signed-in", "member"));
        return tokens("renewed", "visitor");
      },
    });
    expect(await setup.session.authorize()).toBe("signed-in-access");
    expect(setup.events).toContain("signedIn");
  });

  it("takes over what another tab has stored", async () => {
    const { session, storage, events } = setUp({ stored: tokens("visitor", "visitor") });
    await session.authorize();
    storage.setTokens(tokens("elsewhere", "member"));
    expect(await session.authorize()).toBe("elsewhere-access");
    await Promise.resolve();
    expect(events).toEqual(["signedIn", "changed"]);
  });

  it("does not hand out a token that the server refused", async () => {
    const { session } = setUp({ stored: tokens("held", "member"), refresh: async () => tokens("new", "member") });
    expect(await session.renew("held-access")).toBe("new-access");
    expect(await session.authorize()).toBe("new-access");
  });

  it("answers the same session object until something changes", async () => {
    const { session } = setUp({ stored: tokens("held", "member") });
    const before = session.session();
    expect(session.session()).toBe(before);
    await session.set(EMPTY_TOKENS);
    expect(session.session()).not.toBe(before);
  });

  it("ends a wait with the caller's signal, and the renewal goes on for others", async () => {
    const gate = Promise.withResolvers<Tokens>();
    const { session, calls } = setUp({ stored: expired(), refresh: () => gate.promise });
    const controller = new AbortController();
    const one = session.authorize(controller.signal);
    const other = session.authorize();
    controller.abort();
    await expect(one).rejects.toMatchObject({ kind: "aborted" });
    gate.resolve(tokens("new", "member"));
    expect(await other).toBe("new-access");
    expect(calls.refresh).toBe(1);
  });

  it("works with an asynchronous storage, and with one that always fails", async () => {
    let held: Tokens | null = expired();
    const asynchronous: TokenStorage = {
      getTokens: async () => held,
      setTokens: async (next) => {
        held = next;
      },
    };
    const one = setUp({ storage: asynchronous, refresh: async () => tokens("new", "member") });
    expect(await one.session.authorize()).toBe("new-access");
    expect(held).toEqual(tokens("new", "member"));

    const broken: TokenStorage = {
      getTokens: () => Promise.reject(new Error("blocked")),
      setTokens: () => Promise.reject(new Error("blocked")),
    };
    const other = setUp({ storage: broken });
    expect(await other.session.authorize()).toBe("visitor-access");
    expect(await other.session.authorize()).toBe("visitor-access");
    expect(other.calls.anonymous).toBe(1);
  });
});

describe("a refused refresh token", () => {
  it.each([
    ["400 with a body", refused(400, { error: "invalid_grant" })],
    ["401 with a body", refused(401, { error: "invalid_client" })],
    ["401 without a body", refused(401)],
  ])("%s makes a visitor of the member and says so", async (_name, error) => {
    const { session, events, calls } = setUp({ stored: expired(), refresh: () => Promise.reject(error) });
    expect(await session.authorize()).toBe("visitor-access");
    expect(session.session().status).toBe("visitor");
    expect(events).toEqual(["sessionLost", "changed"]);
    expect(calls).toEqual({ anonymous: 1, refresh: 1 });
  });

  it("is said even where no visitor's token can be had", async () => {
    const { session, events } = setUp({
      stored: expired(),
      refresh: () => Promise.reject(refused(401)),
      anonymous: () => Promise.reject(outage(503)),
    });
    await expect(session.authorize()).rejects.toMatchObject({ kind: "unavailable" });
    expect(session.tokens()).toEqual(EMPTY_TOKENS);
    expect(events).toEqual(["sessionLost", "changed"]);
  });

  it("makes no noise for a visitor", async () => {
    const { session, events } = setUp({ stored: expired("visitor"), refresh: () => Promise.reject(refused(400, {})) });
    expect(await session.authorize()).toBe("visitor-access");
    expect(events).toEqual(["renewed", "changed"]);
  });
});

const outages: [string, () => PorchlightError][] = [
  ["no network", () => outage()],
  ["a proxy's 400 page", () => outage(400)],
  ["403", () => outage(403)],
  ["404", () => outage(404)],
  ["408", () => outage(408)],
  ["429", () => outage(429)],
  ["429 with a short Retry-After", () => outage(429, 1)],
  ["429 with a long Retry-After", () => outage(429, 120)],
  ["500", () => outage(500)],
  ["502", () => outage(502)],
  ["503", () => outage(503)],
  ["503 with a long Retry-After", () => outage(503, 60)],
  ["504", () => outage(504)],
];

describe.each(outages)("an outage: %s", (_name, fault) => {
  it("is over at the second try: nobody notices", async () => {
    const { session, events, settle, elapsed } = setUp({
      stored: expired(),
      refresh: (call) =>
        call === 1 && (fault().retryAfter ?? 0) < 5
          ? Promise.reject(fault())
          : Promise.resolve(tokens("new", "member")),
    });
    expect(await settle(session.authorize())).toBe("new-access");
    expect(events).toEqual(["renewed", "changed"]);
    expect(elapsed()).toBeLessThanOrEqual(5_000);
  });

  it("keeps the member, lets calls go on as a visitor, and comes back", async () => {
    let down = true;
    const { session, events, settle, elapsed, advance, storage } = setUp({
      stored: expired(),
      refresh: () => (down ? Promise.reject(fault()) : Promise.resolve(tokens("back", "member", 7200))),
    });
    expect(await settle(session.authorize())).toBe("visitor-access");
    expect(elapsed()).toBeLessThanOrEqual(5_000);
    expect(session.session().status).toBe("degraded");
    expect(session.tokens().refreshToken).toEqual({ value: "old-refresh", role: "member" });
    expect((storage.getTokens() as Tokens).refreshToken.role).toBe("member");

    down = false;
    advance(10 * 60_000);
    await settle(session.authorize());
    await settle(session.renew("visitor-access"));
    expect(await settle(session.authorize())).toBe("back-access");
    expect(session.session().status).toBe("member");
    expect(events).toEqual(["degraded", "changed", "restored", "changed"]);
  });

  it("that is whole fails calls within 5 seconds, at once while it lasts, and comes back", async () => {
    let down = true;
    const { session, calls, settle, elapsed, advance } = setUp({
      stored: expired(),
      refresh: () => (down ? Promise.reject(fault()) : Promise.resolve(tokens("back", "member", 7200))),
      anonymous: () => Promise.reject(fault()),
    });
    await expect(settle(session.authorize())).rejects.toMatchObject({ name: "PorchlightError" });
    expect(elapsed()).toBeLessThanOrEqual(5_000);
    const { anonymous, refresh } = calls;
    await expect(session.authorize()).rejects.toMatchObject({ code: "SESSION_PARKED", kind: "unavailable" });
    expect(calls).toEqual({ anonymous, refresh });
    expect(session.session()).toMatchObject({ status: "degraded", role: "member" });

    down = false;
    advance(10 * 60_000);
    expect(await settle(session.authorize())).toBe("back-access");
    expect(session.session().status).toBe("member");
  });

  it("ends the login under the literal policy", async () => {
    const { session, events } = setUp({
      stored: expired(),
      policy: "contract",
      refresh: () => Promise.reject(fault()),
    });
    expect(await session.authorize()).toBe("visitor-access");
    expect(session.session().status).toBe("visitor");
    expect(events).toEqual(["sessionLost", "changed"]);
  });

  it("survives a reload in the middle", async () => {
    const storage = memoryTokenStorage();
    const before = setUp({ storage, stored: expired(), refresh: () => Promise.reject(fault()) });
    await before.settle(before.session.authorize());
    const after = setUp({ storage, refresh: async () => tokens("back", "member", 7200) });
    expect(after.session.session().status).toBe("degraded");
    after.advance(10 * 60_000);
    await after.settle(after.session.renew("visitor-access"));
    expect(after.session.session()).toMatchObject({ status: "member", role: "member" });
  });
});

describe("coming back by a timer", () => {
  it("restores the member without a call", async () => {
    let down = true;
    const { session, events, settle } = setUp({
      stored: expired(),
      background: true,
      refresh: () => (down ? Promise.reject(outage(503)) : Promise.resolve(tokens("back", "member", 7200))),
    });
    await settle(session.authorize());
    down = false;
    await settle(
      (async () => {
        while (!events.includes("restored")) await new Promise((resolve) => setImmediate(resolve));
      })(),
    );
    expect(session.session().status).toBe("member");
  });
});
