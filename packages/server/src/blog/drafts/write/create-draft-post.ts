import type { bulkCreateDraftPostsRequest, createDraftPostRequest } from "@porchlight/contract/blog/drafts/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/context/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { withSlugRetry } from "../../slugs/resolve-slug.ts";
import { authorizeWriter, personOf, type Writer } from "../authorize-writer.ts";
import { runBulk } from "../bulk-results.ts";
import { createDraft, getDraftJson } from "./draft-operations.ts";

/**
 * Creates a draft, or with `publish` a published post; for a member, a post in review.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `SLUG_TAKEN`. @throws {InvalidArguments}
 */
export async function createDraftPost(
  context: BlogContext,
  { caller }: Requester,
  { body }: z.output<typeof createDraftPostRequest>,
): Promise<RawJson> {
  const writer = await authorizeWriter(context, caller);
  const { draftPost: input, publish, idempotencyKey } = body;
  const draft = { input, publish: publish ?? false, field: "draftPost", idempotencyKey };
  const json = await withSlugRetry(context, async (tx) => {
    const id = await createDraft(tx, context, draft, writer);
    return getDraftJson(tx, context, id, body.fieldsets);
  });
  return new RawJson(`{"draftPost":${json}}`);
}

/** Creates drafts independently of each other. @throws {Refusal} `NOT_ALLOWED`. */
export async function bulkCreateDraftPosts(
  context: BlogContext,
  { caller }: Requester,
  { body }: z.output<typeof bulkCreateDraftPostsRequest>,
): Promise<RawJson> {
  requireEditor(caller);
  const writer: Writer = { mayPublish: true, person: personOf(caller) };
  const publish = body.publish ?? false;
  return runBulk(body.draftPosts, (input, index) =>
    withSlugRetry(context, async (tx) => {
      const id = await createDraft(tx, context, { input, publish, field: `draftPosts.${index}` }, writer);
      return { id, json: body.returnFullEntity ? await getDraftJson(tx, context, id, body.fieldsets) : undefined };
    }),
  );
}
