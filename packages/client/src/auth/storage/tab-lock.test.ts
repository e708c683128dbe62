import { afterEach, describe, expect, it } from "vitest";
import { tabLock } from "./tab-lock.ts";

const real = Object.getOwnPropertyDescriptor(globalThis, "navigator");
afterEach(() => {
  if (real) Object.defineProperty(globalThis, "navigator", real);
});

type Run = () => Promise<unknown>;
const withLocks = (request: ((name: string, options: object, run: Run) => Promise<unknown>) | undefined) =>
  Object.defineProperty(globalThis, "navigator", { value: { locks: request && { request } }, configurable: true });

describe("tabLock", () => {
  it("runs the work once within the named lock and releases it with a delay", async () => {
    const log: string[] = [];
    let freed: Promise<void> | undefined;
    withLocks((name, _options, run) => {
      log.push(`locked ${name}`);
      freed = run().then(() => void log.push("freed"));
      return freed;
    });
    const result = await tabLock("renewal")(async () => {
      log.push("work");
      return 7;
    });
    expect(result).toBe(7);
    expect(log).toEqual(["locked renewal", "work"]);
    await freed;
    expect(log).toEqual(["locked renewal", "work", "freed"]);
  });

  it("runs the work without a lock if locks are missing or the wait times out", async () => {
    for (const request of [undefined, () => Promise.reject(new DOMException("waited too long", "AbortError"))]) {
      withLocks(request);
      let runs = 0;
      await tabLock("renewal")(async () => void runs++);
      expect(runs).toBe(1);
    }
  });

  it("rejects with the work's error after one run", async () => {
    withLocks((_name, _options, run) => run());
    let runs = 0;
    const work = () => {
      runs++;
      return Promise.reject(new Error("refused"));
    };
    await expect(tabLock("renewal")(work)).rejects.toThrow("refused");
    expect(runs).toBe(1);
  });
});
