import type { bulkCreateDraftPostsRequest } from "@porchlight/contract/blog/drafts/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/http/request-context.ts";
import type { RawJson } from "../../../platform/http/serve.ts";
import { needEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { writingSlugs } from "../../slugs/resolve-slug.ts";
import { theOwner } from "../authorize-writer.ts";
import { eachOnItsOwn } from "../bulk-results.ts";
import { makeDraft, tellWritten } from "./draft-operations.ts";

/** Makes many drafts, each on its own. @throws {Refusal} `NOT_ALLOWED`. */
export async function bulkCreateDraftPosts(
  context: BlogContext,
  { caller }: Requester,
  { body }: z.output<typeof bulkCreateDraftPostsRequest>,
): Promise<RawJson> {
  needEditor(caller);
  const publish = body.publish ?? false;
  return eachOnItsOwn(body.draftPosts, (input, index) =>
    writingSlugs(context, async (tx) => {
      const id = await makeDraft(tx, context, { input, publish, field: `draftPosts.${index}` }, theOwner);
      return { id, json: body.returnFullEntity ? await tellWritten(tx, context, id, body.fieldsets) : undefined };
    }),
  );
}
