import type { listPostRevisionsRequest } from "@porchlight/contract/blog/post-life-schema";
import { defaultPageSize } from "@porchlight/contract/limits";
import type * as z from "zod";
import type { Caller, Deps } from "../../../platform/context/server-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { needWriter } from "../authorize-writer.ts";
import { needOwnDraft } from "./revision-operations.ts";
import { findRevisionPage } from "./revisions-store.ts";

/** What a post was after each change that is kept, the newest first. @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`. */
export async function listPostRevisions(
  deps: Deps,
  caller: Caller,
  { params, query }: z.output<typeof listPostRevisionsRequest>,
): Promise<RawJson> {
  await needOwnDraft(deps, params.draftPostId, await needWriter(deps, caller));
  const { limit = defaultPageSize, offset = 0 } = query.paging ?? {};
  const page = await findRevisionPage(deps.db, deps.site.id, params.draftPostId, { limit, offset });
  const metaData = JSON.stringify({ count: page.count, offset, total: page.total });
  return new RawJson(`{"revisions":[${page.json}],"metaData":${metaData}}`);
}
