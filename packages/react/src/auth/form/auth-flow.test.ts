import { describe, expect, it } from "vitest";
import { type AuthFlow, createAuthFlow } from "./auth-flow.ts";

function fakeStorage(items = new Map<string, string>()) {
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

describe("createAuthFlow", () => {
  it("survives a reload, and is empty while hydrating", () => {
    const storage = fakeStorage();
    createAuthFlow(() => storage).update({ email: "ada@example.com", stateToken: "st", codeSentAt: 5 });
    const reloaded = createAuthFlow(() => storage);
    expect(reloaded.getSnapshot()).toEqual({ email: "ada@example.com", stateToken: "st", codeSentAt: 5 });
    expect(reloaded.getServerSnapshot()).toEqual({ email: "", stateToken: undefined, codeSentAt: undefined });
  });

  it("restores a pending MFA sign-in and a required password reset after a reload", () => {
    const storage = fakeStorage();
    const pendingMfa = { stateToken: "mfa", factors: [{ factorType: "TOTP" }], reason: "SETTINGS" };
    createAuthFlow(() => storage).update({ pendingMfa, mustResetPassword: true });
    expect(createAuthFlow(() => storage).getSnapshot()).toMatchObject({ pendingMfa, mustResetPassword: true });
  });

  it("removes the stored state when cleared", () => {
    const storage = fakeStorage();
    const flow = createAuthFlow(() => storage);
    flow.update({ email: "ada@example.com" });
    flow.clear();
    expect(storage.items.size).toBe(0);
    expect(flow.getSnapshot().email).toBe("");
  });

  it.each(["{", "7", "null", '{"email":7,"stateToken":{},"codeSentAt":"x"}'])(
    "starts empty if the storage contains %j",
    (text) => {
      const flow = createAuthFlow(() => fakeStorage(new Map([["porchlight-sign-in", text]])));
      expect(flow.getSnapshot()).toEqual({ email: "", stateToken: undefined, codeSentAt: undefined });
    },
  );

  it("is shared with a tab opened by an emailed link, but not with one that has its own sign-in", async () => {
    const started = { email: "ada@example.com", stateToken: "st", codeSentAt: 5 };
    const [first, other, opened] = [started, { ...started, stateToken: "own" }, {}].map((state) => {
      const flow = createAuthFlow(() => undefined);
      flow.update(state);
      return flow;
    }) as [AuthFlow, AuthFlow, AuthFlow];
    const stops = [first.share()];
    const arrived = new Promise<void>((resolve) => opened.subscribe(resolve));
    stops.push(opened.share());
    await arrived;
    expect(opened.getSnapshot()).toEqual(started);
    stops.push(other.share());
    createAuthFlow(() => undefined).share()();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(other.getSnapshot().stateToken).toBe("own");
    for (const stop of stops) stop();
  });

  it("is shared with a tab opened before the sign-in reached its code", async () => {
    const opened = createAuthFlow(() => undefined);
    const stop = opened.share();
    // The request is gone by then: channels do not replay messages.
    await new Promise((resolve) => setTimeout(resolve, 20));
    const first = createAuthFlow(() => undefined);
    first.update({ email: "ada@example.com", stateToken: "st" });
    const arrived = new Promise<void>((resolve) => opened.subscribe(resolve));
    const stopFirst = first.share();
    await arrived;
    expect(opened.getSnapshot()).toMatchObject({ email: "ada@example.com", stateToken: "st" });
    stop();
    stopFirst();
  });

  it("works in memory if the storage fails", () => {
    const flow = createAuthFlow(() => {
      throw new Error("denied");
    });
    flow.update({ email: "ada@example.com" });
    expect(flow.getSnapshot().email).toBe("ada@example.com");
  });
});
