import type { draftPostByIdRequest } from "@porchlight/contract/blog/drafts/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/context/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { withSlugRetry } from "../../slugs/resolve-slug.ts";
import { getDraftJson } from "../write/draft-operations.ts";
import { restoreDraft } from "./trash-operations.ts";

/**
 * Takes a post out of the trash.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND` when it is not there, `POST_TRANSLATED`.
 */
export async function restoreFromTrashBin(
  context: BlogContext,
  { caller }: Requester,
  { params }: z.output<typeof draftPostByIdRequest>,
): Promise<RawJson> {
  requireEditor(caller);
  const json = await withSlugRetry(context, async (tx) => {
    await restoreDraft(tx, context, params.draftPostId);
    return getDraftJson(tx, context, params.draftPostId, []);
  });
  return new RawJson(`{"draftPost":${json}}`);
}
