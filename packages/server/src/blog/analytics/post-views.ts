import type { Caller } from "../../platform/context/caller.ts";
import type { BlogContext } from "../blog-context.ts";
import { insertViews, type View } from "./views-store.ts";

/** Who reads, as a request tells. */
export interface Reader {
  caller: Caller;
  /** As `addressKey` writes it. */
  address: string;
  userAgent: string | undefined;
}

/** Who has seen which post: each viewer counts once for each post in 24 hours. */
export interface PostViews {
  /** Notes that somebody reads a post, in memory: a read waits for no write. Programs are not counted. */
  note(postId: string, reader: Reader): void;
  /** Writes what was noted. What cannot be written now is kept for the next time. */
  flush(): Promise<void>;
}

/** Views that wait at most, while the database is away: some 5 MB. */
const longestQueue = 20_000;
/** Viewers that this process remembers, so that a reload does not become a write. The database has the last word. */
const remembered = 20_000;
/** Rows of one statement. */
const batchSize = 1_000;

/** Browsers say that they are Mozilla; so do robots that want to see what people see, but they say so, too. */
const browser = /^Mozilla\//;
const robot =
  /bot\b|bot[/_-]|crawl|spider|slurp|scrap|preview|fetch|monitor|validator|lighthouse|headless|archive|embed|facebookexternalhit|feed|https?:\/\//i;

/** Whether this is what a person's browser says of itself. */
export function isPerson(userAgent: string | undefined): boolean {
  return userAgent !== undefined && browser.test(userAgent) && !robot.test(userAgent);
}

export function createPostViews({ db, site, secrets, log, now }: Omit<BlogContext, "views">): PostViews {
  let waiting = new Map<string, View>();
  let flushing: Promise<void> | undefined;
  const seen = new Map<string, number>();

  async function write(): Promise<void> {
    const views = [...waiting.values()];
    waiting = new Map();
    for (let start = 0; start < views.length; start += batchSize) {
      try {
        await insertViews(db, site.id, views.slice(start, start + batchSize));
      } catch (error) {
        for (const view of views.slice(start)) {
          if (waiting.size < longestQueue) waiting.set(view.viewer.toString("base64"), view);
        }
        throw error;
      }
    }
  }

  return {
    note(postId, { caller, address, userAgent }) {
      if ((caller.kind !== "member" && caller.kind !== "visitor") || !isPerson(userAgent)) return;
      const who = caller.kind === "member" ? caller.memberId : `${address} ${userAgent}`;
      // With the post in it, so that nobody can be followed from one to the next.
      const viewer = secrets.mac("viewer", `${site.id} ${postId} ${who}`).subarray(0, 16);
      const key = viewer.toString("base64");
      const at = now();
      const last = seen.get(key);
      if (last !== undefined && at.getTime() - last < 24 * 3_600_000) return;
      if (waiting.size >= longestQueue) {
        log.debug({ event: "view-lost" }, "views");
        return;
      }
      const oldest = seen.size >= remembered ? seen.keys().next().value : undefined;
      if (oldest !== undefined) seen.delete(oldest);
      seen.set(key, at.getTime());
      waiting.set(key, { postId, viewer, at });
    },
    async flush() {
      // One at a time: what waits while the other writes goes with the next.
      while (flushing) await flushing.catch(() => undefined);
      if (waiting.size === 0) return;
      flushing = write().finally(() => {
        flushing = undefined;
      });
      await flushing;
    },
  };
}
