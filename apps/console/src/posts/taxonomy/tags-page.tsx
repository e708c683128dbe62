import type { Tag } from "@porchlight/client/blog";
import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { SearchBox } from "../../ui/list.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, ErrorMessage } from "../../ui/section.tsx";
import { useFilters } from "../../ui/use-filters.ts";
import {
  DeleteTermDialog,
  MergeTermDialog,
  TermDialog,
  TermPageFields,
  type TermValues,
  termPageOf,
} from "./term-dialogs.tsx";
import { type TermAction, TermList } from "./term-list.tsx";

const pageSize = 100;
type Open = { action: TermAction | "new"; tag?: Tag };

/** The tags of posts, by name. */
function TagsPage() {
  const { tags } = useConsole().clients.site;
  const queries = useQueryClient();
  const { filters, setFilter } = useFilters(["search"]);
  const [open, setOpen] = useState<Open>();
  const list = useInfiniteQuery({
    queryKey: ["tags", "list", filters.search],
    queryFn: async ({ signal, pageParam }) => {
      const query = {
        filter: filters.search ? { label: { $contains: filters.search } } : {},
        paging: { limit: pageSize, offset: pageParam },
      };
      return (await tags.queryTags(query, {}, { signal })).tags;
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length === pageSize ? pages.length * pageSize : undefined),
    placeholderData: keepPreviousData,
  });
  const all = list.data?.pages.flat() ?? [];
  const close = () => setOpen(undefined);
  const refresh = () => {
    close();
    void queries.invalidateQueries({ queryKey: ["tags"] });
  };
  const { action, tag } = open ?? {};
  return (
    <Page
      title={text("Tags")}
      back={{ to: "/posts", name: text("Posts") }}
      actions={
        <Button kind="primary" onPress={() => setOpen({ action: "new" })}>
          {text("New tag")}
        </Button>
      }
    >
      <SearchBox
        label={text("Search tags")}
        placeholder={text("Name")}
        value={filters.search}
        onChange={(value) => setFilter("search", value)}
      />
      {list.isError && <ErrorMessage error={list.error} />}
      {list.isSuccess && all.length === 0 && (
        <EmptyState>
          <p>{filters.search ? text("No tags match.") : text("Tags connect posts across categories.")}</p>
          {filters.search ? (
            <Button onPress={() => setFilter("search", "")}>{text("Show all tags")}</Button>
          ) : (
            <Button onPress={() => setOpen({ action: "new" })}>{text("New tag")}</Button>
          )}
        </EmptyState>
      )}
      <TermList
        label={text("Tags")}
        terms={all.map(({ _id, label, slug, postCount }) => ({ id: _id, label, slug, count: postCount }))}
        onAction={(id, chosen) => {
          const found = all.find(({ _id }) => _id === id);
          if (found) setOpen({ action: chosen, tag: found });
        }}
      />
      {list.hasNextPage && (
        <div>
          <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            {text("Load more")}
          </Button>
        </div>
      )}
      {(action === "new" || (action === "edit" && tag)) && <TagDialog tag={tag} onClose={close} onDone={refresh} />}
      {action === "merge" && tag && (
        <MergeTermDialog
          label={tag.label}
          others={all.flatMap(({ _id, label, language }) =>
            _id === tag._id || language !== tag.language ? [] : [{ id: _id, label }],
          )}
          merge={(target) => tags.mergeTag(tag._id, target)}
          onClose={close}
          onDone={refresh}
        />
      )}
      {action === "delete" && tag && (
        <DeleteTermDialog
          label={tag.label}
          count={tag.postCount}
          remove={() => tags.deleteTag(tag._id)}
          onClose={close}
          onDone={refresh}
        />
      )}
    </Page>
  );
}

interface TagDialogProps {
  /** Absent: a new one. */
  tag: Tag | undefined;
  onClose(): void;
  onDone(): void;
}

function TagDialog({ tag, onClose, onDone }: TagDialogProps) {
  const { tags } = useConsole().clients.site;
  const [page, setPage] = useState(termPageOf(tag));
  return (
    <TermDialog
      title={tag ? text("Edit tag") : text("New tag")}
      initial={{ label: tag?.label ?? "", slug: tag?.slug ?? "" }}
      maxLength={50}
      save={({ label, slug }: TermValues) => {
        const values = { ...page, ...(slug && { slug }) };
        return tag ? tags.updateTag(tag._id, { ...values, label }) : tags.createTag(label, values);
      }}
      onClose={onClose}
      onDone={onDone}
    >
      <TermPageFields value={page} onChange={setPage} />
    </TermDialog>
  );
}

export { TagsPage as Component };
