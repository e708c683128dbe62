import { eventDefinitions } from "@porchlight/contract/webhooks/event";
import type { BlogContext } from "../blog-context.ts";
import { tellLabel } from "../blog-events.ts";
import { addressBases, publicView } from "../posts/post-visibility.ts";
import { findPost } from "../posts/posts-store.ts";
import type { LiveRow } from "./live-events-store.ts";

/**
 * An event as text of a stream: what everybody may see of it now, so that a post which was taken back meanwhile, or is dated later, is
 * not told.
 *
 * @returns Nothing where there is nothing to see. Source: HTML Standard, "Server-sent events".
 */
export async function tellLiveEvent(
  context: BlogContext,
  { id, type, entityId, happenedAt }: LiveRow,
): Promise<string | undefined> {
  const name = type.slice(type.lastIndexOf(".") + 1);
  const head = JSON.stringify({ type: name, entityId, eventTime: happenedAt.toISOString() });
  if (eventDefinitions[type].kind === "deleted") return message(id, name, head);
  const entity = await tellEntity(context, type, entityId);
  return entity === undefined ? undefined : message(id, name, `${head.slice(0, -1)},"entity":${entity}}`);
}

async function tellEntity(context: BlogContext, type: LiveRow["type"], id: string): Promise<string | undefined> {
  const { db } = context;
  if (type.startsWith("wix.blog.v3.post_"))
    return (await findPost(db, publicView(context), id, { fieldsets: ["URL"], bases: addressBases(context) }))?.json;
  return tellLabel(db, context, type.startsWith("wix.blog.v3.tag_") ? "tags" : "categories", id);
}

export const message = (id: string, event: string, data: string) => `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;
