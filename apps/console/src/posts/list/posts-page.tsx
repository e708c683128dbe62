import type { DraftPost } from "@porchlight/client/blog";
import { useState } from "react";
import type { Selection } from "react-aria-components";
import { useNavigate } from "react-router";
import { useConsole, useStaffAccount } from "../../context.ts";
import { languageName, text } from "../../texts/text.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Select, TextField } from "../../ui/fields.tsx";
import { FilterTabs, SearchBox } from "../../ui/list.tsx";
import { Page } from "../../ui/page.tsx";
import { SavedViews } from "../../ui/saved-views.tsx";
import { EmptyState, ErrorMessage } from "../../ui/section.tsx";
import { type Filters, useFilters, useListSelection } from "../../ui/use-filters.ts";
import { PostTable } from "./post-table.tsx";
import { type BulkAction, useBulkChange } from "./use-bulk-change.ts";
import { useAuthorNames, useCategories, usePostLanguages, usePostList } from "./use-post-list.ts";

const tabs = [
  { value: "", name: text("All") },
  { value: "PUBLISHED", name: text("Published") },
  { value: "UNPUBLISHED", name: text("Drafts") },
  { value: "SCHEDULED", name: text("Scheduled") },
  { value: "IN_REVIEW", name: text("In review") },
  { value: "trash", name: text("Trash") },
] as const;

const filterNames = ["status", "search", "category", "author", "language", "sort"] as const;
type FilterName = (typeof filterNames)[number];

/** All posts, with search, filters, sorting and bulk actions. Authors see their own. */
function PostsPage() {
  const navigate = useNavigate();
  const { settings } = useConsole();
  const account = useStaffAccount();
  const isEditor = account.role !== "author";
  const { filters, setFilter, clearFilters } = useFilters(filterNames);
  const list = usePostList(filters);
  const posts = list.data?.pages.flatMap((page) => page.posts) ?? [];
  const isTrash = filters.status === "trash";
  const { sort: _sort, ...narrowing } = filters;
  const [selection, setSelection] = useListSelection<Selection>(narrowing, new Set());
  const selected = selection === "all" ? posts.map(({ _id }) => _id) : [...selection].map(String);
  return (
    <Page
      title={text("Posts")}
      actions={
        <>
          <LinkButton to="/posts/comments">{text("Comments")}</LinkButton>
          {isEditor && <LinkButton to="/posts/categories">{text("Categories")}</LinkButton>}
          {isEditor && <LinkButton to="/posts/tags">{text("Tags")}</LinkButton>}
          <Button kind="primary" onPress={() => void navigate("/posts/new")}>
            {text("New post")}
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <FilterTabs
          label={text("Status")}
          tabs={tabs}
          value={filters.status}
          onChange={(value) => setFilter("status", value)}
        />
        <SavedViews list="post" accountId={account._id} />
      </div>
      {!isTrash && <FilterBar {...{ filters, setFilter, isEditor }} />}
      {list.isError && (
        <div className="grid justify-items-start gap-3">
          <ErrorMessage error={list.error} />
          <Button onPress={() => void list.refetch()}>{text("Try again")}</Button>
        </div>
      )}
      {selected.length > 0 && (
        <BulkBar {...{ posts, selected, isTrash, isEditor }} onDone={() => setSelection(new Set())} />
      )}
      {list.isPending && <p role="status">{text("Loading posts")}</p>}
      {list.isSuccess && posts.length === 0 && (
        <Empty isTrash={isTrash} isFiltered={Object.values(narrowing).some(Boolean)} onClear={clearFilters} />
      )}
      {posts.length > 0 && (
        <PostTable
          {...{ posts, selection, isTrash }}
          siteLanguage={settings.siteLanguage}
          sort={filters.sort}
          onSort={(sort) => setFilter("sort", sort === "-editedDate" ? "" : sort)}
          onSelectionChange={setSelection}
        />
      )}
      {list.hasNextPage && (
        <div>
          <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            {text("Load more")}
          </Button>
        </div>
      )}
    </Page>
  );
}

interface FilterBarProps extends Pick<Filters<FilterName>, "filters" | "setFilter"> {
  isEditor: boolean;
}

function FilterBar({ filters, setFilter, isEditor }: FilterBarProps) {
  const categories = useCategories();
  const authors = useAuthorNames();
  const { data: used = [] } = usePostLanguages();
  // A saved view may have a language that no post has any longer.
  const languages = filters.language ? [...new Set([...used, filters.language])] : used;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchBox
        label={text("Search posts")}
        placeholder={text("Title")}
        value={filters.search}
        onChange={(value) => setFilter("search", value)}
      />
      {categories.data && categories.data.length > 0 && (
        <Select
          label={text("Category")}
          hidesLabel
          value={filters.category}
          options={[
            { id: "", label: text("All categories") },
            ...categories.data.map(({ _id, label }) => ({ id: _id, label })),
          ]}
          onChange={(value) => setFilter("category", value)}
        />
      )}
      {isEditor && authors.data && authors.data.length > 0 && (
        <Select
          label={text("Author")}
          hidesLabel
          value={filters.author}
          options={[{ id: "", label: text("All authors") }, ...authors.data.map((name) => ({ id: name, label: name }))]}
          onChange={(value) => setFilter("author", value)}
        />
      )}
      {languages.length > 1 && (
        <Select
          label={text("Language")}
          hidesLabel
          value={filters.language}
          options={[
            { id: "", label: text("All languages") },
            ...languages.map((tag) => ({ id: tag, label: languageName(tag) })),
          ]}
          onChange={(value) => setFilter("language", value)}
        />
      )}
    </div>
  );
}

interface BulkBarProps {
  posts: readonly DraftPost[];
  selected: readonly string[];
  isTrash: boolean;
  isEditor: boolean;
  onDone(): void;
}

function BulkBar({ posts, selected, isTrash, isEditor, onDone }: BulkBarProps) {
  const change = useBulkChange({ onDone });
  const [isDeleting, setIsDeleting] = useState(false);
  const [isPublishing, setIsPublishing] = useState(false);
  const inReview = posts.filter(({ _id, status }) => status === "IN_REVIEW" && selected.includes(_id)).length;
  const run = (action: BulkAction) => ({
    isPending: change.isPending,
    onPress: () => change.mutate({ action, ids: selected }),
  });
  return (
    <div role="toolbar" aria-label={text("Selected posts")} className="flex flex-wrap items-center gap-2">
      <p aria-live="polite" className="me-2 font-medium">
        {text("{n} selected", { n: selected.length })}
      </p>
      {isTrash ? (
        <>
          <Button {...run("restore")}>{text("Restore")}</Button>
          {isEditor && (
            <Button kind="danger" onPress={() => setIsDeleting(true)}>
              {text("Delete permanently")}
            </Button>
          )}
          {isDeleting && (
            <DeleteDialog
              count={selected.length}
              onClose={() => setIsDeleting(false)}
              onConfirm={() => {
                setIsDeleting(false);
                change.mutate({ action: "delete", ids: selected });
              }}
            />
          )}
        </>
      ) : (
        <>
          {isEditor && (
            <>
              <Button {...run("publish")} {...(inReview > 0 && { onPress: () => setIsPublishing(true) })}>
                {text("Publish")}
              </Button>
              <Dialog
                title={text("Publish {n, plural, one {# post} other {# posts}}", { n: selected.length })}
                isOpen={isPublishing}
                onClose={() => setIsPublishing(false)}
              >
                <p>
                  {text(
                    "{n, plural, one {# post is in review. Its author gets} other {# posts are in review. Their authors get}} an email. This cannot be undone.",
                    { n: inReview },
                  )}
                </p>
                <div className="flex justify-end gap-2">
                  <Button onPress={() => setIsPublishing(false)}>{text("Cancel")}</Button>
                  <Button
                    kind="primary"
                    onPress={() => {
                      setIsPublishing(false);
                      change.mutate({ action: "publish", ids: selected });
                    }}
                  >
                    {text("Publish")}
                  </Button>
                </div>
              </Dialog>
              <Button {...run("unpublish")}>{text("Unpublish")}</Button>
              <Button {...run("feature")}>{text("Feature")}</Button>
              <Button {...run("unfeature")}>{text("Stop featuring")}</Button>
            </>
          )}
          <Button {...run("duplicate")}>{text("Duplicate")}</Button>
          <Button {...run("trash")}>{text("Move to trash")}</Button>
        </>
      )}
    </div>
  );
}

function DeleteDialog({ count, onConfirm, onClose }: { count: number; onConfirm(): void; onClose(): void }) {
  const [typed, setTyped] = useState("");
  const word = text("delete");
  return (
    <Dialog title={text("Delete permanently")} isOpen onClose={onClose}>
      <p>{text("{n, plural, one {This post} other {These # posts}} cannot be restored afterwards.", { n: count })}</p>
      <TextField
        label={text("Type “{word}” to confirm", { word })}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        autoFocus
      />
      <div className="flex justify-end gap-2">
        <Button onPress={onClose}>{text("Cancel")}</Button>
        <Button kind="danger" isDisabled={typed.trim().toLowerCase() !== word} onPress={onConfirm}>
          {text("Delete permanently")}
        </Button>
      </div>
    </Dialog>
  );
}

function Empty({ isTrash, isFiltered, onClear }: { isTrash: boolean; isFiltered: boolean; onClear(): void }) {
  return (
    <EmptyState>
      <p>
        {isTrash ? text("The trash is empty.") : isFiltered ? text("No posts match.") : text("Write your first post.")}
      </p>
      {isFiltered ? (
        <Button onPress={onClear}>{text("Show all posts")}</Button>
      ) : (
        !isTrash && <LinkButton to="/posts/new">{text("New post")}</LinkButton>
      )}
    </EmptyState>
  );
}

export { PostsPage as Component };
