import type { BlogContext } from "../blog-context.ts";
import { foldPostMonths } from "../posts/post-stats-store.ts";

/** Writes the views that were noted, and takes new numbers of posts into those of their months. */
export async function keepFigures({ db, views }: BlogContext): Promise<void> {
  await views.flush();
  await foldPostMonths(db);
}
