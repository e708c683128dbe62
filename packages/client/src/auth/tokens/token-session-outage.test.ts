import { describe, expect, it } from "vitest";
import type { PorchlightError } from "../../errors.ts";
import { memoryTokenStorage } from "../storage/token-storage.ts";
import { expired, outage, refused, setUp, tokens } from "./token-session-fixture.ts";
import { EMPTY_TOKENS, type Tokens } from "./tokens.ts";

describe("a rejected refresh token", () => {
  it.each([
    ["400 with a body", refused(400, { error: "invalid_grant" })],
    ["401 with a body", refused(401, { error: "invalid_client" })],
    ["401 without a body", refused(401)],
  ])("%s ends the member's session and emits sessionLost", async (_name, error) => {
    const { session, events, calls } = setUp({ stored: expired(), refresh: () => Promise.reject(error) });
    expect(await session.authorize()).toBe("visitor-access");
    expect(session.getSession().status).toBe("visitor");
    expect(events).toEqual(["sessionLost", "changed"]);
    expect(calls).toEqual({ anonymous: 1, refresh: 1 });
  });

  it("is reported even without a visitor's token", async () => {
    const { session, events } = setUp({
      stored: expired(),
      refresh: () => Promise.reject(refused(401)),
      anonymous: () => Promise.reject(outage(503)),
    });
    await expect(session.authorize()).rejects.toMatchObject({ kind: "unavailable" });
    expect(session.getTokens()).toEqual(EMPTY_TOKENS);
    expect(events).toEqual(["sessionLost", "changed"]);
  });

  it("emits nothing for a visitor", async () => {
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
  it("is unnoticed when the retry succeeds", async () => {
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

  it("keeps the member, sends calls as a visitor and recovers", async () => {
    let down = true;
    const { session, events, settle, elapsed, advance, storage } = setUp({
      stored: expired(),
      refresh: () => (down ? Promise.reject(fault()) : Promise.resolve(tokens("back", "member", 7200))),
    });
    expect(await settle(session.authorize())).toBe("visitor-access");
    expect(elapsed()).toBeLessThanOrEqual(5_000);
    expect(session.getSession().status).toBe("degraded");
    expect(session.getTokens().refreshToken).toEqual({ value: "old-refresh", role: "member" });
    expect((storage.getTokens() as Tokens).refreshToken.role).toBe("member");

    down = false;
    advance(10 * 60_000);
    await settle(session.authorize());
    session.discard("visitor-access");
    await settle(session.authorize());
    expect(await settle(session.authorize())).toBe("back-access");
    expect(session.getSession().status).toBe("member");
    expect(events).toEqual(["degraded", "changed", "restored", "changed"]);
  });

  it("that is complete fails calls within 5 seconds, then immediately, and recovers", async () => {
    let down = true;
    const { session, calls, settle, elapsed, advance } = setUp({
      stored: expired(),
      refresh: () => (down ? Promise.reject(fault()) : Promise.resolve(tokens("back", "member", 7200))),
      anonymous: () => Promise.reject(fault()),
    });
    await expect(settle(session.authorize())).rejects.toMatchObject({ name: "PorchlightError" });
    expect(elapsed()).toBeLessThanOrEqual(5_000);
    const { anonymous, refresh } = calls;
    await expect(session.authorize()).rejects.toMatchObject({ code: "SESSION_SUSPENDED", kind: "unavailable" });
    expect(calls).toEqual({ anonymous, refresh });
    expect(session.getSession()).toMatchObject({ status: "degraded", role: "member" });

    down = false;
    advance(10 * 60_000);
    expect(await settle(session.authorize())).toBe("back-access");
    expect(session.getSession().status).toBe("member");
  });

  it("ends the session with the contract policy", async () => {
    const { session, events } = setUp({
      stored: expired(),
      policy: "contract",
      refresh: () => Promise.reject(fault()),
    });
    expect(await session.authorize()).toBe("visitor-access");
    expect(session.getSession().status).toBe("visitor");
    expect(events).toEqual(["sessionLost", "changed"]);
  });

  it("survives a reload", async () => {
    const storage = memoryTokenStorage();
    const before = setUp({ storage, stored: expired(), refresh: () => Promise.reject(fault()) });
    await before.settle(before.session.authorize());
    const after = setUp({ storage, refresh: async () => tokens("back", "member", 7200) });
    expect(after.session.getSession().status).toBe("degraded");
    after.advance(10 * 60_000);
    after.session.discard("visitor-access");
    await after.settle(after.session.authorize());
    expect(after.session.getSession()).toMatchObject({ status: "member", role: "member" });
  });
});

describe("background recovery", () => {
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
    expect(session.getSession().status).toBe("member");
  });

  it("restores the member on a page that was loaded during the outage", async () => {
    const storage = memoryTokenStorage();
    const before = setUp({ storage, stored: expired(), refresh: () => Promise.reject(outage(503)) });
    await before.settle(before.session.authorize());
    const after = setUp({ storage, background: true, refresh: async () => tokens("back", "member", 7200) });
    expect(after.session.getSession().status).toBe("degraded");
    await after.settle(
      (async () => {
        while (!after.events.includes("restored")) await new Promise((resolve) => setImmediate(resolve));
      })(),
    );
    expect(after.session.getSession().status).toBe("member");
  });
});
