import type { DraftPost } from "@porchlight/client/blog";
import { text } from "../../texts/text.ts";
import { Badge } from "../../ui/badge.tsx";

const states = {
  PUBLISHED: { name: text("Published"), tone: "success" },
  UNPUBLISHED: { name: text("Draft"), tone: "neutral" },
  SCHEDULED: { name: text("Scheduled"), tone: "warning" },
  IN_REVIEW: { name: text("In review"), tone: "warning" },
  DELETED: { name: text("In trash"), tone: "danger" },
} as const;

/** The status of a post, and whether a published one has changes that readers do not see yet. */
export function PostStatus({ post }: { post: Pick<DraftPost, "status" | "hasUnpublishedChanges"> }) {
  const state = states[post.status as keyof typeof states] ?? states.UNPUBLISHED;
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={state.tone}>{state.name}</Badge>
      {post.status === "PUBLISHED" && post.hasUnpublishedChanges && <Badge>{text("Changed")}</Badge>}
    </span>
  );
}
