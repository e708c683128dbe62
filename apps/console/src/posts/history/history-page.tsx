import type { DraftPost } from "@porchlight/client/blog";
import { TimeText } from "@porchlight/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import { useConsole } from "../../context.ts";
import { VersionDiff } from "../../editor/version-diff.tsx";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, ErrorMessage, Section } from "../../ui/section.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useFilters } from "../../ui/use-filters.ts";

const causes: Readonly<Record<string, string>> = {
  IMPORT: text("Imported"),
  IMPORT_BULK: text("Imported"),
  PUBLISH: text("Published"),
  APPROVE_IN_MODERATION: text("Approved"),
  REJECT_FROM_MODERATION: text("Sent back"),
  MODERATION: text("Submitted for review"),
  SCHEDULE: text("Scheduled"),
  RESTORE: text("Restored"),
  REVERT_TO_DRAFT: text("Unpublished"),
  UNPUBLISH: text("Unpublished"),
};

/** The versions of a post, with what changed between each and the current one. Any of them can be restored. */
function HistoryPage() {
  const { id = "" } = useParams();
  const { draftPosts } = useConsole().clients.site;
  const { filters, setFilter } = useFilters(["revision"]);
  const history = useQuery({
    queryKey: ["posts", "history", id],
    queryFn: async ({ signal }) =>
      (await draftPosts.listPostRevisions(id, { paging: { limit: 100 } }, { signal })).revisions,
    staleTime: 0,
  });
  const [current, ...earlier] = history.data ?? [];
  const chosen = filters.revision || earlier[0]?.revision;
  return (
    <Page title={text("History")} back={{ to: `/posts/${id}`, name: text("Back to the post") }}>
      {history.isError && <ErrorMessage error={history.error} />}
      {history.isSuccess && earlier.length === 0 && (
        <EmptyState>{text("There is only one version of this post.")}</EmptyState>
      )}
      {current && chosen && (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
          <ol aria-label={text("Versions")} className="grid max-h-96 gap-1 overflow-y-auto lg:max-h-none">
            {earlier.map(({ revision, changeOrigin, _createdDate }) => (
              <li key={revision}>
                <button
                  type="button"
                  aria-pressed={revision === chosen}
                  onClick={() => setFilter("revision", revision)}
                  className="w-full cursor-pointer rounded-md px-3 py-2 text-start hover:bg-sunken aria-pressed:bg-accent-soft"
                >
                  <span className="block font-medium first-letter:uppercase">
                    <TimeText value={new Date(_createdDate)} />
                  </span>
                  <span className="block text-muted">{causes[changeOrigin] ?? text("Saved")}</span>
                </button>
              </li>
            ))}
          </ol>
          <ChosenVersion key={chosen} id={id} revision={chosen} current={current.revision} />
        </div>
      )}
    </Page>
  );
}

function ChosenVersion({ id, revision, current }: { id: string; revision: string; current: string }) {
  const { draftPosts } = useConsole().clients.site;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const read = (wanted: string) => ({
    queryKey: ["posts", "revision", id, wanted],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<DraftPost> =>
      (await draftPosts.getPostRevision(id, wanted, { signal })).revision.draftPost,
  });
  const before = useQuery(read(revision));
  const after = useQuery(read(current));
  const restore = useMutation({
    mutationFn: () => draftPosts.restorePostRevision(id, revision, { currentRevision: current }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["posts"] });
      showToast(text("Version restored"));
      await navigate(`/posts/${id}`);
    },
  });
  const failed = [before, after, restore].find(({ isError }) => isError);
  return (
    <Section
      title={text("Changes since this version")}
      actions={
        <Button isPending={restore.isPending} onPress={() => restore.mutate()}>
          {text("Restore this version")}
        </Button>
      }
    >
      {failed && <ErrorMessage error={failed.error} />}
      {before.data && after.data && <VersionDiff before={before.data} after={after.data} />}
    </Section>
  );
}

export { HistoryPage as Component };
