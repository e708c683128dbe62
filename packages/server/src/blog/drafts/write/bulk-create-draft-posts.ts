import type { bulkCreateDraftPostsRequest } from "@porchlight/contract/blog/draft-post-schema";
import type * as z from "zod";
import type { Caller, Deps } from "../../../platform/context/server-context.ts";
import type { RawJson } from "../../../platform/http/serve.ts";
import { needEditor } from "../../../platform/identity/require-editor.ts";
import { eachOnItsOwn } from "../bulk-results.ts";
import { makeDraft, tellWritten } from "./draft-operations.ts";
import { theOwner } from "../authorize-writer.ts";
import { writingSlugs } from "../../slugs/resolve-slug.ts";

/** Makes many drafts, each on its own. @throws {Refusal} `NOT_ALLOWED`. */
export async function bulkCreateDraftPosts(
  deps: Deps,
  caller: Caller,
  { body }: z.output<typeof bulkCreateDraftPostsRequest>,
): Promise<RawJson> {
  needEditor(caller);
  const publish = body.publish ?? false;
  return eachOnItsOwn(body.draftPosts, (input, index) =>
    writingSlugs(deps, async (tx) => {
      const id = await makeDraft(tx, deps, { input, publish, field: `draftPosts.${index}` }, theOwner);
      return { id, json: body.returnFullEntity ? await tellWritten(tx, deps, id, body.fieldsets) : undefined };
    }),
  );
}
