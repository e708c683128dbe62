import type { ImageFile } from "@porchlight/client/blog";
import { Anchor, PostList, type PostPage } from "@porchlight/react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useLocation } from "react-router";
import { imageHostOf } from "../../settings.ts";
import { PageHead } from "../../shell/page-head.tsx";
import { PartFailed } from "../../shell/problem-page.tsx";
import { text } from "../../shell/shell-texts.ts";
import { useSite } from "../../site.ts";
import { blogText, postCountText } from "../blog-texts.ts";
import { type BlogListData, loadPostPage } from "./blog-list-loader.ts";
import { listHref } from "./post-sort.ts";
import { SortForm } from "./sort-form.tsx";

/** Loaded after hydration. */
const ListNewsBar = lazy(() => import("./new-posts-bar.tsx"));

interface BlogListProps {
  list: BlogListData;
  /** Heading. Default: the list's name. */
  title?: string;
  /** Below the heading. */
  header?: ReactNode;
  /** The list's image for link previews; its URL is absolute. */
  image?: ImageFile | undefined;
  /** Below the posts. */
  footer?: ReactNode;
}

/** A list of posts with heading, sort order and empty or error state. */
export function BlogList({ list, header, image, footer, ...rest }: BlogListProps) {
  const { siteName } = useSite().settings;
  const { key } = useLocation();
  const { name, description, path, sort, continued, problem, postCount } = list;
  const title = rest.title ?? name ?? blogText("blog.title");
  const empty = list.posts.length === 0;
  const [reads, setReads] = useState(0);

  return (
    <div className="blog-list">
      <PageHead
        title={title}
        description={
          description ||
          (name === undefined
            ? blogText("blog.description", { site: siteName })
            : blogText("blog.partDescription", { title, site: siteName }))
        }
        canonicalPath={path}
        nextPath={list.nextHref}
        noIndex={continued}
        image={image}
      />
      {name === undefined ? null : <BlogBreadcrumbs />}
      <h1>{title}</h1>
      {header}
      {description ? <p className="lead">{description}</p> : null}
      <div className="list-head">
        {postCount ? <p className="muted">{postCountText(postCount)}</p> : null}
        {sort && !(empty && !problem) ? <SortForm path={path} sort={sort} /> : null}
      </div>
      <Suspense>
        <ListNewsBar
          key={key}
          list={list}
          shown={() => (grownLists.get(key) ?? list).posts}
          onRead={() => {
            grownLists.delete(key);
            setReads(reads + 1);
          }}
        />
      </Suspense>
      {problem ? (
        <PartFailed message={blogText("blog.failed")} problem={problem} />
      ) : empty && (name !== undefined || continued) ? (
        <div className="empty">
          <p>{blogText("blog.nothing")}</p>
          <p>
            <Anchor href="/blog">{blogText("blog.clear")}</Anchor>
          </p>
        </div>
      ) : (
        <Posts key={key + reads} historyKey={key} list={list} />
      )}
      {continued ? (
        <p className="blog-start">
          <Anchor href={listHref(path, sort ?? "feed")}>{blogText("blog.start")}</Anchor>
        </p>
      ) : null}
      {footer}
    </div>
  );
}

export function BlogBreadcrumbs() {
  return (
    <nav className="breadcrumbs" aria-label={text("common.breadcrumbs")}>
      <Anchor href="/blog">{blogText("blog.title")}</Anchor>
    </nav>
  );
}

/** Lists after "Load more", by history entry, for readers who return from a post. */
const grownLists = new Map<string, PostPage>();

function Posts({ historyKey, list }: { historyKey: string; list: BlogListData }) {
  const { client, settings } = useSite();
  const [start] = useState<PostPage>(() => grownLists.get(historyKey) ?? list);

  async function loadMore(href: string): Promise<PostPage> {
    const cursor = new URL(href, settings.publicUrl).searchParams.get("cursor") ?? undefined;
    const page = await loadPostPage(client, list, cursor);
    const before = grownLists.get(historyKey) ?? start;
    grownLists.set(historyKey, { posts: [...before.posts, ...page.posts], nextHref: page.nextHref });
    return page;
  }

  return <PostList {...start} loadMore={loadMore} imageHost={imageHostOf(settings)} />;
}
