import type { createDraftPostRequest } from "@porchlight/contract/blog/drafts/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/context/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import type { BlogContext } from "../../blog-context.ts";
import { withSlugRetry } from "../../slugs/resolve-slug.ts";
import { authorizeWriter } from "../authorize-writer.ts";
import { createDraft, getDraftJson } from "./draft-operations.ts";

/**
 * Makes a post that only writers see, or with `publish` one for everybody; of a member, one that waits for review.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `SLUG_TAKEN`. @throws {InvalidArguments}
 */
export async function createDraftPost(
  context: BlogContext,
  { caller }: Requester,
  { body }: z.output<typeof createDraftPostRequest>,
): Promise<RawJson> {
  const writer = await authorizeWriter(context, caller);
  const draft = { input: body.draftPost, publish: body.publish ?? false, field: "draftPost" };
  const json = await withSlugRetry(context, async (tx) => {
    const id = await createDraft(tx, context, draft, writer);
    return getDraftJson(tx, context, id, body.fieldsets);
  });
  return new RawJson(`{"draftPost":${json}}`);
}
