import type { StaffCallers } from "../platform/identity/staff-callers.ts";
import type { ServerContext } from "../platform/server-context.ts";
import type { PostViews } from "./analytics/post-views.ts";
import type { PageRevision } from "./page-revision/page-revision.ts";
import type { ReadCache } from "./read-cache.ts";

/** What use cases of the blog depend on. */
export interface BlogContext extends ServerContext {
  views: PostViews;
  pageRevision: PageRevision;
  readCache: ReadCache;
  staffCallers: StaffCallers;
}

/** The context inside a transaction, without `db`. */
export type BlogTxContext = Omit<BlogContext, "db">;
