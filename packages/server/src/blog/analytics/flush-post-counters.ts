import type { BlogContext } from "../blog-context.ts";
import { foldPostMonths } from "../posts/post-stats-store.ts";

/** Writes queued views and merges changed post counts into the counts per month. */
export async function flushPostCounters({ db, views }: BlogContext): Promise<void> {
  await views.flush();
  await foldPostMonths(db);
}
