import { describe, expect, it } from "vitest";
import { createEmitter } from "../../events.ts";
import { memoryTokenStorage, type TokenStorage } from "../storage/token-storage.ts";
import { createTokenSession } from "./token-session.ts";
import { expired, fakeEnvironment, outage, setUp, start, tokens } from "./token-session-fixture.ts";
import { EMPTY_TOKENS, type Tokens } from "./tokens.ts";

describe("createTokenSession", () => {
  it("returns a valid token without a request", async () => {
    const { session, calls } = setUp({ stored: tokens("held", "member") });
    expect(await session.authorize()).toBe("held-access");
    expect(calls).toEqual({ anonymous: 0, refresh: 0 });
  });

  it("starts with a visitor", async () => {
    const { session, calls, storage } = setUp();
    expect(await session.authorize()).toBe("visitor-access");
    expect(calls.anonymous).toBe(1);
    expect(storage.getTokens()).toEqual(tokens("visitor", "visitor"));
  });

  it("makes one request for 100 concurrent callers", async () => {
    const { session, calls } = setUp({ stored: expired(), refresh: async () => tokens("new", "member") });
    const resolvers = await Promise.all(Array.from({ length: 100 }, () => session.authorize()));
    expect(new Set(resolvers)).toEqual(new Set(["new-access"]));
    expect(calls).toEqual({ anonymous: 0, refresh: 1 });
  });

  it("makes at most three requests for 100 concurrent callers of an outage", async () => {
    const { session, calls, settle } = setUp({
      stored: expired(),
      refresh: () => Promise.reject(outage(503)),
      anonymous: () => Promise.reject(outage(503)),
    });
    const resolvers = await settle(Promise.allSettled(Array.from({ length: 100 }, () => session.authorize())));
    expect(resolvers.every(({ status }) => status === "rejected")).toBe(true);
    expect(calls.anonymous + calls.refresh).toBeLessThanOrEqual(3);
  });

  it("makes one request for two sessions that share storage and lock", async () => {
    const shared = memoryTokenStorage();
    let last: Promise<unknown> = Promise.resolve();
    const storage: TokenStorage = {
      ...shared,
      lock(work) {
        const next = last.then(work);
        last = next;
        return next;
      },
    };
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

  it("renews a short-lived token at a tenth of its lifetime", async () => {
    const { session, calls, advance } = setUp({ refresh: async () => tokens("new", "visitor", 30) });
    await session.setTokens(tokens("short", "visitor", 30));
    session.recordIssuedToken("short-access", 30);
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
    const session = createTokenSession(
      {
        environment: { ...environment, now: () => start + clock.shift, monotonic: () => monotonic },
        emitter: createEmitter(),
        renewalPolicy: undefined,
        background: false,
      },
      { tokens: tokens("held", "member") },
      {
        anonymous: () => Promise.reject(new Error("not expected")),
        refresh: async () => tokens("new", "member", 7200),
        exchangeCode: () => Promise.reject(new Error("not expected")),
      },
    );
    session.recordIssuedToken("held-access", 3600);
    expect(await session.authorize()).toBe("held-access");
    clock.shift = -5 * 3600_000;
    monotonic = 3600_000;
    expect(await session.authorize()).toBe("new-access");
  });

  it("adopts a rotated refresh token", async () => {
    const { session } = setUp({ stored: expired(), refresh: async () => tokens("rotated", "member") });
    await session.authorize();
    expect(session.getTokens().refreshToken.value).toBe("rotated-refresh");
  });

  it("does not log a member back in when they log out during a renewal", async () => {
    const setup = setUp({
      stored: expired(),
      refresh: async () => {
        await setup.session.setTokens(EMPTY_TOKENS);
        return tokens("renewed", "member");
      },
    });
    expect(await setup.session.authorize()).toBe("visitor-access");
    expect(setup.session.getSession().status).toBe("visitor");
    expect(setup.events).toContain("signedOut");
  });

  it("keeps a sign-in that happens during a renewal", async () => {
    const setup = setUp({
      stored: expired("visitor"),
      refresh: async () => {
        await setup.session.setTokens(tokens("signed-in", "member"));
        return tokens("renewed", "visitor");
      },
    });
    expect(await setup.session.authorize()).toBe("signed-in-access");
    expect(setup.events).toContain("signedIn");
  });

  it("applies what another tab has stored", async () => {
    const { session, storage, events } = setUp({ stored: tokens("visitor", "visitor") });
    await session.authorize();
    storage.setTokens(tokens("elsewhere", "member"));
    expect(await session.authorize()).toBe("elsewhere-access");
    await Promise.resolve();
    expect(events).toEqual(["signedIn", "changed"]);
  });

  it("does not return a token that the server rejected", async () => {
    const { session } = setUp({ stored: tokens("held", "member"), refresh: async () => tokens("new", "member") });
    session.discard("held-access");
    expect(await session.authorize()).toBe("new-access");
    expect(await session.authorize()).toBe("new-access");
  });

  it("returns the same session object until something changes", async () => {
    const { session } = setUp({ stored: tokens("held", "member") });
    const before = session.getSession();
    expect(session.getSession()).toBe(before);
    await session.setTokens(EMPTY_TOKENS);
    expect(session.getSession()).not.toBe(before);
  });

  it("aborts one caller's wait while the renewal continues for others", async () => {
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

  it("works with an asynchronous storage and with one that always fails", async () => {
    let storedTokens: Tokens | null = expired();
    const asynchronous: TokenStorage = {
      getTokens: async () => storedTokens,
      setTokens: async (next) => {
        storedTokens = next;
      },
    };
    const one = setUp({ storage: asynchronous, refresh: async () => tokens("new", "member") });
    expect(await one.session.authorize()).toBe("new-access");
    expect(storedTokens).toEqual(tokens("new", "member"));

    const initial = createTokenSession(
      {
        environment: fakeEnvironment().environment,
        emitter: createEmitter(),
        renewalPolicy: undefined,
        background: false,
      },
      {
        tokenStorage: { getTokens: async () => storedTokens, setTokens: async () => {} },
        tokens: tokens("given", "member"),
      },
      {
        anonymous: async () => tokens("x", "visitor"),
        refresh: async () => storedTokens as Tokens,
        exchangeCode: async () => storedTokens as Tokens,
      },
    );
    expect(initial.getTokens()).toEqual(tokens("given", "member"));
    expect(initial.getTokens()).toEqual(tokens("given", "member"));

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
