import {
  type CommentStatus,
  type ModeratedComment,
  maxCommentLength,
  maxModeratedComments,
} from "@porchlight/client/blog";
import { TimeText } from "@porchlight/react";
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefAttributes, useRef, useState } from "react";
import { Link } from "react-router";
import { useConsole, useStaffAccount } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, type ButtonProps } from "../../ui/button.tsx";
import { TextArea } from "../../ui/fields.tsx";
import { FilterTabs, SearchBox } from "../../ui/list.tsx";
import { Page } from "../../ui/page.tsx";
import { ListRow, QueryList } from "../../ui/query-list.tsx";
import { ErrorMessage } from "../../ui/section.tsx";
import { SelectionCheckbox } from "../../ui/table.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useFilters } from "../../ui/use-filters.ts";

const pageSize = 50;
const tabs = [
  { value: "", name: text("To review"), state: "INBOX" },
  { value: "published", name: text("Published"), state: "PUBLISHED" },
  { value: "spam", name: text("Spam"), state: "SPAM" },
  { value: "deleted", name: text("Deleted"), state: "DELETED" },
  { value: "all", name: text("All"), state: "ALL" },
] as const;

/** What a moderator can do to a comment, and what the message about it says. */
const actions: readonly { status: CommentStatus; label: string; done: string }[] = [
  { status: "PUBLISHED", label: text("Approve"), done: text("Comment published") },
  { status: "SPAM", label: text("Mark as spam"), done: text("Comment hidden as spam") },
  { status: "DELETED", label: text("Delete"), done: text("Comment deleted") },
];

const badges: Partial<Record<CommentStatus, { name: string; tone: "warning" | "danger" | "neutral" }>> = {
  PENDING: { name: text("Waiting"), tone: "warning" },
  SPAM: { name: text("Spam"), tone: "danger" },
  DELETED: { name: text("Deleted"), tone: "neutral" },
};

/** Comments on posts: those to review first. Authors see those on their own posts. */
function CommentsPage() {
  const { commentModeration } = useConsole().clients.site;
  const { filters, setFilter, clearFilters } = useFilters(["state", "search", "post", "member"]);
  const { state } = tabs.find(({ value }) => value === filters.state) ?? tabs[0];
  const list = useInfiniteQuery({
    queryKey: ["comments", state, filters.search, filters.post, filters.member],
    queryFn: ({ signal, pageParam }) =>
      commentModeration.queryComments(
        {
          state,
          limit: pageSize,
          ...(filters.search && { search: filters.search }),
          ...(filters.post && { postId: filters.post }),
          ...(filters.member && { memberId: filters.member }),
          ...(pageParam && { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  const comments = list.data?.pages.flatMap((page) => page.comments);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const selected = comments?.filter(({ _id }) => selection.has(_id)) ?? [];
  const decide = useDecision(() => setSelection(new Set()));
  const counts = list.data?.pages[0]?.counts;
  const waiting = counts ? counts.pending + counts.reported : 0;
  const isFiltered = filters.search !== "" || filters.post !== "" || filters.member !== "";
  return (
    <Page title={text("Comments")} back={{ to: "/posts", name: text("Posts") }}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <FilterTabs
          label={text("Status")}
          tabs={tabs.map(({ value, name }) => ({
            value,
            name: value === "" && waiting > 0 ? `${name} (${text("{n, number}", { n: waiting })})` : name,
          }))}
          value={filters.state}
          onChange={(value) => setFilter("state", value)}
        />
        <SearchBox
          label={text("Search comments")}
          placeholder={text("Text or name")}
          value={filters.search}
          onChange={(value) => setFilter("search", value)}
        />
      </div>
      {(filters.post || filters.member) && (
        <div>
          <Button onPress={clearFilters}>{text("Show all comments")}</Button>
        </div>
      )}
      {decide.isError && <ErrorMessage error={decide.error} />}
      {selected.length > 0 && (
        <div role="toolbar" aria-label={text("Selected comments")} className="flex flex-wrap items-center gap-2">
          <p aria-live="polite" className="me-2 font-medium">
            {text("{n} selected", { n: selected.length })}
          </p>
          {actions.map(({ status, label }) => (
            <Button
              key={status}
              isPending={decide.isPending && decide.variables.status === status}
              isDisabled={decide.isPending}
              onPress={() => decide.mutate({ comments: selected, status })}
            >
              {label}
            </Button>
          ))}
          {selected.length < comments!.length && (
            <Button kind="quiet" onPress={() => setSelection(new Set(comments!.map(({ _id }) => _id)))}>
              {text("Select all {n, number}", { n: comments!.length })}
            </Button>
          )}
        </div>
      )}
      <QueryList
        query={list}
        items={comments}
        empty={
          <p>{state === "INBOX" && !isFiltered ? text("There is nothing to review.") : text("No comments match.")}</p>
        }
      >
        {(comment) => (
          <CommentRow
            key={comment._id}
            comment={comment}
            isSelected={selection.has(comment._id)}
            onSelect={(isSelected) =>
              setSelection(
                (before) => new Set([...before, comment._id].filter((id) => isSelected || id !== comment._id)),
              )
            }
            onDecide={(status) => decide.mutate({ comments: [comment], status })}
            isPending={decide.isPending && decide.variables.comments.includes(comment)}
          />
        )}
      </QueryList>
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

/** Changes the status of comments, with a message that undoes it. */
function useDecision(onDone: () => void) {
  const { commentModeration } = useConsole().clients.site;
  const queries = useQueryClient();
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ["comments"] }),
      queries.invalidateQueries({ queryKey: ["attention"] }),
    ]);
  return useMutation({
    mutationFn: async ({ comments, status }: { comments: readonly ModeratedComment[]; status: CommentStatus }) => {
      const previous = new Map<CommentStatus, string[]>();
      for (let start = 0; start < comments.length; start += maxModeratedComments) {
        const ids = comments.slice(start, start + maxModeratedComments).map(({ _id }) => _id);
        for (const { commentId, previousStatus } of await commentModeration.setCommentStatus(ids, status))
          previous.set(previousStatus, [...(previous.get(previousStatus) ?? []), commentId]);
      }
      const undo = async () => {
        for (const [before, ids] of previous)
          for (let start = 0; start < ids.length; start += maxModeratedComments)
            await commentModeration.setCommentStatus(ids.slice(start, start + maxModeratedComments), before);
      };
      const n = [...previous.values()].flat().length;
      const { done } = actions.find((action) => action.status === status)!;
      showToast(n > 1 ? text("{n, plural, one {# comment changed} other {# comments changed}}", { n }) : done, {
        ...(n > 0 && { undo: () => void undo().finally(refresh) }),
      });
      onDone();
    },
    onSettled: refresh,
  });
}

function CommentRow({
  comment,
  isSelected,
  onSelect,
  onDecide,
  isPending,
}: {
  comment: ModeratedComment;
  isSelected: boolean;
  onSelect(isSelected: boolean): void;
  onDecide(status: CommentStatus): void;
  isPending: boolean;
}) {
  const { role } = useStaffAccount();
  const { author, post, reports, status } = comment;
  const name = author.name ?? (author.memberId ? text("Member") : text("Former member"));
  const badge = badges[status];
  const [isReplying, setReplying] = useState(false);
  const replyButton = useRef<HTMLButtonElement>(null);
  const endReply = () => {
    setReplying(false);
    replyButton.current?.focus();
  };
  const button = (
    key: string,
    label: string,
    onPress: () => void,
    props?: ButtonProps & RefAttributes<HTMLButtonElement>,
  ) => (
    <Button
      {...props}
      key={key}
      kind="quiet"
      isDisabled={isPending}
      onPress={onPress}
      aria-label={text("{action}: comment by {name}", { action: label, name })}
    >
      {label}
    </Button>
  );
  return (
    <ListRow
      actions={
        <>
          {(status === "PUBLISHED" || status === "PENDING") &&
            button(
              "REPLY",
              status === "PENDING" ? text("Approve and reply") : text("Reply"),
              () => setReplying(!isReplying),
              { ref: replyButton, "aria-expanded": isReplying },
            )}
          {actions
            .filter((action) => action.status !== status || (status === "PUBLISHED" && reports > 0))
            .map((action) => button(action.status, labelOf(action, status), () => onDecide(action.status)))}
        </>
      }
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <SelectionCheckbox
          aria-label={text("Select the comment by {name}", { name })}
          isSelected={isSelected}
          onChange={onSelect}
        />
        {author.memberId && (role === "owner" || role === "support") ? (
          <Link to={`/members/${author.memberId}`} className="font-medium hover:text-accent hover:underline">
            {name}
          </Link>
        ) : (
          <span className="font-medium">{name}</span>
        )}
        <span className="text-muted">
          <TimeText value={comment._createdDate} />
        </span>
        {author.isTeam && <Badge tone="neutral">{text("Team")}</Badge>}
        {badge && <Badge tone={badge.tone}>{badge.name}</Badge>}
        {reports > 0 && (
          <Badge tone="danger">{text("{n, plural, one {# report} other {# reports}}", { n: reports })}</Badge>
        )}
      </p>
      <p className="whitespace-pre-line">{comment.text}</p>
      <p className="text-muted">
        <a
          href={`/blog/${encodeURIComponent(post.slug)}?thread=${comment._id}#comment-${comment._id}`}
          className="underline"
        >
          {post.title}
        </a>
      </p>
      {isReplying && <ReplyForm commentId={comment._id} onDone={endReply} />}
    </ListRow>
  );
}

/** A reply in the name of the staff account. */
function ReplyForm({ commentId, onDone }: { commentId: string; onDone(): void }) {
  const { commentModeration } = useConsole().clients.site;
  const queries = useQueryClient();
  const [reply, setReply] = useState("");
  const send = useMutation({
    mutationFn: () => commentModeration.replyToComment(commentId, reply),
    async onSuccess() {
      showToast(text("Reply published"));
      onDone();
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["comments"] }),
        queries.invalidateQueries({ queryKey: ["attention"] }),
      ]);
    },
  });
  return (
    <form
      className="mt-2 grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (reply.trim()) send.mutate();
      }}
    >
      <TextArea label={text("Your reply")} value={reply} onChange={setReply} maxLength={maxCommentLength} autoFocus />
      {send.isError && <ErrorMessage error={send.error} />}
      <div className="flex gap-2">
        <Button kind="primary" type="submit" isPending={send.isPending} isDisabled={reply.trim() === ""}>
          {text("Send reply")}
        </Button>
        <Button onPress={onDone}>{text("Cancel")}</Button>
      </div>
    </form>
  );
}

/** A reported comment stays, and one that is hidden comes back. */
function labelOf({ status, label }: (typeof actions)[number], current: CommentStatus): string {
  if (status !== "PUBLISHED") return label;
  if (current === "PUBLISHED") return text("Dismiss reports");
  return current === "PENDING" ? label : text("Restore");
}

export { CommentsPage as Component };
