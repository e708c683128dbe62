import type { bulkDeleteDraftPostsRequest } from "@porchlight/contract/blog/drafts/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/http/request-context.ts";
import type { RawJson } from "../../../platform/http/serve.ts";
import { needEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { theOwner } from "../authorize-writer.ts";
import { eachOnItsOwn } from "../bulk-results.ts";
import { discard } from "./trash-operations.ts";

/** Deletes many posts, each on its own. @throws {Refusal} `NOT_ALLOWED`. */
export async function bulkDeleteDraftPosts(
  context: BlogContext,
  { caller }: Requester,
  { query }: z.output<typeof bulkDeleteDraftPostsRequest>,
): Promise<RawJson> {
  needEditor(caller);
  const permanent = query.permanent ?? false;
  return eachOnItsOwn(query.postIds, async (id) => {
    await context.db.transaction().execute((tx) => discard(tx, context, id, { permanent, writer: theOwner }));
    return { id };
  });
}
