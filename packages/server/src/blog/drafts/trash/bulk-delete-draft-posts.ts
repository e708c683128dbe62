import type { bulkDeleteDraftPostsRequest } from "@porchlight/contract/blog/drafts/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/context/request-context.ts";
import type { RawJson } from "../../../platform/http/serve.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { ownerWriter } from "../authorize-writer.ts";
import { runBulk } from "../bulk-results.ts";
import { discardDraft } from "./trash-operations.ts";

/** Deletes many posts, each on its own. @throws {Refusal} `NOT_ALLOWED`. */
export async function bulkDeleteDraftPosts(
  context: BlogContext,
  { caller }: Requester,
  { query }: z.output<typeof bulkDeleteDraftPostsRequest>,
): Promise<RawJson> {
  requireEditor(caller);
  const permanent = query.permanent ?? false;
  return runBulk(query.postIds, async (id) => {
    await context.db.transaction().execute((tx) => discardDraft(tx, context, id, { permanent, writer: ownerWriter }));
    return { id };
  });
}
