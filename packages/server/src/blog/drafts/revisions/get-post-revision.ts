import type { getPostRevisionRequest } from "@porchlight/contract/blog/post-life-schema";
import type * as z from "zod";
import type { Caller, Deps } from "../../../platform/context/server-context.ts";
import { Refusal } from "../../../platform/context/errors.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { needWriter } from "../authorize-writer.ts";
import { needOwnDraft } from "./revision-operations.ts";
import { findRevision } from "./revisions-store.ts";

/** What a post was, whole. @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`, `REVISION_NOT_FOUND`. */
export async function getPostRevision(
  deps: Deps,
  caller: Caller,
  { params: { draftPostId, revision } }: z.output<typeof getPostRevisionRequest>,
): Promise<RawJson> {
  await needOwnDraft(deps, draftPostId, await needWriter(deps, caller));
  const json = await findRevision(deps.db, deps.site.id, draftPostId, revision, deps.config.publicUrl);
  if (json === undefined) throw new Refusal("REVISION_NOT_FOUND");
  return new RawJson(`{"revision":${json}}`);
}
