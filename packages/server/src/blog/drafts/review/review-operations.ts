import type { ModerationDetails } from "@porchlight/contract/blog/drafts/draft-post";
import type { DraftAction } from "@porchlight/contract/blog/drafts/draft-values";
import type { ParsedDraft } from "@porchlight/contract/blog/drafts/schema";
import type { PostStatus } from "@porchlight/contract/blog/posts/post-status";
import { Refusal } from "../../../platform/context/errors.ts";
import type { PostOwner, Writer } from "../authorize-writer.ts";
import type { LockedDraft } from "../write/draft-writes-store.ts";

/** Review of posts of members and authors by editors. Source: spec §4, "Moderation status". */

/**
 * The status that a person's own post must have for each action. A submitted post cannot be edited until it is
 * withdrawn.
 */
const memberActionStatuses: Partial<Record<DraftAction, PostStatus>> = {
  UPDATE: "UNPUBLISHED",
  UPDATE_PUBLISH: "UNPUBLISHED",
  UPDATE_REVERT_TO_DRAFT: "IN_REVIEW",
};

/**
 * @throws {Refusal} `NOT_ALLOWED` for actions of editors, `POST_STATUS_CONFLICT` if the status does not allow the
 * action.
 */
export function requireMemberAction(status: PostStatus, action: DraftAction): void {
  const from = memberActionStatuses[action];
  if (from === undefined) throw new Refusal("NOT_ALLOWED");
  if (status !== from) throw new Refusal("POST_STATUS_CONFLICT", { status });
}

/** Removes the fields that only editors may set. */
export function withoutEditorFields<Input extends Partial<ParsedDraft> & { translationId?: unknown }>(
  input: Input,
): Input {
  const { featured, memberId, authors, translationId, pricingPlanIds, membersOnly, firstPublishedDate, ...allowed } =
    input;
  return allowed as Input;
}

export const submittedDetails = ({ id }: PostOwner, at: Date): ModerationDetails => ({
  submittedBy: id,
  submittedDate: at.toISOString(),
});

export const approvedDetails = (draft: LockedDraft, writer: Writer, at: Date): ModerationDetails =>
  reviewedDetails(draft, writer, at, "APPROVED");

export const rejectedDetails = (
  draft: LockedDraft,
  writer: Writer,
  at: Date,
  reason: string | null | undefined,
): ModerationDetails => ({
  ...reviewedDetails(draft, writer, at, "REJECTED"),
  ...(reason && { rejectionReason: reason }),
});

function reviewedDetails(
  { moderation }: LockedDraft,
  { person }: Writer,
  at: Date,
  status: "APPROVED" | "REJECTED",
): ModerationDetails {
  const { rejectionReason: _former, moderatedBy: _other, ...unchanged } = moderation ?? {};
  return {
    ...unchanged,
    status,
    ...(person && { moderatedBy: person.id }),
    moderationDate: at.toISOString(),
  };
}
