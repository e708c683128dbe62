import type { BlogContext } from "../blog-context.ts";
import { withPostEvents } from "../blog-events.ts";
import { lockDueAnnouncement } from "./scheduled-posts-store.ts";

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
