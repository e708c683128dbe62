import type { SitePage } from "@porchlight/client/site";
import { TimeText } from "@porchlight/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, ExternalLink } from "lucide-react";
import { useState } from "react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { Link, useNavigate } from "react-router";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { TypedConfirmation } from "../../ui/dialogs/typed-confirmation.tsx";
import { errorText } from "../../ui/errors/error-text.ts";
import { FilterTabs, SearchBox } from "../../ui/list.tsx";
import { ListRow, QueryList } from "../../ui/query-list.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useFilters } from "../../ui/use-filters.ts";
import { PageStatus, titleOf, useDeletePage } from "./page-actions.tsx";
import { pageTemplates } from "./page-templates.ts";

const tabs = [
  { value: "", name: text("All") },
  { value: "PUBLISHED", name: text("Published") },
  { value: "DRAFT", name: text("Drafts") },
  { value: "DELETED", name: text("Trash") },
] as const;

/** The pages of the site, such as the imprint, with search and filters. */
function PagesPage() {
  const { sitePages } = useConsole().clients.site;
  const { filters, setFilter, clearFilters } = useFilters(["status", "search"]);
  const status = tabs.find(({ value }) => value !== "" && value === filters.status)?.value;
  const pages = useQuery({
    queryKey: ["site-pages", "list", status, filters.search],
    queryFn: ({ signal }) =>
      sitePages.listSitePages(
        { ...(status && { status: status as SitePage["status"] }), ...(filters.search && { search: filters.search }) },
        { signal },
      ),
  });
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <FilterTabs
          label={text("Status")}
          tabs={tabs}
          value={filters.status}
          onChange={(value) => setFilter("status", value)}
        />
        <NewPageButton />
      </div>
      <SearchBox
        label={text("Search pages")}
        placeholder={text("Title or address")}
        value={filters.search}
        onChange={(value) => setFilter("search", value)}
      />
      <QueryList
        query={pages}
        items={pages.data}
        empty={
          filters.search ? (
            <>
              <p>{text("No pages match.")}</p>
              <Button onPress={clearFilters}>{text("Show all pages")}</Button>
            </>
          ) : status === "DELETED" ? (
            <p>{text("The trash is empty.")}</p>
          ) : status ? (
            <p>{text("There are no pages with this status.")}</p>
          ) : (
            <p>
              {text(
                "Pages have an address of their own, such as /about. Start with an imprint or a privacy policy: the templates contain what is usually needed.",
              )}
            </p>
          )
        }
      >
        {(page) => <PageRow key={page._id} page={page} />}
      </QueryList>
    </div>
  );
}

/** Creates a page, empty or from a template. */
function NewPageButton() {
  const navigate = useNavigate();
  const choices = [{ id: "", name: text("Empty page") }, ...pageTemplates];
  return (
    <MenuTrigger>
      <Button kind="primary">
        {text("New page")}
        <ChevronDown aria-hidden size={16} />
      </Button>
      <Popover placement="bottom end" className="min-w-48 rounded-lg border border-line bg-surface p-1 shadow-float">
        <Menu
          items={choices}
          onAction={(key) => void navigate(`/site/pages/new${key === "" ? "" : `?template=${key}`}`)}
          className="outline-none"
        >
          {({ id, name }) => (
            <MenuItem
              id={id}
              className="flex min-h-9 cursor-pointer items-center rounded-md px-3 py-2 outline-none data-[focused]:bg-sunken pointer-coarse:min-h-11"
            >
              {name}
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function PageRow({ page }: { page: SitePage }) {
  const path = `/${page.publishedSlug ?? page.slug}`;
  return (
    <ListRow
      actions={page.status === "DELETED" ? <DeletedActions page={page} /> : <PageActions page={page} path={path} />}
    >
      <p className="flex flex-wrap items-center gap-2">
        {page.status === "DELETED" ? (
          <span className="font-medium">{titleOf(page)}</span>
        ) : (
          <Link to={`/site/pages/${page._id}`} className="font-medium hover:underline">
            {titleOf(page)}
          </Link>
        )}
        <PageStatus page={page} />
      </p>
      <p className="text-muted">
        {path} · {text("Changed")} <TimeText value={page.editedDate} />
      </p>
    </ListRow>
  );
}

function PageActions({ page, path }: { page: SitePage; path: string }) {
  const remove = useDeletePage();
  return (
    <>
      {page.status === "PUBLISHED" && (
        <a
          href={path}
          target="_blank"
          rel="noopener"
          aria-label={text("Open {title} on the site", { title: titleOf(page) })}
          className="inline-flex min-h-9 items-center rounded-md px-3 hover:bg-sunken pointer-coarse:min-h-11"
        >
          <ExternalLink aria-hidden size={16} />
        </a>
      )}
      <Button
        kind="quiet"
        aria-label={text("Delete {title}", { title: titleOf(page) })}
        isPending={remove.isPending}
        onPress={() => remove.mutate(page._id)}
      >
        {text("Delete")}
      </Button>
    </>
  );
}

function DeletedActions({ page }: { page: SitePage }) {
  const { sitePages } = useConsole().clients.site;
  const cache = useQueryClient();
  const [isDeleting, setIsDeleting] = useState(false);
  const onSettled = () => cache.invalidateQueries({ queryKey: ["site-pages"] });
  const restore = useMutation({
    mutationFn: () => sitePages.restoreSitePage(page._id),
    onSuccess: () => showToast(text("Page restored")),
    onError: (error) => showToast(errorText(error)),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: () => sitePages.deleteSitePage(page._id, { permanent: true }),
    onSuccess: () => showToast(text("Page deleted permanently")),
    onSettled,
  });
  const word = text("delete");
  return (
    <>
      <Button isPending={restore.isPending} onPress={() => restore.mutate()}>
        {text("Restore")}
      </Button>
      <Button kind="danger" onPress={() => setIsDeleting(true)}>
        {text("Delete permanently")}
      </Button>
      <TypedConfirmation
        title={text("Delete permanently")}
        name={word}
        isOpen={isDeleting}
        isPending={remove.isPending}
        error={remove.error}
        confirmLabel={text("Delete permanently")}
        onClose={() => setIsDeleting(false)}
        onConfirm={() => remove.mutate()}
      >
        {text("“{title}” cannot be restored afterwards.", { title: titleOf(page) })}
      </TypedConfirmation>
    </>
  );
}

export { PagesPage as Component };
