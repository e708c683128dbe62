import { PorchlightError } from "@porchlight/client";
import type { DraftPost, DraftPostInput } from "@porchlight/client/blog";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createDraftSaver, readStoredChanges } from "./draft-saver.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const offline = new PorchlightError("The server cannot be reached.", { kind: "network", code: "NETWORK_ERROR" });
const changed = new PorchlightError("The post has changed.", { kind: "conflict", code: "POST_CHANGED" });
const invalid = new PorchlightError("The slug is taken.", { kind: "invalid", code: "SLUG_TAKEN" });

/** A saver whose server returns revisions, or fails with the errors in `failures`. */
function setUp(draft: { _id?: string; revision?: string } = { _id: "a", revision: "1" }) {
  const sent: DraftPostInput[] = [];
  const failures: PorchlightError[] = [];
  const entries = new Map<string, string>();
  const answer = async (changes: DraftPostInput): Promise<DraftPost> => {
    sent.push(changes);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const failure = failures.shift();
    if (failure) throw failure;
    return { _id: "a", revision: String(Number(changes.revision ?? 0) + 1) } as DraftPost;
  };
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
  const saver = createDraftSaver(draft, { create: answer, update: (_id, changes) => answer(changes), storage });
  return { saver, sent, failures, storage, pass: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds) };
}

describe("the saver of a post", () => {
  it("saves two seconds after the last change, with the revision that it read", async () => {
    const { saver, sent, pass } = setUp();
    saver.change({ title: "A" });
    await pass(1500);
    saver.change({ title: "AB" });
    await pass(1500);
    expect(sent).toEqual([]);
    await pass(700);
    expect(sent).toEqual([{ title: "AB", revision: "1" }]);
    expect(saver.getState().status).toBe("saved");
    saver.change({ excerpt: "x" });
    await pass(2200);
    expect(sent[1]).toEqual({ excerpt: "x", revision: "2" });
  });

  it("sends one request at a time, and later changes afterwards", async () => {
    const { saver, sent, pass } = setUp();
    saver.change({ title: "A" });
    void saver.flush();
    await pass(50);
    saver.change({ title: "B" });
    const isSaved = saver.flush();
    await pass(300);
    expect(await isSaved).toBe(true);
    expect(sent).toEqual([
      { title: "A", revision: "1" },
      { title: "B", revision: "2" },
    ]);
  });

  it("creates a new post once, also if it is flushed twice", async () => {
    const { saver, sent, pass } = setUp({});
    saver.change({ title: "New" });
    void saver.flush();
    void saver.flush();
    await pass(500);
    expect(sent).toEqual([{ title: "New" }]);
    expect(saver.getState()).toMatchObject({ status: "saved", id: "a" });
  });

  it("stores changes in the browser while offline, and saves them later with newer ones", async () => {
    const { saver, sent, failures, storage, pass } = setUp();
    failures.push(offline);
    saver.change({ title: "A", excerpt: "x" });
    await pass(2200);
    expect(saver.getState().status).toBe("offline");
    expect(readStoredChanges(storage, "a")).toEqual({ revision: "1", changes: { title: "A", excerpt: "x" } });
    saver.change({ title: "B" });
    await pass(2200);
    expect(sent.at(-1)).toEqual({ title: "B", excerpt: "x", revision: "1" });
    expect(readStoredChanges(storage, "a")).toBeUndefined();
  });

  it("retries every ten seconds while offline", async () => {
    const { saver, sent, failures, pass } = setUp();
    failures.push(offline, offline);
    saver.change({ title: "A" });
    await pass(2200);
    await pass(10_200);
    await pass(10_200);
    expect(sent).toHaveLength(3);
    expect(saver.getState().status).toBe("saved");
  });

  it("does not replace another version before the writer decides", async () => {
    const { saver, sent, failures, pass } = setUp();
    failures.push(changed);
    saver.change({ title: "Mine" });
    await pass(2200);
    expect(saver.getState().status).toBe("conflict");
    saver.change({ excerpt: "x" });
    await pass(30_000);
    expect(sent).toHaveLength(1);
    void saver.overwrite("7");
    await pass(200);
    expect(sent[1]).toEqual({ title: "Mine", excerpt: "x", revision: "7" });
    expect(saver.getState().status).toBe("saved");
  });

  it("retains rejected changes, and saves them with the correction", async () => {
    const { saver, sent, failures, pass } = setUp();
    failures.push(invalid);
    saver.change({ title: "A", seoSlug: "taken" });
    await pass(2200);
    expect(saver.getState()).toMatchObject({ status: "rejected", error: invalid });
    saver.change({ seoSlug: "free" });
    await pass(2200);
    expect(sent[1]).toEqual({ title: "A", seoSlug: "free", revision: "1" });
  });

  it("leaves unsaved changes in the browser when the page is closed, unless they are discarded", async () => {
    const { saver, storage } = setUp();
    saver.change({ richContent: () => ({ nodes: [] }) });
    saver.close();
    expect(readStoredChanges(storage, "a")?.changes).toEqual({ richContent: { nodes: [] } });
    saver.discard();
    expect(readStoredChanges(storage, "a")).toBeUndefined();
  });
});
