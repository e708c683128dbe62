import type { ServerContext } from "../platform/context/server-context.ts";
import type { PostViews } from "./analytics/post-views.ts";

/** What use cases of the blog work with. */
export interface BlogContext extends ServerContext {
  views: PostViews;
}

/** What the blog's code inside a transaction may use. */
export type BlogTxContext = Omit<BlogContext, "db">;
