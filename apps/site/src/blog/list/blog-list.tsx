import { type ImageFile, imageSrcSet } from "@porchlight/client/blog";
import { Anchor, type PostLink, PostList, type PostPage } from "@porchlight/react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useLocation } from "react-router";
import { imageHostOf } from "../../settings.ts";
import { PageHead } from "../../shell/page-head.tsx";
import { PartFailed } from "../../shell/problem-page.tsx";
import { text } from "../../shell/shell-texts.ts";
import { useSite } from "../../site.ts";
import blogStyles from "../../styles/blog.css?url";
import { blogText } from "../blog-texts.ts";
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
  /** Next to the heading. */
  picture?: ImageFile | undefined;
  /** The list's image for link previews; its URL is absolute. */
  image?: ImageFile | undefined;
  /** Below the posts. */
  footer?: ReactNode;
}

/** A list of posts with heading, sort order and empty or error state. */
export function BlogList({ list, header, picture, image, footer, ...rest }: BlogListProps) {
  const { siteName } = useSite().settings;
  const { key } = useLocation();
  const { name, description, path, sort, continued, problem, postCount, categories } = list;
  const title = rest.title ?? name ?? blogText("blog.title");
  const empty = list.posts.length === 0;
  const [reads, setReads] = useState(0);

  return (
    <div className="blog-list">
      <PageHead
        styles={[blogStyles]}
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
      <div className="list-intro">
        <div>
          {name === undefined ? null : <BlogBreadcrumbs />}
          <h1>
            <bdi>{title}</bdi>
          </h1>
          {header}
          {description ? (
            <p className="lead">
              <bdi>{description}</bdi>
            </p>
          ) : null}
          {postCount ? <p className="muted">{blogText("blog.count", { n: postCount })}</p> : null}
        </div>
        {picture ? <ListPicture picture={picture} /> : null}
      </div>
      <div className="list-head">
        {categories?.length ? <CategoryLinks categories={categories} path={path} /> : null}
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

function ListPicture({ picture: { src, width, height, alt } }: { picture: ImageFile }) {
  return (
    <img
      className="list-head-picture"
      sizes="(min-width: 720px) 22rem, 100vw"
      srcSet={imageSrcSet(src, width, 16 / 9)}
      src={src}
      width={width}
      height={height}
      alt={alt}
    />
  );
}

/** The categories of the blog, with the current one. */
function CategoryLinks({ categories, path }: { categories: readonly PostLink[]; path: string }) {
  return (
    <nav aria-label={blogText("blog.categories")}>
      <ul className="labels">
        {[{ label: blogText("blog.all"), href: "/blog" }, ...categories].map(({ label, href }) => (
          <li key={href}>
            <Anchor className="label" href={href} aria-current={href === path ? "page" : undefined}>
              <bdi>{label}</bdi>
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
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

  const isBlog = list.name === undefined && !list.continued;
  return <PostList {...start} hasLead={isBlog} loadMore={loadMore} imageHost={imageHostOf(settings)} />;
}
