import type { knownDraftPostRequest } from "@porchlight/contract/blog/draft-post-schema";
import type * as z from "zod";
import type { Caller, Deps } from "../../deps.ts";
import { RawJson } from "../../http/serve.ts";
import { needEditor } from "../../sessions/need-editor.ts";
import { tellWritten } from "./draft-steps.ts";
import { writingSlugs } from "./settle-slug.ts";
import { restore } from "./trash-steps.ts";

/**
 * Takes a post out of the trash.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND` when it is not there, `POST_TRANSLATED`.
 */
export async function restoreFromTrashBin(
  deps: Deps,
  caller: Caller,
  { params }: z.output<typeof knownDraftPostRequest>,
): Promise<RawJson> {
  needEditor(caller);
  const json = await writingSlugs(deps, async (tx) => {
    await restore(tx, deps, params.draftPostId);
    return tellWritten(tx, deps, params.draftPostId, []);
  });
  return new RawJson(`{"draftPost":${json}}`);
}
