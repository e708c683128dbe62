import { ipKey } from "../../platform/rate-limits/ip-key.ts";
import type { BlogContext } from "../blog-context.ts";

/** Counts a view of a post whose page was served from the page cache, like a read through the API. */
export function recordPageView(
  { views }: Pick<BlogContext, "views">,
  postId: string,
  { clientAddress, userAgent }: { clientAddress: string; userAgent: string },
): void {
  const caller = { kind: "visitor", appId: "", sessionId: "", visitorId: "" } as const;
  views.record(postId, { caller, ip: ipKey(clientAddress), userAgent });
}
