import { LRUCache } from "lru-cache";
import type { RequestContext } from "../../platform/context/request-context.ts";
import type { Db } from "../../platform/db/database.ts";
import { ipKey } from "../../platform/rate-limits/ip-key.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { foldPostMonths } from "../posts/post-stats-store.ts";
import { insertViews, type PostView } from "./views-store.ts";

/** Counts views of posts: each viewer counts once per post in 24 hours. */
export interface PostViews {
  /** Queues a view in memory, so that a read waits for no write. Only browsers of visitors and members count. */
  record(postId: string, request: Omit<RequestContext, "id">): void;
  /** Writes the queued views. Views that cannot be written stay queued. */
  flush(): Promise<void>;
}

/** Limits the queue while the database is unavailable, to about 5 MB. */
const maxQueuedViews = 20_000;
/** Saves a write for each page reload. The database decides whether a view counts. */
const maxCachedViewers = 20_000;
const batchSize = 1_000;
const viewTtlMs = 24 * 3_600_000;

/** Browsers identify as Mozilla. So do some bots, which also name themselves. */
const browserUserAgent = /^Mozilla\//;
const botUserAgent =
  /bot\b|bot[/_-]|crawl|spider|slurp|scrap|preview|fetch|monitor|validator|lighthouse|headless|archive|embed|facebookexternalhit|feed|https?:\/\//i;

/** Whether a `User-Agent` header belongs to a browser that a person uses. */
export function isBrowser(userAgent: string | undefined): boolean {
  return userAgent !== undefined && browserUserAgent.test(userAgent) && !botUserAgent.test(userAgent);
}

export function createPostViews({ db, site, secrets, log, now }: ServerContext): PostViews {
  let queued = new Map<string, PostView>();
  let flushing: Promise<void> | undefined;
  const recentViewers = new LRUCache<string, true>({
    max: maxCachedViewers,
    ttl: viewTtlMs,
    perf: { now: () => now().getTime() },
  });

  async function write(): Promise<void> {
    const views = [...queued.values()];
    queued = new Map();
    for (let start = 0; start < views.length; start += batchSize) {
      try {
        await insertViews(db, site, views.slice(start, start + batchSize));
      } catch (error) {
        for (const view of views.slice(start)) {
          if (queued.size < maxQueuedViews) queued.set(view.viewer.toString("base64"), view);
        }
        throw error;
      }
    }
  }

  return {
    record(postId, { caller, ip, userAgent }) {
      if ((caller.kind !== "member" && caller.kind !== "visitor") || !isBrowser(userAgent)) return;
      const identity = caller.kind === "member" ? caller.memberId : `${ip} ${userAgent}`;
      // The post is part of the hash, so that a viewer cannot be followed from post to post.
      const viewer = secrets.mac("viewer", `${site.id} ${postId} ${identity}`).subarray(0, 16);
      const key = viewer.toString("base64");
      if (recentViewers.has(key)) return;
      if (queued.size >= maxQueuedViews) {
        log.debug({ event: "view-lost" }, "views");
        return;
      }
      recentViewers.set(key, true);
      queued.set(key, { postId, viewer, at: now() });
    },
    async flush() {
      // One write at a time: views queued during a write go with the next one.
      while (flushing) await flushing.catch(() => undefined);
      if (queued.size === 0) return;
      flushing = write().finally(() => {
        flushing = undefined;
      });
      await flushing;
    },
  };
}

/** Writes queued views and merges changed post counts into the counts per month. */
export async function flushPostCounters({ db, views }: { db: Db; views: PostViews }): Promise<void> {
  await views.flush();
  await foldPostMonths(db);
}

/** Counts a view of a post whose page was served from the page cache, like a read through the API. */
export function recordPageView(
  { views }: { views: PostViews },
  postId: string,
  { clientAddress, userAgent }: { clientAddress: string; userAgent: string },
): void {
  const caller = { kind: "visitor", appId: "", sessionId: "", visitorId: "" } as const;
  views.record(postId, { caller, ip: ipKey(clientAddress), userAgent });
}
