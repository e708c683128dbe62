import { PorchlightError } from "@porchlight/client";
import type { DraftPost, DraftPostInput } from "@porchlight/client/blog";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type DraftChanges, readStoredChanges } from "./draft-changes.ts";
import { createDraftSaver, type SaveOptions } from "./draft-saver.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const offline = new PorchlightError("The server cannot be reached.", { kind: "network", code: "NETWORK_ERROR" });
const changed = new PorchlightError("The post has changed.", { kind: "conflict", code: "POST_CHANGED" });
const invalid = new PorchlightError("The slug is taken.", { kind: "invalid", code: "SLUG_TAKEN" });

/** A server with one post. It fails with the errors in `failures`, and loses the responses of `lost` calls. */
function createServer() {
  const sent: DraftPostInput[] = [];
  const failures: PorchlightError[] = [];
  const server = { sent, failures, lost: 0, revision: 0, key: "", created: 0 };
  async function save(changes: DraftPostInput, { idempotencyKey: key }: SaveOptions): Promise<DraftPost> {
    sent.push(changes);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const failure = failures.shift();
    if (failure) throw failure;
    const { revision } = changes;
    const isRepeat = key === server.key && server.revision === Number(revision ?? 0) + 1;
    if (revision && Number(revision) !== server.revision && !isRepeat) throw changed;
    if (!isRepeat) {
      server.revision += 1;
      if (!revision) server.created += 1;
      server.key = key;
    }
    if (server.lost > 0) {
      server.lost -= 1;
      throw offline;
    }
    return { _id: "a", revision: String(server.revision) } as DraftPost;
  }
  return Object.assign(server, { save });
}

/** A saver of a post that the server has in revision 1, unless it is new. */
function setUp(draft: { _id?: string; revision?: string } = { _id: "a", revision: "1" }) {
  const server = createServer();
  server.revision = Number(draft.revision ?? 0);
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
  const open = (opened = draft) =>
    createDraftSaver<DraftChanges<DraftPostInput>>(opened, {
      kind: "post",
      create: server.save,
      update: (_id, changes, options) => server.save(changes, options),
      storage,
    });
  return {
    saver: open(),
    server,
    sent: server.sent,
    failures: server.failures,
    storage,
    /** Opens the same post again. */
    open,
    stored: (id = draft._id) => readStoredChanges<DraftChanges<DraftPostInput>>(storage, { kind: "post", id }),
    pass: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds),
  };
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
    const { saver, sent, failures, stored, pass } = setUp();
    failures.push(offline);
    saver.change({ title: "A", excerpt: "x" });
    await pass(2200);
    expect(saver.getState()).toMatchObject({ status: "offline", isStored: true });
    expect(stored()).toEqual({ title: "A", excerpt: "x" });
    saver.change({ title: "B" });
    await pass(2300);
    expect(sent.slice(1)).toEqual([
      { title: "A", excerpt: "x", revision: "1" },
      { title: "B", revision: "2" },
    ]);
    expect(saver.getState().status).toBe("saved");
    expect(stored()).toBeUndefined();
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

  it("runs an action between two saves, which continue from its revision", async () => {
    const { saver, sent, server, pass } = setUp();
    saver.change({ title: "A" });
    void saver.flush();
    await pass(50);
    const seen: unknown[] = [];
    const isRun = saver.run(async (revision) => {
      seen.push(revision);
      await new Promise((resolve) => setTimeout(resolve, 100));
      server.revision += 1;
      return { _id: "a", revision: String(server.revision) };
    });
    await pass(100);
    saver.change({ title: "B" });
    void saver.flush();
    await pass(500);
    await isRun;
    expect(seen).toEqual(["2"]);
    expect(sent[1]).toEqual({ title: "B", revision: "3" });
    expect(saver.getState().status).toBe("saved");
  });

  it("runs no action on a version that someone else has saved, and can then save what the page shows", async () => {
    const { saver, sent, server, pass } = setUp();
    server.revision = 7;
    await expect(saver.run(() => Promise.reject(changed))).rejects.toBe(changed);
    expect(saver.getState().status).toBe("conflict");
    void saver.overwrite("7", { title: "Mine" });
    await pass(200);
    expect(sent).toEqual([{ title: "Mine", revision: "7" }]);
    expect(saver.getState().status).toBe("saved");
  });

  it("does not replace another version before the writer decides", async () => {
    const { saver, sent, server, pass } = setUp();
    server.revision = 7;
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
    const { saver, stored } = setUp();
    saver.change({ richContent: () => ({ nodes: [] }) });
    saver.close();
    expect(stored()?.richContent?.()).toEqual({ nodes: [] });
    saver.discard();
    expect(stored()).toBeUndefined();
  });
});

describe("changes that a closed page has stored", () => {
  /** Leaves the change of a page that was closed while the server could not be reached. */
  async function leaveOffline({ saver, failures, pass }: ReturnType<typeof setUp>) {
    failures.push(offline);
    saver.change({ title: "Mine" });
    await pass(2200);
    saver.close();
  }

  it("are saved when the page is opened again", async () => {
    const post = setUp();
    await leaveOffline(post);
    const saver = post.open();
    expect(saver.getState().status).toBe("unsaved");
    void saver.flush();
    await post.pass(200);
    expect(post.sent.at(-1)).toEqual({ title: "Mine", revision: "1" });
    expect(saver.getState().status).toBe("saved");
    expect(post.stored()).toBeUndefined();
  });

  it("do not overwrite what someone else has saved since, and stay until the writer decides", async () => {
    const post = setUp();
    await leaveOffline(post);
    post.server.revision = 7;
    const saver = post.open({ _id: "a", revision: "7" });
    void saver.flush();
    await post.pass(200);
    expect(saver.getState().status).toBe("conflict");
    saver.close();
    expect(post.stored()).toEqual({ title: "Mine" });
    const again = post.open({ _id: "a", revision: "7" });
    void again.flush();
    await post.pass(200);
    void again.overwrite("7");
    await post.pass(200);
    expect(post.sent.at(-1)).toEqual({ title: "Mine", revision: "7" });
    expect(again.getState().status).toBe("saved");
  });

  it("are no conflict if they were saved and only the response was lost, also with later changes", async () => {
    const post = setUp();
    post.server.lost = 1;
    post.saver.change({ title: "Mine" });
    await post.pass(2200);
    expect(post.saver.getState().status).toBe("offline");
    post.saver.change({ title: "Mine too" });
    post.saver.close();
    expect(post.stored()).toEqual({ title: "Mine too" });
    const saver = post.open({ _id: "a", revision: "2" });
    void saver.flush();
    await post.pass(300);
    expect(saver.getState().status).toBe("saved");
    expect(post.sent.at(-1)).toEqual({ title: "Mine too", revision: "2" });
  });

  it("create a post once, if only the response was lost", async () => {
    const post = setUp({});
    post.server.lost = 1;
    post.saver.change({ title: "New" });
    await post.pass(2200);
    post.saver.close();
    const saver = post.open();
    void saver.flush();
    await post.pass(200);
    expect(post.server.created).toBe(1);
    expect(saver.getState()).toMatchObject({ status: "saved", id: "a" });
    expect(post.stored()).toBeUndefined();
  });

  it("include what was typed during a save, when the page is hidden", async () => {
    const post = setUp();
    post.saver.change({ title: "Sent" });
    void post.saver.flush();
    await post.pass(50);
    post.saver.change({ excerpt: "Typed meanwhile" });
    void post.saver.flush();
    expect(post.stored()).toEqual({ title: "Sent", excerpt: "Typed meanwhile" });
  });

  it("are those of each tab", async () => {
    const post = setUp();
    const other = post.open();
    post.failures.push(offline);
    other.change({ excerpt: "Of the other tab" });
    await post.pass(2200);
    other.close();
    post.saver.change({ title: "Mine" });
    await post.pass(2200);
    expect(post.saver.getState().status).toBe("saved");
    expect(post.stored()).toEqual({ excerpt: "Of the other tab" });
  });

  it("are not those of a new post that this tab is still saving", async () => {
    const post = setUp({});
    post.saver.change({ title: "First" });
    void post.saver.flush();
    await post.pass(50);
    expect(post.stored()).toBeUndefined();
    expect(post.open().getState().status).toBe("saved");
  });

  it("are only in the page if the browser cannot store them", async () => {
    const post = setUp();
    post.storage.setItem = () => {
      throw new DOMException("The quota is exceeded.", "QuotaExceededError");
    };
    post.failures.push(offline);
    post.saver.change({ title: "Mine" });
    await post.pass(2200);
    expect(post.saver.getState()).toMatchObject({ status: "offline", isStored: false });
    post.storage.removeItem = () => {
      throw new DOMException("Storage is disabled.", "SecurityError");
    };
    await post.pass(10_200);
    expect(post.saver.getState()).toMatchObject({ status: "saved", isStored: true });
  });
});
