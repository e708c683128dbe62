import type { BlogContext } from "../blog-context.ts";
import { withPostEvents } from "../blog-events.ts";
import { ownerWriter } from "../drafts/authorize-writer.ts";
import { publishDraft } from "../drafts/write/draft-operations.ts";
import { lockDraft, lockDuePost } from "../drafts/write/draft-writes-store.ts";
import { lockDueAnnouncement } from "./announcements-store.ts";

/**
 * Publishes every scheduled post that is due, oldest first. Safe on several nodes: a post is locked while it is
 * published. A post that cannot be published is logged and does not block the others.
 *
 * @returns The number of published posts.
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
        // Use the scheduled date even if the server was down at that time.
        const on = draft.scheduledAt ?? context.now();
        const options = { field: "draftPost", writer: ownerWriter, origin: "SCHEDULING_SERVICE_PUBLISH", on } as const;
        await withPostEvents(tx, context, draft.id, () => publishDraft(tx, context, draft, { values: {} }, options));
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
 * Emits the events of published posts whose future date has been reached, oldest first. Safe on several nodes: each
 * post is announced once.
 *
 * @returns The number of announced posts.
 */
export async function announceFutureDatedPosts(context: BlogContext): Promise<number> {
  const { db, site } = context;
  for (let announced = 0; ; announced += 1) {
    const isDone = await db.transaction().execute(async (tx) => {
      const id = await lockDueAnnouncement(tx, site.id, context.now());
      // The post itself has not changed; the event reports that it is visible now.
      if (id !== undefined) await withPostEvents(tx, context, id, async () => undefined);
      return id === undefined;
    });
    if (isDone) return announced;
    context.wakeWebhooks();
  }
}
