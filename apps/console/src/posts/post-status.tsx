import type { DraftPost } from "@porchlight/client/blog";
import { Badge } from "../ui/badge.tsx";

const states = {
  PUBLISHED: { name: "Published", tone: "success" },
  UNPUBLISHED: { name: "Draft", tone: "neutral" },
  SCHEDULED: { name: "Scheduled", tone: "warning" },
  IN_REVIEW: { name: "In review", tone: "warning" },
  DELETED: { name: "In trash", tone: "danger" },
} as const;

/** The status of a post, and whether a published one has changes that readers do not see yet. */
export function PostStatus({ post }: { post: Pick<DraftPost, "status" | "hasUnpublishedChanges"> }) {
  const state = states[post.status as keyof typeof states] ?? states.UNPUBLISHED;
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={state.tone}>{state.name}</Badge>
      {post.status === "PUBLISHED" && post.hasUnpublishedChanges && <Badge>Changed</Badge>}
    </span>
  );
}
