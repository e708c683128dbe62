import type { ReportPostEditingResponse } from "@porchlight/contract/blog/revisions/revision";
import type { reportPostEditingRequest } from "@porchlight/contract/blog/revisions/schema";
import type * as z from "zod";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import type { BlogContext } from "../../blog-context.ts";
import { authorizeWriter } from "../authorize-writer.ts";
import { requireVisibleDraft } from "../revisions/revision-operations.ts";
import { findStaffName } from "../write/draft-writes-store.ts";
import { deletePostEditor, upsertPostEditor } from "./post-editors-store.ts";

/** After this time without a report, a person is no longer editing. */
const absentAfterMs = 45_000;

/**
 * Records who is editing a post, so that two people notice each other.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers other than staff who write; `POST_NOT_FOUND`.
 */
export async function reportPostEditing(
  context: BlogContext,
  { caller }: Requester,
  { params: { draftPostId: postId }, body }: z.output<typeof reportPostEditingRequest>,
): Promise<ReportPostEditingResponse> {
  const { db, site } = context;
  const writer = await authorizeWriter(context, caller);
  if (caller.kind !== "staff") throw new Refusal("NOT_ALLOWED");
  await requireVisibleDraft(context, postId, writer);
  const { staffId } = caller;
  if (body.leave) {
    await deletePostEditor(db, site.id, { postId, staffId });
    return {};
  }
  const at = context.now();
  const absentSince = new Date(at.getTime() - absentAfterMs);
  const options = { at, absentSince, takesOver: body.takeOver ?? false };
  const editor = await upsertPostEditor(db, site.id, { postId, staffId }, options);
  if (!editor || editor.staffId === staffId) return {};
  return {
    otherEditor: { name: await findStaffName(db, site.id, editor.staffId), sinceDate: editor.since.toISOString() },
  };
}
