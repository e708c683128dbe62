import { Anchor, PostList } from "@porchlight/react";
import { useLoaderData } from "react-router";
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
  const { client, settings } = useSite();
  const { name, description, path, posts, nextHref, continued, problem } = list;
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
        <PostList
          posts={posts}
          nextHref={nextHref}
          loadMore={(href) =>
            loadPostPage(client, list, new URL(href, settings.publicUrl).searchParams.get("cursor") ?? undefined)
          }
        />
      )}
      {continued ? (
        <p className="blog-newest">
          <Anchor href={path}>{blogText("blog.newest")}</Anchor>
        </p>
      ) : null}
    </div>
  );
}
