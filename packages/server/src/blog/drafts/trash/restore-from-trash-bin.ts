import type { knownDraftPostRequest } from "@porchlight/contract/blog/drafts/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/http/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { needEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { writingSlugs } from "../../slugs/resolve-slug.ts";
import { tellWritten } from "../write/draft-operations.ts";
import { restore } from "./trash-operations.ts";

/**
 * Takes a post out of the trash.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND` when it is not there, `POST_TRANSLATED`.
 */
export async function restoreFromTrashBin(
  context: BlogContext,
  { caller }: Requester,
  { params }: z.output<typeof knownDraftPostRequest>,
): Promise<RawJson> {
  needEditor(caller);
  const json = await writingSlugs(context, async (tx) => {
    await restore(tx, context, params.draftPostId);
    return tellWritten(tx, context, params.draftPostId, []);
  });
  return new RawJson(`{"draftPost":${json}}`);
}
