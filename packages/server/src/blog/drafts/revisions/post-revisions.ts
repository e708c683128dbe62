import type { GetPostRevisionResponse } from "@porchlight/contract/blog/revisions/revision";
import type {
  getPostRevisionRequest,
  listPostRevisionsRequest,
  restorePostRevisionRequest,
} from "@porchlight/contract/blog/revisions/schema";
import { defaultPageSize } from "@porchlight/contract/limits";
import type * as z from "zod";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import type { BlogContext } from "../../blog-context.ts";
import { withSlugRetry } from "../../slugs/resolve-slug.ts";
import { authorizeWriter } from "../authorize-writer.ts";
import { getDraftJson, lockLiveDraft, updateDraft } from "../write/draft-operations.ts";
import { requireVisibleDraft, toDraftInput } from "./revision-operations.ts";
import { findRevision, findRevisionPage } from "./revisions-store.ts";

/** Fields that a restore does not change: URL, dates, owner, and audience. */
const preservedFields = [
  "seoSlug",
  "language",
  "firstPublishedDate",
  "memberId",
  "authors",
  "membersOnly",
  "pricingPlanIds",
];

/**
 * Restores a revision as a new change.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`, `REVISION_NOT_FOUND`, `POST_CHANGED`, `POST_STATUS_CONFLICT`.
 */
export async function restorePostRevision(
  context: BlogContext,
  { caller }: Requester,
  { params: { draftPostId, revision }, body }: z.output<typeof restorePostRevisionRequest>,
): Promise<RawJson> {
  const writer = await authorizeWriter(context, caller);
  const json = await withSlugRetry(context, async (tx) => {
    const { id } = await lockLiveDraft(tx, context, draftPostId, writer);
    const stored = await findRevision(tx, context.site.id, id, revision, "");
    if (stored === undefined) throw new Refusal("REVISION_NOT_FOUND");
    const { draftPost }: GetPostRevisionResponse["revision"] = JSON.parse(stored);
    const input = { ...(await toDraftInput(tx, context, draftPost, preservedFields)), revision: body.currentRevision };
    const options = {
      action: "UPDATE",
      scheduledPublishDate: undefined,
      field: "revision",
      origin: "RESTORE",
    } as const;
    await updateDraft(tx, context, id, { input, ...options }, writer);
    return getDraftJson(tx, context, id, body.fieldsets);
  });
  return new RawJson(`{"draftPost":${json}}`);
}

/** The stored revisions of a post, newest first. @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`. */
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

/** One revision with the full draft. @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`, `REVISION_NOT_FOUND`. */
export async function getPostRevision(
  context: BlogContext,
  { caller }: Requester,
  { params: { draftPostId, revision } }: z.output<typeof getPostRevisionRequest>,
): Promise<RawJson> {
  await requireVisibleDraft(context, draftPostId, await authorizeWriter(context, caller));
  const json = await findRevision(context.db, context.site.id, draftPostId, revision, context.config.publicUrl);
  if (json === undefined) throw new Refusal("REVISION_NOT_FOUND");
  return new RawJson(`{"revision":${json}}`);
}
