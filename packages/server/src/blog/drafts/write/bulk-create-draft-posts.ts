import type { bulkCreateDraftPostsRequest } from "@porchlight/contract/blog/drafts/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/context/request-context.ts";
import type { RawJson } from "../../../platform/http/serve.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { withSlugRetry } from "../../slugs/resolve-slug.ts";
import { ownerWriter } from "../authorize-writer.ts";
import { runBulk } from "../bulk-results.ts";
import { createDraft, getDraftJson } from "./draft-operations.ts";

/** Makes many drafts, each on its own. @throws {Refusal} `NOT_ALLOWED`. */
export async function bulkCreateDraftPosts(
  context: BlogContext,
  { caller }: Requester,
  { body }: z.output<typeof bulkCreateDraftPostsRequest>,
): Promise<RawJson> {
  requireEditor(caller);
  const publish = body.publish ?? false;
  return runBulk(body.draftPosts, (input, index) =>
    withSlugRetry(context, async (tx) => {
      const id = await createDraft(tx, context, { input, publish, field: `draftPosts.${index}` }, ownerWriter);
      return { id, json: body.returnFullEntity ? await getDraftJson(tx, context, id, body.fieldsets) : undefined };
    }),
  );
}
