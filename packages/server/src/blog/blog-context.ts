import type { ServerContext } from "../platform/server-context.ts";
import type { PostViews } from "./analytics/post-views.ts";

/** What use cases of the blog depend on. */
export interface BlogContext extends ServerContext {
  views: PostViews;
}

/** The context inside a transaction, without `db`. */
export type BlogTxContext = Omit<BlogContext, "db">;
