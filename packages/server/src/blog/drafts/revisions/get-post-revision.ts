import type { getPostRevisionRequest } from "@porchlight/contract/blog/revisions/schema";
import type * as z from "zod";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import type { BlogContext } from "../../blog-context.ts";
import { authorizeWriter } from "../authorize-writer.ts";
import { requireVisibleDraft } from "./revision-operations.ts";
import { findRevision } from "./revisions-store.ts";

/** What a post was, whole. @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`, `REVISION_NOT_FOUND`. */
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
