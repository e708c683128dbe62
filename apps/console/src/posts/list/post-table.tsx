import type { DraftPost } from "@porchlight/client/blog";
import { TimeText } from "@porchlight/react";
import { ArrowDown, ArrowUp, Pin, Star } from "lucide-react";
import { Cell, Column, Row, type Selection, Table, TableBody, TableHeader } from "react-aria-components";
import { Link } from "react-router";
import { languageName, text } from "../../texts/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { SelectionCheckbox } from "../../ui/table.tsx";
import { PostStatus } from "./post-status.tsx";

/** Props of {@link PostTable}. */
export interface PostTableProps {
  posts: readonly DraftPost[];
  isTrash: boolean;
  /** Other languages are named. */
  siteLanguage: string;
  /** A field name, with a minus for the descending order. */
  sort: string;
  selection: Selection;
  onSort(sort: string): void;
  onSelectionChange(selection: Selection): void;
}

/** The title of a post, also of one without. */
export const titleOf = ({ title }: Pick<DraftPost, "title">): string => title || text("Untitled post");

/** A table of posts. Phones show titles and states. */
export function PostTable({ posts, isTrash, siteLanguage, sort, selection, ...handlers }: PostTableProps) {
  const direction = sort.startsWith("-") || sort === "" ? ("descending" as const) : ("ascending" as const);
  return (
    <div className="overflow-x-auto rounded-xl border border-line bg-surface">
      <Table
        aria-label={text("Posts")}
        selectionMode="multiple"
        selectedKeys={selection}
        onSelectionChange={handlers.onSelectionChange}
        sortDescriptor={{ column: sort.replace(/^-/, "") || "editedDate", direction }}
        onSortChange={({ column, direction: wanted }) =>
          handlers.onSort((wanted === "descending" ? "-" : "") + String(column))
        }
        className="w-full border-collapse text-start"
      >
        <TableHeader className="text-start text-muted [&_th]:p-3 [&_th]:text-start [&_th]:font-medium">
          <Column className="w-10">
            <SelectionCheckbox />
          </Column>
          <Column id="title" isRowHeader allowsSorting={!isTrash}>
            {(state) => <SortableName name={text("Title")} {...state} />}
          </Column>
          <Column id="status">{text("Status")}</Column>
          <Column id="authors" className="max-lg:hidden">
            {text("Authors")}
          </Column>
          <Column id="firstPublishedDate" allowsSorting={!isTrash} className="whitespace-nowrap max-lg:hidden">
            {(state) => <SortableName name={text("Publication")} {...state} />}
          </Column>
          <Column id="editedDate" allowsSorting={!isTrash} className="whitespace-nowrap max-sm:hidden">
            {(state) => <SortableName name={text("Changed")} {...state} />}
          </Column>
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
                <SelectionCheckbox />
              </Cell>
              <Cell className="w-full max-w-0">
                <span className="flex items-center gap-2">
                  {isTrash ? (
                    <span className="line-clamp-2 font-medium sm:line-clamp-1">{titleOf(post)}</span>
                  ) : (
                    <Link
                      to={`/posts/${post._id}`}
                      className="line-clamp-2 font-medium text-fg hover:text-accent hover:underline sm:line-clamp-1"
                    >
                      {titleOf(post)}
                    </Link>
                  )}
                  {post.pinned && <Pin aria-label={text("Pinned")} size={14} className="shrink-0 text-muted" />}
                  {post.featured && <Star aria-label={text("Featured")} size={14} className="shrink-0 text-muted" />}
                  {post.language !== siteLanguage && <Badge>{languageName(post.language)}</Badge>}
                </span>
              </Cell>
              <Cell className="whitespace-nowrap">
                <PostStatus post={isTrash ? { ...post, status: "DELETED" } : post} />
              </Cell>
              <Cell className="max-w-48 truncate text-muted max-lg:hidden">{post.authors.join(", ")}</Cell>
              <Cell className="whitespace-nowrap text-muted max-lg:hidden">
                <PublicationDate post={post} />
              </Cell>
              <Cell className="whitespace-nowrap text-muted max-sm:hidden">
                <TimeText value={post.editedDate} />
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

function PublicationDate({ post }: { post: DraftPost }) {
  const date = post.status === "SCHEDULED" ? post.scheduledPublishDate : post.firstPublishedDate;
  return date ? <TimeText value={date} /> : "–";
}

function SortableName({
  name,
  sortDirection,
}: {
  name: string;
  sortDirection?: "ascending" | "descending" | undefined;
}) {
  const Icon = sortDirection === "ascending" ? ArrowUp : ArrowDown;
  return (
    <span className="inline-flex cursor-default items-center gap-1">
      {name}
      {sortDirection && <Icon aria-hidden size={14} />}
    </span>
  );
}
