import type { deleteDraftPostRequest } from "@porchlight/contract/blog/draft-post-schema";
import type * as z from "zod";
import type { Caller, Deps } from "../../../platform/context/server-context.ts";
import { needWriter } from "../authorize-writer.ts";
import { discard } from "./trash-operations.ts";

/**
 * Moves a post to the trash; with `permanent` removes it for good.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`, `POST_STATUS_CONFLICT`.
 */
export async function deleteDraftPost(
  deps: Deps,
  caller: Caller,
  { params, query }: z.output<typeof deleteDraftPostRequest>,
): Promise<Record<string, never>> {
  const writer = await needWriter(deps, caller);
  const permanent = query.permanent ?? false;
  await deps.db.transaction().execute((tx) => discard(tx, deps, params.draftPostId, { permanent, writer }));
  return {};
}
