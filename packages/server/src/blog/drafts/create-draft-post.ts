import type { createDraftPostRequest } from "@porchlight/contract/blog/draft-post-schema";
import type * as z from "zod";
import type { Caller, Deps } from "../../deps.ts";
import { RawJson } from "../../http/serve.ts";
import { makeDraft, tellWritten } from "./draft-steps.ts";
import { needWriter } from "./need-writer.ts";
import { writingSlugs } from "./settle-slug.ts";

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
