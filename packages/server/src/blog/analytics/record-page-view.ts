import { addressKey } from "../../platform/rate-limits/ip-key.ts";
import type { BlogContext } from "../blog-context.ts";

/** Notes that a visitor reads a post on a page that was rendered for somebody before, as reading it through the API would. */
export function notePageView(
  { views }: Pick<BlogContext, "views">,
  postId: string,
  { clientAddress, userAgent }: { clientAddress: string; userAgent: string },
): void {
  const caller = { kind: "visitor", appId: "", sessionId: "", visitorId: "" } as const;
  views.note(postId, { caller, address: addressKey(clientAddress), userAgent });
}
