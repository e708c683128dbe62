import { eventDefinitions } from "@porchlight/contract/webhooks/event";
import type { BlogContext } from "../blog-context.ts";
import { getTermJson } from "../blog-events.ts";
import { publicVisibility, urlBases } from "../posts/post-visibility.ts";
import { findPost } from "../posts/posts-store.ts";
import type { LiveRow } from "./live-events-store.ts";

/**
 * Serializes an event with the current public state of its entity.
 *
 * @returns `undefined` if the entity is not visible (any more). Source: HTML Standard, "Server-sent events".
 */
export async function serializeLiveEvent(
  context: BlogContext,
  { id, type, entityId, happenedAt }: LiveRow,
): Promise<string | undefined> {
  const name = type.slice(type.lastIndexOf(".") + 1);
  const metadata = JSON.stringify({ type: name, entityId, eventTime: happenedAt.toISOString() });
  if (eventDefinitions[type].kind === "deleted") return formatMessage(id, name, metadata);
  const entity = await findEntityJson(context, type, entityId);
  return entity === undefined ? undefined : formatMessage(id, name, `${metadata.slice(0, -1)},"entity":${entity}}`);
}

async function findEntityJson(context: BlogContext, type: LiveRow["type"], id: string): Promise<string | undefined> {
  const { db } = context;
  if (type.startsWith("wix.blog.v3.post_"))
    return (await findPost(db, publicVisibility(context), id, { fieldsets: ["URL"], bases: urlBases(context) }))?.json;
  return getTermJson(db, context, type.startsWith("wix.blog.v3.tag_") ? "tags" : "categories", id);
}

export const formatMessage = (id: string, event: string, data: string) =>
  `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;
