import type { SitePage } from "@porchlight/client/site";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { errorText } from "../../ui/errors/error-text.ts";
import { showToast } from "../../ui/toast.tsx";

const states = {
  PUBLISHED: { name: text("Published"), tone: "success" },
  DRAFT: { name: text("Draft"), tone: "neutral" },
  DELETED: { name: text("In trash"), tone: "danger" },
} as const;

/** The status of a page, and whether a published one has changes that visitors do not see yet. */
export function PageStatus({ page }: { page: Pick<SitePage, "status" | "hasUnpublishedChanges"> }) {
  const { name, tone } = states[page.status];
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={tone}>{name}</Badge>
      {page.hasUnpublishedChanges && <Badge>{text("Unpublished changes")}</Badge>}
    </span>
  );
}

/** The title of a page, also of one without. */
export const titleOf = ({ title }: Pick<SitePage, "title">): string => title || text("Untitled page");

/** Moves a page to the trash, and offers to undo it. */
export function useDeletePage() {
  const { sitePages } = useConsole().clients.site;
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: ["site-pages"] });
  const restore = useMutation({
    mutationFn: (id: string) => sitePages.restoreSitePage(id),
    onError: (error) => showToast(errorText(error)),
    onSettled: refresh,
  });
  return useMutation({
    mutationFn: (id: string) => sitePages.deleteSitePage(id),
    onSuccess: (_nothing, id) => showToast(text("Moved to trash"), { undo: () => restore.mutate(id) }),
    onError: (error) => showToast(errorText(error)),
    onSettled: refresh,
  });
}
