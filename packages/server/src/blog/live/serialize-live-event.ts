import { eventDefinitions } from "@porchlight/contract/webhooks/event";
import type { Deps } from "../../platform/context/server-context.ts";
import { tellLabel } from "../blog-events.ts";
import { findPost } from "../posts/posts-store.ts";
import { addressBases, publicView } from "../posts/post-visibility.ts";
import type { LiveRow } from "./live-events-store.ts";

/**
 * An event as text of a stream: what everybody may see of it now, so that a post which was taken back meanwhile, or is dated later, is
 * not told.
 *
 * @returns Nothing where there is nothing to see. Source: HTML Standard, "Server-sent events".
 */
export async function tellLiveEvent(
  deps: Deps,
  { id, type, entityId, happenedAt }: LiveRow,
): Promise<string | undefined> {
  const name = type.slice(type.lastIndexOf(".") + 1);
  const head = JSON.stringify({ type: name, entityId, eventTime: happenedAt.toISOString() });
  if (eventDefinitions[type].kind === "deleted") return message(id, name, head);
  const entity = await tellEntity(deps, type, entityId);
  return entity === undefined ? undefined : message(id, name, `${head.slice(0, -1)},"entity":${entity}}`);
}

async function tellEntity(deps: Deps, type: LiveRow["type"], id: string): Promise<string | undefined> {
  const { db } = deps;
  if (type.startsWith("wix.blog.v3.post_"))
    return (await findPost(db, publicView(deps), id, { fieldsets: ["URL"], bases: addressBases(deps) }))?.json;
  return tellLabel(db, deps, type.startsWith("wix.blog.v3.tag_") ? "tags" : "categories", id);
}

export const message = (id: string, event: string, data: string) => `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;
