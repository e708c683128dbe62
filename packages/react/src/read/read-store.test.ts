import { PorchlightError } from "@porchlight/client";
import { describe, expect, it, vi } from "vitest";
import type { QueryDescription } from "./query-description.ts";
import { createReadStore } from "./read-store.ts";

type Event = "signedIn" | "signedOut" | "sessionLost" | "restored";

function setUp() {
  const listeners = new Map<Event, () => void>();
  let time = 0;
  const waits: number[] = [];
  const store = createReadStore(
    {
      on(event, listener) {
        listeners.set(event, listener);
        return () => undefined;
      },
    },
    () => time,
    async (milliseconds) => void waits.push(milliseconds),
  );
  return { store, waits, emit: (event: Event) => listeners.get(event)!(), advance: (by: number) => (time += by) };
}

/** A query whose requests the test answers. */
function answered(queryKey: readonly unknown[] = ["site", "posts"]) {
  const requests: { resolve(data: string): void; reject(error: unknown): void; signal: AbortSignal }[] = [];
  const description: QueryDescription<string> = {
    queryKey,
    queryFn: ({ signal }) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      requests.push({ resolve, reject, signal });
      return promise;
    },
  };
  return { description, requests };
}

const outage = new PorchlightError("No connection.", { kind: "network", code: "NETWORK" });
const refusal = new PorchlightError("Not allowed.", { kind: "forbidden", code: "NOT_ALLOWED" });
const flush = () => new Promise((resolve) => setTimeout(resolve));

describe("a read store", () => {
  it("shares one request, and returns the same state until it changes", async () => {
    const { store } = setUp();
    const { description, requests } = answered();
    const listener = vi.fn();
    store.subscribe(description, listener);
    store.observe(description, {});
    store.observe({ ...description }, {});
    expect(requests).toHaveLength(1);
    const loading = store.getState(description);
    expect(loading).toEqual({ data: undefined, error: undefined, isLoading: true });
    expect(store.getState(description)).toBe(loading);
    requests[0]!.resolve("one");
    await flush();
    expect(store.getState(description)).toEqual({ data: "one", error: undefined, isLoading: false });
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it("loads displayed data again unless it is fresh", async () => {
    const { store, advance } = setUp();
    const { description, requests } = answered();
    store.observe(description, { staleTime: 1_000 })();
    requests[0]!.resolve("one");
    await flush();
    advance(1_000);
    store.observe(description, { staleTime: 1_000 })();
    expect(requests).toHaveLength(1);
    advance(1);
    store.observe(description, { staleTime: 1_000 })();
    expect(requests).toHaveLength(2);
  });

  it("retries only errors that may be temporary, with increasing pauses", async () => {
    const { store, waits } = setUp();
    const { description, requests } = answered();
    store.observe(description, { retry: 2 });
    for (const index of [0, 1, 2]) {
      requests[index]!.reject(outage);
      await flush();
    }
    expect([requests.length, waits, store.getState(description).error]).toEqual([3, [1_000, 2_000], outage]);
    void store.load(description);
    requests[3]!.reject(refusal);
    await flush();
    expect([requests.length, store.getState(description).error]).toEqual([4, refusal]);
  });

  it("keeps data when a later request fails, and retries as a function says", async () => {
    const { store } = setUp();
    const { description, requests } = answered();
    store.observe(description, { retry: (failures) => failures < 2 });
    requests[0]!.resolve("one");
    await flush();
    void store.load(description);
    requests[1]!.reject(refusal);
    await flush();
    requests[2]!.reject(refusal);
    await flush();
    expect(store.getState(description)).toEqual({ data: "one", error: refusal, isLoading: false });
  });

  it("discards a member's data after a sign-in, and everything after a sign-out", async () => {
    const { store, emit } = setUp();
    const [posts, submissions] = [answered(), answered(["m1", "submissions"])];
    for (const { description } of [posts, submissions]) store.observe(description, {});
    posts.requests[0]!.resolve("posts");
    submissions.requests[0]!.resolve("submissions");
    await flush();
    emit("signedIn");
    expect(store.getState(posts.description).data).toBe("posts");
    expect(store.getState(submissions.description).data).toBeUndefined();
    expect([posts.requests.length, submissions.requests.length]).toEqual([2, 2]);
    posts.requests[1]!.resolve("members' posts");
    await flush();
    emit("signedOut");
    expect(store.getState(posts.description).data).toBeUndefined();
    expect(posts.requests).toHaveLength(3);
  });

  it("ignores the response to a former reader's request", async () => {
    const { store, emit } = setUp();
    const { description, requests } = answered(["m1", "submissions"]);
    store.observe(description, {});
    emit("signedOut");
    expect(requests[0]!.signal.aborted).toBe(true);
    requests[0]!.resolve("of the former reader");
    await flush();
    expect(store.getState(description).data).toBeUndefined();
    requests[1]!.resolve("of the next");
    await flush();
    expect(store.getState(description).data).toBe("of the next");
  });

  it("accepts data of a server once", async () => {
    const { store, emit } = setUp();
    const { description, requests } = answered();
    store.prime(description, "from the server");
    store.observe(description, { staleTime: Number.POSITIVE_INFINITY });
    expect(requests).toEqual([]);
    expect(store.getState(description).data).toBe("from the server");
    emit("signedOut");
    store.prime(description, "from the server");
    expect(store.getState(description).data).toBeUndefined();
  });

  it("adds pages to loaded data, one request at a time", async () => {
    const { store } = setUp();
    const { description, requests } = answered();
    const more = vi.fn(async (before: string) => `${before} two`);
    await store.append(description, more);
    store.observe(description, {});
    await store.append(description, more);
    expect(more).not.toHaveBeenCalled();
    requests[0]!.resolve("one");
    await flush();
    await Promise.all([store.append(description, more), store.append(description, more)]);
    expect(store.getState(description).data).toBe("one two");
  });

  it("suspends until there is data or an error, which it discards when the boundary is reset later", async () => {
    const { store, advance } = setUp();
    const { description, requests } = answered();
    const pending = store.ensure(description, {});
    expect(store.ensure(description, {})).toBe(pending);
    requests[0]!.reject(refusal);
    await pending;
    expect(store.ensure(description, {})).toBe(refusal);
    advance(1_001);
    expect(store.ensure(description, {})).toBeInstanceOf(Promise);
    requests[1]!.resolve("one");
    await flush();
    expect(store.ensure(description, {})).toBeUndefined();
  });
});
