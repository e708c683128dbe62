import type { DraftPost } from "@porchlight/client/blog";
import { TimeText } from "@porchlight/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useConsole } from "../context.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Problem } from "../ui/section.tsx";

const causes: Readonly<Record<string, string>> = {
  AUTO_SAVE: "Saved",
  MANUAL_SAVE: "Saved",
  IMPORT: "Imported",
  IMPORT_BULK: "Imported",
  PUBLISH: "Published",
  SCHEDULE: "Scheduled",
  RESTORE: "Restored",
  REVERT_TO_DRAFT: "Unpublished",
  UNPUBLISH: "Unpublished",
};

/** Props of {@link HistoryDialog}. */
export interface HistoryDialogProps {
  id: string;
  onRestored(draft: DraftPost): void;
  onClose(): void;
}

/** The versions of a post, any of which can be restored. */
export function HistoryDialog({ id, onRestored, onClose }: HistoryDialogProps) {
  const { draftPosts } = useConsole().clients.site;
  const history = useQuery({
    queryKey: ["posts", "history", id],
    queryFn: async ({ signal }) =>
      (await draftPosts.listPostRevisions(id, { paging: { limit: 100 } }, { signal })).revisions,
    staleTime: 0,
  });
  const restore = useMutation({
    mutationFn: async (revision: string) => (await draftPosts.restorePostRevision(id, revision)).draftPost,
    onSuccess: onRestored,
  });
  return (
    <Dialog title="History" isOpen onClose={onClose}>
      {history.isError && <Problem error={history.error} />}
      {restore.isError && <Problem error={restore.error} />}
      <ol className="grid max-h-96 overflow-y-auto">
        {history.data?.map(({ revision, title, changeOrigin, _createdDate }, index) => (
          <li key={revision} className="flex items-center justify-between gap-3 border-line py-2 not-first:border-t">
            <div className="min-w-0">
              <p className="truncate font-medium">{title || "Untitled post"}</p>
              <p className="text-muted">
                {causes[changeOrigin] ?? "Changed"}, <TimeText value={new Date(_createdDate)} />
              </p>
            </div>
            {index > 0 && (
              <Button isPending={restore.isPending} onPress={() => restore.mutate(revision)}>
                Restore
              </Button>
            )}
          </li>
        ))}
      </ol>
      <div className="flex justify-end">
        <Button onPress={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}
