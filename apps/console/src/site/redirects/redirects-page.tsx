import type { SiteRedirect } from "@porchlight/client/site";
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { ArrowRight, Plus, Upload } from "lucide-react";
import { useState } from "react";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { errorText } from "../../ui/errors/error-text.ts";
import { SearchBox } from "../../ui/list.tsx";
import { ListRow, QueryList } from "../../ui/query-list.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useFilters } from "../../ui/use-filters.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { RedirectDialog } from "./redirect-dialog.tsx";

const pageSize = 100;
type Editing = { redirect: SiteRedirect | undefined };

/** Where paths without a page lead. */
function RedirectsPage() {
  const { siteRedirects } = useConsole().clients.site;
  const { filters, setFilter, clearFilters } = useFilters(["search"]);
  const [editing, setEditing] = useState<Editing>();
  const [isImporting, setIsImporting] = useState(false);
  const list = useInfiniteQuery({
    queryKey: ["site-redirects", filters.search],
    queryFn: ({ pageParam, signal }) =>
      siteRedirects.listSiteRedirects(
        { limit: pageSize, offset: pageParam, ...(filters.search && { search: filters.search }) },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ total }, _all, offset) => (offset + pageSize < total ? offset + pageSize : undefined),
    placeholderData: keepPreviousData,
  });
  const redirects = list.data?.pages.flatMap((page) => page.redirects);
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="max-w-prose text-muted">
        {text(
          "A redirect leads visitors from an old address to another one. It is used only where there is no page. Previous addresses of posts, categories, tags and pages redirect automatically.",
        )}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SearchBox
          label={text("Search redirects")}
          placeholder={text("Part of an address")}
          value={filters.search}
          onChange={(value) => setFilter("search", value)}
        />
        <div className="flex flex-wrap gap-2">
          <Button onPress={() => setIsImporting(true)}>
            <Upload aria-hidden size={16} />
            {text("Import")}
          </Button>
          <Button kind="primary" onPress={() => setEditing({ redirect: undefined })}>
            <Plus aria-hidden size={16} />
            {text("Add redirect")}
          </Button>
        </div>
      </div>
      <QueryList
        query={list}
        items={redirects}
        empty={
          filters.search ? (
            <>
              <p>{text("No redirects match.")}</p>
              <Button onPress={clearFilters}>{text("Show all redirects")}</Button>
            </>
          ) : (
            <p>{text("There are no redirects. Add one when an address of your site has changed.")}</p>
          )
        }
      >
        {(redirect) => <RedirectRow key={redirect._id} redirect={redirect} onEdit={() => setEditing({ redirect })} />}
      </QueryList>
      {list.hasNextPage && (
        <div>
          <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            {text("Load more")}
          </Button>
        </div>
      )}
      {editing && <RedirectDialog redirect={editing.redirect} onClose={() => setEditing(undefined)} />}
      {isImporting && <ImportDialog onClose={() => setIsImporting(false)} />}
    </div>
  );
}

function RedirectRow({ redirect, onEdit }: { redirect: SiteRedirect; onEdit(): void }) {
  const { siteRedirects } = useConsole().clients.site;
  const cache = useQueryClient();
  const { source, target, status } = redirect;
  const onSettled = () => cache.invalidateQueries({ queryKey: ["site-redirects"] });
  const onError = (error: unknown) => showToast(errorText(error));
  const restore = useMutation({
    mutationFn: () => siteRedirects.createSiteRedirect({ source, target, status }),
    onError,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: () => siteRedirects.deleteSiteRedirect(redirect._id),
    onSuccess: () => showToast(text("Redirect deleted"), { undo: () => restore.mutate() }),
    onError,
    onSettled,
  });
  return (
    <ListRow
      actions={
        <>
          <Button kind="quiet" aria-label={text("Change the redirect of {source}", { source })} onPress={onEdit}>
            {text("Change")}
          </Button>
          <Button
            kind="quiet"
            aria-label={text("Delete the redirect of {source}", { source })}
            isPending={remove.isPending}
            onPress={() => remove.mutate()}
          >
            {text("Delete")}
          </Button>
        </>
      }
    >
      <p className="font-medium break-all">{source}</p>
      <p className="flex items-start gap-2">
        <ArrowRight aria-label={text("leads to")} role="img" size={16} className="mt-0.5 flex-none rtl:rotate-180" />
        <span className="break-all text-muted">{formatTarget(target)}</span>
        {status === 302 && <Badge>{text("Temporary")}</Badge>}
      </p>
    </ListRow>
  );
}

/** A target without percent-encoding, as far as it can be decoded. */
function formatTarget(target: string): string {
  try {
    return decodeURI(target);
  } catch {
    return target;
  }
}

export { RedirectsPage as Component };
