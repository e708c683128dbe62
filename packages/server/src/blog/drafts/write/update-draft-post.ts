import {
  type bulkUpdateDraftPostsRequest,
  draftMembers,
  type updateDraftPostRequest,
} from "@porchlight/contract/blog/drafts/schema";
import type * as z from "zod";
import { InvalidArguments, violation } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { withSlugRetry } from "../../slugs/resolve-slug.ts";
import { authorizeWriter, personOf, type Writer } from "../authorize-writer.ts";
import { runBulk } from "../bulk-results.ts";
import { type DraftUpdate, getDraftJson, updateDraft } from "./draft-operations.ts";

/**
 * Updates a draft, and publishes, schedules, or withdraws it according to the action.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`, `POST_CHANGED`, `POST_STATUS_CONFLICT`, `SLUG_TAKEN`.
 * @throws {InvalidArguments}
 */
export async function updateDraftPost(
  context: BlogContext,
  { caller }: Requester,
  { params, body }: z.output<typeof updateDraftPostRequest>,
): Promise<RawJson> {
  const writer = await authorizeWriter(context, caller);
  const { draftPost: input, action, scheduledPublishDate, rejectionReason, fieldsets, idempotencyKey } = body;
  const update = {
    input,
    action: action ?? "UPDATE",
    scheduledPublishDate,
    rejectionReason,
    idempotencyKey,
    field: "draftPost",
  } as const;
  const json = await withSlugRetry(context, async (tx) => {
    await updateDraft(tx, context, params.draftPostId, update, writer);
    return getDraftJson(tx, context, params.draftPostId, fieldsets);
  });
  return new RawJson(`{"draftPost":${json}}`);
}

type MaskedDraft = z.output<typeof bulkUpdateDraftPostsRequest>["body"]["draftPosts"][number];

/** Updates drafts independently of each other. @throws {Refusal} `NOT_ALLOWED`. */
export async function bulkUpdateDraftPosts(
  context: BlogContext,
  { caller }: Requester,
  { body }: z.output<typeof bulkUpdateDraftPostsRequest>,
): Promise<RawJson> {
  requireEditor(caller);
  const { scheduledPublishDate, rejectionReason } = body;
  const writer: Writer = { mayPublish: true, person: personOf(caller) };
  const action = body.action ?? "UPDATE";
  return runBulk(body.draftPosts, async (masked, index) => {
    const { id } = masked.draftPost;
    const field = `draftPosts.${index}`;
    const input = applyFieldMask(masked, field);
    const update = { input, action, scheduledPublishDate, rejectionReason, field: `${field}.draftPost` };
    return withSlugRetry(context, async (tx) => {
      await updateDraft(tx, context, id, update, writer);
      return { id, json: body.returnFullEntity ? await getDraftJson(tx, context, id, body.fieldsets) : undefined };
    });
  });
}

/**
 * The members in the mask; `null` for absent ones.
 *
 * @throws {InvalidArguments} for an unknown or readonly member.
 */
function applyFieldMask({ draftPost, fieldMask }: MaskedDraft, field: string): DraftUpdate["input"] {
  if (!fieldMask) return draftPost;
  const { revision } = draftPost;
  const values: Record<string, unknown> = draftPost;
  const members = fieldMask.map((name, index) => {
    const member = name.replace(/^draftPost\./, "");
    if (draftMembers.includes(member)) return [member, values[member] ?? null] as const;
    throw new InvalidArguments([
      violation(`${field}.fieldMask.${index}`, "must be a writable field of a draft", "FIELD_NOT_ALLOWED"),
    ]);
  });
  return { revision, ...Object.fromEntries(members) };
}
