import { describe, expect, it } from "vitest";
import { type AuthFlow, createAuthFlow } from "./auth-flow.ts";

function fakeStorage(kept = new Map<string, string>()) {
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

describe("what travels between the sign-in screens", () => {
  it("survives a reload and shows nothing while hydrating", () => {
    const storage = fakeStorage();
    createAuthFlow(() => storage).update({ email: "ada@example.com", stateToken: "st", codeSentAt: 5 });
    const reloaded = createAuthFlow(() => storage);
    expect(reloaded.getSnapshot()).toEqual({ email: "ada@example.com", stateToken: "st", codeSentAt: 5 });
    expect(reloaded.getServerSnapshot()).toEqual({ email: "", stateToken: undefined, codeSentAt: undefined });
  });

  it("restores a pending second factor and a required password reset after a reload", () => {
    const storage = fakeStorage();
    const pendingMfa = {
      stateToken: "st",
      factors: [{ factorType: "EMAIL", hint: "a•••@example.com" }],
      reason: "HIGH_RISK_LOGIN",
      sent: { factorType: "EMAIL", at: 7 },
    };
    createAuthFlow(() => storage).update({ email: "ada@example.com", pendingMfa, mustResetPassword: true });
    expect(createAuthFlow(() => storage).getSnapshot()).toMatchObject({ pendingMfa, mustResetPassword: true });
  });

  it("leaves nothing behind when it is over", () => {
    const storage = fakeStorage();
    const flow = createAuthFlow(() => storage);
    flow.update({ email: "ada@example.com" });
    flow.clear();
    expect(storage.kept.size).toBe(0);
    expect(flow.getSnapshot().email).toBe("");
  });

  it.each(["{", "7", "null", '{"email":7,"stateToken":{},"codeSentAt":"x"}'])(
    "begins afresh where the storage holds %j",
    (text) => {
      const flow = createAuthFlow(() => fakeStorage(new Map([["porchlight-sign-in", text]])));
      expect(flow.getSnapshot()).toEqual({ email: "", stateToken: undefined, codeSentAt: undefined });
    },
  );

  it("goes on in a tab that a link in the mail has opened, and is not taken from one that has its own", async () => {
    const began = { email: "ada@example.com", stateToken: "st", codeSentAt: 5 };
    const [first, other, opened] = [began, { ...began, stateToken: "own" }, {}].map((held) => {
      const flow = createAuthFlow(() => undefined);
      flow.update(held);
      return flow;
    }) as [AuthFlow, AuthFlow, AuthFlow];
    const stops = [first.share()];
    const arrived = new Promise<void>((resolve) => opened.subscribe(resolve));
    stops.push(opened.share());
    await arrived;
    expect(opened.getSnapshot()).toEqual(began);
    stops.push(other.share());
    createAuthFlow(() => undefined).share()();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(other.getSnapshot().stateToken).toBe("own");
    for (const stop of stops) stop();
  });

  it("goes on in a tab that was there before the first one came to its code", async () => {
    const opened = createAuthFlow(() => undefined);
    const stop = opened.share();
    // The question is over by then: a channel tells nothing to those who come later.
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

  it("goes on in memory where the storage refuses", () => {
    const flow = createAuthFlow(() => {
      throw new Error("denied");
    });
    flow.update({ email: "ada@example.com" });
    expect(flow.getSnapshot().email).toBe("ada@example.com");
  });
});
