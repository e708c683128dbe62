import { describe, expect, it } from "vitest";
import type { TokenStorage } from "../storage/token-storage.ts";
import { expired, setUp, tokens } from "./token-session-fixture.ts";
import { EMPTY_TOKENS, type Tokens } from "./tokens.ts";

const silence = () => new Promise<never>(() => {});
const renewed = async () => tokens("new", "member", 7200);

/** An asynchronous storage with the tokens `storedTokens`; tests override its methods. */
function asynchronous(storedTokens: Tokens, overrides: Partial<TokenStorage> = {}): TokenStorage {
  return {
    getTokens: async () => storedTokens,
    async setTokens(next) {
      storedTokens = next;
    },
    ...overrides,
  };
}

describe("an asynchronous storage", () => {
  it("that never responds fails the caller within 5 seconds", async () => {
    const { session, settle, elapsed } = setUp({ storage: asynchronous(EMPTY_TOKENS, { getTokens: silence }) });
    await expect(settle(session.authorize())).rejects.toMatchObject({ kind: "timeout", retryable: true });
    expect(elapsed()).toBeLessThanOrEqual(5_000);
  });

  it("that responds late still has the member", async () => {
    let resolveRead = (_tokens: Tokens) => {};
    const late = new Promise<Tokens>((resolve) => {
      resolveRead = resolve;
    });
    const { session, settle, calls } = setUp({
      storage: asynchronous(EMPTY_TOKENS, { getTokens: () => late }),
      refresh: renewed,
    });
    await settle(session.authorize()).catch(() => undefined);
    resolveRead(expired());
    expect(await settle(session.authorize())).toBe("new-access");
    expect(calls).toEqual({ anonymous: 0, refresh: 1 });
  });

  it.each([
    ["never settles a write", silence],
    ["refuses every write", () => Promise.reject(new Error("The quota has been exceeded."))],
    [
      "throws at every write",
      () => {
        throw new Error("The quota has been exceeded.");
      },
    ],
  ])("that %s does not restore its old value", async (_name, setTokens) => {
    const { session, settle, calls, elapsed } = setUp({
      storage: asynchronous(expired(), { setTokens }),
      refresh: renewed,
    });
    expect(await settle(session.authorize())).toBe("new-access");
    expect(await settle(session.authorize())).toBe("new-access");
    expect(calls).toEqual({ anonymous: 0, refresh: 1 });
    expect(elapsed()).toBeLessThanOrEqual(5_000);
  });

  it("may return thenables that are not promises", async () => {
    let stored = tokens("stored", "member");
    const thenable = <Value>(value: Value): Promise<Value> =>
      // biome-ignore lint/suspicious/noThenProperty: the test needs a thenable that is not a promise
      ({ then: (resolve: (value: Value) => void) => queueMicrotask(() => resolve(value)) }) as Promise<Value>;
    const { session, settle } = setUp({
      storage: {
        getTokens: () => thenable(stored),
        setTokens(next) {
          stored = next;
          return thenable(undefined);
        },
        lock: (work) =>
          // biome-ignore lint/suspicious/noThenProperty: the test needs a thenable that is not a promise
          ({ then: (...handlers: Parameters<Promise<unknown>["then"]>) => work().then(...handlers) }) as never,
      },
      refresh: renewed,
    });
    expect(await settle(session.authorize())).toBe("stored-access");
    await settle(session.setTokens(expired()));
    expect(await settle(session.authorize())).toBe("new-access");
    expect(stored.refreshToken.value).toBe("new-refresh");
  });
});
