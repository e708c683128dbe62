import { describe, expect, it } from "vitest";
import { createUploadSlots, enforceMinRate } from "./upload-slots.ts";

describe("the minimum rate of an upload", () => {
  const rate = { bytesPerSecond: 100, overMs: 10_000 };

  /** Chunks of `bytes` bytes, each after a delay, read by a consumer that takes a while per chunk. */
  async function taken(chunks: readonly [bytes: number, afterMs: number][], keepingMs = 0): Promise<number> {
    let time = 0;
    async function* arriving() {
      for (const [bytes, afterMs] of chunks) {
        time += afterMs;
        yield new Uint8Array(bytes);
      }
    }
    let bytes = 0;
    for await (const chunk of enforceMinRate(arriving(), rate, () => time)) {
      bytes += chunk.length;
      time += keepingMs;
    }
    return bytes;
  }

  it("allows slow uploads and short pauses", async () => {
    const steady = Array.from({ length: 50 }, (): [number, number] => [100, 1_000]);
    expect(await taken(steady)).toBe(5_000);
    expect(await taken([[2_000, 9_000], [10, 900], ...steady])).toBe(7_010);
  });

  it("rejects uploads that trickle", async () => {
    const drips = Array.from({ length: 50 }, (): [number, number] => [1, 1_000]);
    await expect(taken(drips)).rejects.toMatchObject({ code: "MALFORMED_REQUEST" });
    await expect(taken([[100_000, 10], ...drips, ...drips])).rejects.toMatchObject({ code: "MALFORMED_REQUEST" });
  });

  it("does not count the time of a slow database", async () => {
    const quick = Array.from({ length: 50 }, (): [number, number] => [10, 1]);
    expect(await taken(quick, 60_000)).toBe(500);
  });
});

describe("upload slots", () => {
  it("are limited per IP address", async () => {
    const slots = createUploadSlots({ maxConcurrent: 3, maxQueued: 2, perAddress: 2 });
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const stall = () => finished;
    const stalled = ["2001:db8:1:2::1", "2001:db8:1:2::2"].map((address) => slots.run(address, stall));
    await expect(slots.run("2001:db8:1:2::3", stall)).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    expect(await slots.run("203.0.113.9", async () => "in")).toBe("in");
    const waiting = ["203.0.113.1", "203.0.113.2", "203.0.113.3"].map((address) => slots.run(address, stall));
    await expect(slots.run("203.0.113.4", stall)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    finish();
    await Promise.all([...stalled, ...waiting]);
    expect(await slots.run("2001:db8:1:2::3", async () => "in")).toBe("in");
  });
});
