import type { DraftPost } from "@porchlight/client/blog";
import { TimeText } from "@porchlight/react";
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Cell, Column, Row, type Selection, Table, TableBody, TableHeader } from "react-aria-components";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useConsole } from "../context.ts";
import { Button } from "../ui/button.tsx";
import { FilterTabs, SearchBox, SelectionBox } from "../ui/list.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/section.tsx";
import { PostStatus } from "./post-status.tsx";

const pageSize = 50;

const tabs = [
  { value: "", name: "All" },
  { value: "PUBLISHED", name: "Published" },
  { value: "UNPUBLISHED", name: "Drafts" },
  { value: "SCHEDULED", name: "Scheduled" },
  { value: "IN_REVIEW", name: "In review" },
  { value: "trash", name: "Trash" },
] as const;

/** All posts, with search, filters and bulk actions. The address contains the filters. */
function PostsPage() {
  const navigate = useNavigate();
  const [parameters, setParameters] = useSearchParams();
  const status = parameters.get("status") ?? "";
  const search = parameters.get("search") ?? "";
  const [selection, setSelection] = useState<Selection>(new Set());
  const list = usePostList(status, search);
  const posts = list.data?.pages.flatMap((page) => page.posts) ?? [];
  const change = useBulkChange(() => setSelection(new Set()));
  const setFilter = (name: string, value: string) => {
    setSelection(new Set());
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  };
  const selected = selection === "all" ? posts.map(({ _id }) => _id) : [...selection].map(String);
  const isTrash = status === "trash";
  return (
    <Page
      title="Posts"
      actions={
        <Button kind="primary" onPress={() => void navigate("/posts/new")}>
          New post
        </Button>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <FilterTabs label="Status" tabs={tabs} value={status} onChange={(value) => setFilter("status", value)} />
        {!isTrash && (
          <SearchBox
            label="Search posts"
            placeholder="Title"
            value={search}
            onChange={(value) => setFilter("search", value)}
          />
        )}
      </div>
      {change.isError && <Problem error={change.error} />}
      {list.isError && <Problem error={list.error} />}
      {selected.length > 0 && (
        <div role="toolbar" aria-label="Selected posts" className="flex flex-wrap items-center gap-2">
          <p aria-live="polite" className="me-2 font-medium">
            {selected.length} selected
          </p>
          {isTrash ? (
            <>
              <Button isPending={change.isPending} onPress={() => change.mutate({ action: "restore", ids: selected })}>
                Restore
              </Button>
              <Button
                kind="danger"
                isPending={change.isPending}
                onPress={() => change.mutate({ action: "delete", ids: selected })}
              >
                Delete permanently
              </Button>
            </>
          ) : (
            <Button isPending={change.isPending} onPress={() => change.mutate({ action: "trash", ids: selected })}>
              Move to trash
            </Button>
          )}
        </div>
      )}
      {list.isSuccess && posts.length === 0 ? (
        <Empty status={status} search={search} onClear={() => setParameters({}, { replace: true })} />
      ) : (
        <PostTable {...{ posts, selection, isTrash }} onSelectionChange={setSelection} />
      )}
      {list.hasNextPage && (
        <div>
          <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </Page>
  );
}

interface PostsRead {
  posts: DraftPost[];
  next: number | undefined;
}

function usePostList(status: string, search: string) {
  const { site } = useConsole().clients;
  return useInfiniteQuery({
    queryKey: ["posts", "list", status, search],
    queryFn: async ({ signal, pageParam }): Promise<PostsRead> => {
      const paging = { limit: pageSize, offset: pageParam };
      const { draftPosts } =
        status === "trash"
          ? await site.draftPosts.listDeletedDraftPosts({ paging }, { signal })
          : await site.draftPosts.queryDraftPosts(
              {
                filter: {
                  ...(status && { status }),
                  ...(search && { title: { $contains: search } }),
                },
                sort: [{ fieldName: "editedDate", order: "DESC" }],
                paging,
              },
              {},
              { signal },
            );
      return { posts: draftPosts, next: draftPosts.length === pageSize ? pageParam + pageSize : undefined };
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

interface BulkChange {
  action: "trash" | "restore" | "delete";
  ids: string[];
}

function useBulkChange(onDone: () => void) {
  const { draftPosts } = useConsole().clients.site;
  const queries = useQueryClient();
  return useMutation({
    async mutationFn({ action, ids }: BulkChange) {
      if (action === "trash") await draftPosts.bulkDeleteDraftPosts(ids);
      for (const id of action === "trash" ? [] : ids) {
        if (action === "restore") await draftPosts.restoreFromTrashBin(id);
        else await draftPosts.removeFromTrashBin(id);
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["posts"] }),
    onSuccess: onDone,
  });
}

interface PostTableProps {
  posts: readonly DraftPost[];
  isTrash: boolean;
  selection: Selection;
  onSelectionChange(selection: Selection): void;
}

function PostTable({ posts, isTrash, selection, onSelectionChange }: PostTableProps) {
  return (
    <div className="overflow-x-auto rounded-xl border border-line bg-surface">
      <Table
        aria-label="Posts"
        selectionMode="multiple"
        selectedKeys={selection}
        onSelectionChange={onSelectionChange}
        className="w-full border-collapse text-start"
      >
        <TableHeader className="text-start text-muted [&_th]:p-3 [&_th]:text-start [&_th]:font-medium">
          <Column className="w-10">
            <SelectionBox />
          </Column>
          <Column isRowHeader>Title</Column>
          <Column>Status</Column>
          <Column className="max-sm:hidden">Changed</Column>
        </TableHeader>
        <TableBody>
          {posts.map((post) => (
            <Row
              key={post._id}
              id={post._id}
              textValue={titleOf(post)}
              className="border-t border-line data-[selected]:bg-accent-soft [&_td]:p-3"
            >
              <Cell>
                <SelectionBox />
              </Cell>
              <Cell className="w-full max-w-0">
                {isTrash ? (
                  <span className="block truncate font-medium">{titleOf(post)}</span>
                ) : (
                  <Link
                    to={`/posts/${post._id}`}
                    className="block truncate font-medium text-fg hover:text-accent hover:underline"
                  >
                    {titleOf(post)}
                  </Link>
                )}
              </Cell>
              <Cell>
                <PostStatus post={isTrash ? { ...post, status: "DELETED" } : post} />
              </Cell>
              <Cell className="text-muted max-sm:hidden">
                <TimeText value={post.editedDate} />
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

const titleOf = ({ title }: DraftPost): string => title || "Untitled post";

function Empty({ status, search, onClear }: { status: string; search: string; onClear(): void }) {
  const isFiltered = status !== "" || search !== "";
  return (
    <div className="grid justify-items-start gap-3 rounded-xl border border-line bg-surface p-8">
      <p>{status === "trash" ? "The trash is empty." : isFiltered ? "No posts match." : "Write your first post."}</p>
      {isFiltered && <Button onPress={onClear}>Show all posts</Button>}
    </div>
  );
}

export { PostsPage as Component };
