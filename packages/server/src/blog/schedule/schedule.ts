import type { BlogContext } from "../blog-context.ts";
import { withPostEvents } from "../blog-events.ts";
import { ownerWriter } from "../drafts/authorize-writer.ts";
import { publishDraft } from "../drafts/write/draft-operations.ts";
import { lockDraft, lockDuePost } from "../drafts/write/draft-writes-store.ts";
import { lockDueAnnouncement } from "./scheduled-posts-store.ts";

/**
 * Publishes every post whose time has come, those that came first before the others. Any number of nodes may do so at once: a post
 * is locked while it is published, and is not due afterwards. One that cannot be published is written to the log and keeps no other.
 *
 * @returns How many it has published.
 */
export async function publishDuePosts(context: BlogContext): Promise<number> {
  const { db, site, log } = context;
  const failed: string[] = [];
  for (let published = 0; ; published += 1) {
    let id: string | undefined;
    try {
      const isDone = await db.transaction().execute(async (tx) => {
        id = await lockDuePost(tx, site.id, context.now(), failed);
        const draft = id === undefined ? undefined : await lockDraft(tx, site.id, id);
        if (!draft) return true;
        // Dated as its writer wished, also after the server was down.
        const on = draft.scheduledAt ?? context.now();
        const how = { field: "draftPost", writer: ownerWriter, origin: "SCHEDULING_SERVICE_PUBLISH", on } as const;
        await withPostEvents(tx, context, draft.id, () => publishDraft(tx, context, draft, { values: {} }, how));
        return false;
      });
      if (isDone) return published;
    } catch (error) {
      if (id === undefined) throw error;
      failed.push(id);
      published -= 1;
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ event: "schedule-failed", postId: id, reason }, "a scheduled post was not published");
    }
  }
}

/**
 * Tells of every published post whose date has come, those that came first before the others, each once however many nodes look.
 *
 * @returns How many it has told of.
 */
export async function announceScheduledPosts(context: BlogContext): Promise<number> {
  const { db, site } = context;
  for (let announced = 0; ; announced += 1) {
    const isDone = await db.transaction().execute(async (tx) => {
      const id = await lockDueAnnouncement(tx, site.id, context.now());
      // It has not changed; that it is here now is what is told.
      if (id !== undefined) await withPostEvents(tx, context, id, async () => undefined);
      return id === undefined;
    });
    if (isDone) return announced;
    context.wakeWebhooks();
  }
}
