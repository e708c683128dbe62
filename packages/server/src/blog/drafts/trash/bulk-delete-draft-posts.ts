import type { bulkDeleteDraftPostsRequest } from "@porchlight/contract/blog/draft-post-schema";
import type * as z from "zod";
import type { Caller, Deps } from "../../../platform/context/server-context.ts";
import type { RawJson } from "../../../platform/http/serve.ts";
import { needEditor } from "../../../platform/identity/require-editor.ts";
import { eachOnItsOwn } from "../bulk-results.ts";
import { theOwner } from "../authorize-writer.ts";
import { discard } from "./trash-operations.ts";

/** Deletes many posts, each on its own. @throws {Refusal} `NOT_ALLOWED`. */
export async function bulkDeleteDraftPosts(
  deps: Deps,
  caller: Caller,
  { query }: z.output<typeof bulkDeleteDraftPostsRequest>,
): Promise<RawJson> {
  needEditor(caller);
  const permanent = query.permanent ?? false;
  return eachOnItsOwn(query.postIds, async (id) => {
    await deps.db.transaction().execute((tx) => discard(tx, deps, id, { permanent, writer: theOwner }));
    return { id };
  });
}
