import { Anchor, PostList, type PostPage } from "@porchlight/react";
import { useState } from "react";
import { useLoaderData, useLocation } from "react-router";
import { PageHead } from "../shell/page-head.tsx";
import { PartFailed } from "../shell/problem-page.tsx";
import { text } from "../shell/shell-texts.ts";
import { useSite } from "../site.ts";
import { type BlogListData, loadPostPage } from "./blog-list-loader.ts";
import { blogText } from "./blog-texts.ts";

export { blogListLoader, categoryLoader } from "./blog-list-loader.ts";

/** Posts in order, all of them or those of one category or tag. */
export function BlogListPage() {
  const list = useLoaderData<BlogListData>();
  const { settings } = useSite();
  const { key } = useLocation();
  const { name, description, path, continued, problem } = list;
  const title = name ?? blogText("blog.title");

  return (
    <div className="blog-list">
      <PageHead
        title={title}
        description={description || blogText("blog.description", { site: settings.siteName })}
        canonicalPath={path}
        noIndex={continued || path.includes("?")}
      />
      {name === undefined ? null : (
        <nav className="breadcrumbs" aria-label={text("common.breadcrumbs")}>
          <Anchor href="/blog">{blogText("blog.title")}</Anchor>
        </nav>
      )}
      <h1>{title}</h1>
      {description ? <p className="lead">{description}</p> : null}
      {problem ? (
        <PartFailed message={blogText("blog.failed")} problem={problem} />
      ) : (
        <Posts key={key} historyKey={key} list={list} />
      )}
      {continued ? (
        <p className="blog-newest">
          <Anchor href={path}>{blogText("blog.newest")}</Anchor>
        </p>
      ) : null}
    </div>
  );
}

/** What "Load more" has brought, by entry of the browser's history, for those who come back from a post. */
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

  return <PostList posts={start.posts} nextHref={start.nextHref} loadMore={loadMore} />;
}
