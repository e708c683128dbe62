import type { createDraftPostRequest } from "@porchlight/contract/blog/draft-post-schema";
import type * as z from "zod";
import type { Caller, Deps } from "../../../platform/context/server-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { makeDraft, tellWritten } from "./draft-operations.ts";
import { needWriter } from "../authorize-writer.ts";
import { writingSlugs } from "../../slugs/resolve-slug.ts";

/**
 * Makes a post that only writers see, or with `publish` one for everybody; of a member, one that waits for review.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `SLUG_TAKEN`. @throws {InvalidArguments}
 */
export async function createDraftPost(
  deps: Deps,
  caller: Caller,
  { body }: z.output<typeof createDraftPostRequest>,
): Promise<RawJson> {
  const writer = await needWriter(deps, caller);
  const draft = { input: body.draftPost, publish: body.publish ?? false, field: "draftPost" };
  const json = await writingSlugs(deps, async (tx) => {
    const id = await makeDraft(tx, deps, draft, writer);
    return tellWritten(tx, deps, id, body.fieldsets);
  });
  return new RawJson(`{"draftPost":${json}}`);
}
