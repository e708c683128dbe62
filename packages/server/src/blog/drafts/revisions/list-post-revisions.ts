import type { listPostRevisionsRequest } from "@porchlight/contract/blog/revisions/schema";
import { defaultPageSize } from "@porchlight/contract/limits";
import type * as z from "zod";
import type { Requester } from "../../../platform/context/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import type { BlogContext } from "../../blog-context.ts";
import { authorizeWriter } from "../authorize-writer.ts";
import { requireVisibleDraft } from "./revision-operations.ts";
import { findRevisionPage } from "./revisions-store.ts";

/** What a post was after each change that is kept, the newest first. @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`. */
export async function listPostRevisions(
  context: BlogContext,
  { caller }: Requester,
  { params, query }: z.output<typeof listPostRevisionsRequest>,
): Promise<RawJson> {
  await requireVisibleDraft(context, params.draftPostId, await authorizeWriter(context, caller));
  const { limit = defaultPageSize, offset = 0 } = query.paging ?? {};
  const page = await findRevisionPage(context.db, context.site.id, params.draftPostId, { limit, offset });
  const metaData = JSON.stringify({ count: page.count, offset, total: page.total });
  return new RawJson(`{"revisions":[${page.json}],"metaData":${metaData}}`);
}
