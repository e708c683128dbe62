import { imageSrcSet, parseImageUrl } from "@porchlight/client/blog";
import blog from "@porchlight/contract/texts/en/blog.json" with { type: "json" };
import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import { createElement, useEffect, useRef, useState } from "react";
import { type Messages, useTexts } from "../texts/use-texts.ts";
import { Anchor } from "../ui/anchor.tsx";
import { type Appearance, part } from "../ui/appearance.ts";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { LoadMore, type LoadMoreState } from "../ui/load-more.tsx";
import { PostMeta } from "./post-meta.tsx";
import { defaultPostHref, type PostSummary } from "./post-view.ts";

const english = { ...blog, ...common };

/** One page of posts. */
export interface PostPage {
  posts: readonly PostSummary[];
  /** URL of the next page; absent at the end. */
  nextHref?: string | undefined;
}

/** Props of {@link PostList}. */
export interface PostListProps extends PostPage {
  /** Loads the page at `nextHref`. Without it, and without scripts, "Load more" is a link. */
  loadMore?: ((nextHref: string) => Promise<PostPage>) | undefined;
  /** URL of a post. Default: `/blog/{slug}`. */
  postHref?: ((post: PostSummary) => string) | undefined;
  /** Base URL of the image server. Default: this site. */
  imageHost?: string | undefined;
  /** Heading level of the titles: 2 below the page's `h1`, 3 below a section heading. */
  headingLevel?: 2 | 3 | undefined;
  messages?: Messages | undefined;
  appearance?: Appearance | undefined;
}

interface Loaded extends PostPage {
  /** The list it continues; a different one resets it. */
  after: readonly PostSummary[];
  /** Number of posts loaded last. */
  added: number;
}

/** Number of covers loaded eagerly; the others are lazy. */
const eagerCovers = 2;

/** Posts as cards, with "Load more" at the end. */
export function PostList(props: PostListProps) {
  const {
    posts: firstPosts,
    nextHref: firstNextHref,
    loadMore,
    imageHost,
    headingLevel = 2,
    messages,
    appearance,
  } = props;
  const text = useTexts(english, messages);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [state, setState] = useState<LoadMoreState>("idle");
  const list = useRef<HTMLUListElement>(null);
  const more = loaded?.after === firstPosts ? loaded : null;
  const posts = more ? [...firstPosts, ...more.posts] : firstPosts;
  const nextHref = more ? more.nextHref : firstNextHref;
  const firstNew = more ? posts.length - more.added : -1;

  // Focus moves to the first new post.
  useEffect(() => {
    if (firstNew >= 0) list.current?.querySelectorAll<HTMLAnchorElement>("[data-part=postLink]")[firstNew]?.focus();
  }, [firstNew]);

  async function load() {
    if (!loadMore || !nextHref || state === "pending") return;
    setState("pending");
    try {
      const page = await loadMore(nextHref);
      setLoaded({
        after: firstPosts,
        posts: [...(more?.posts ?? []), ...page.posts],
        nextHref: page.nextHref,
        added: page.posts.length,
      });
      setState("idle");
    } catch {
      setState("failed");
    }
  }

  if (posts.length === 0) return <EmptyState appearance={appearance}>{text("blog.list.empty")}</EmptyState>;
  return (
    <div {...part("postList", "site-post-list", appearance)} aria-busy={state === "pending" || undefined}>
      <ul ref={list} {...part("posts", "site-cards", appearance)}>
        {posts.map((post, index) => (
          <PostCard
            key={post._id ?? post.slug ?? index}
            post={post}
            href={(props.postHref ?? defaultPostHref)(post)}
            isEager={index < eagerCovers}
            {...{ imageHost, headingLevel, messages, appearance }}
          />
        ))}
      </ul>
      <p className="site-hidden" role="status">
        {more && more.added > 0 && text("blog.list.added", { n: more.added })}
      </p>
      {nextHref && (
        <LoadMore
          href={nextHref}
          state={state}
          label={text("common.action.loadMore")}
          pendingLabel={text("blog.list.loading")}
          failedText={text("blog.list.failed")}
          retryLabel={text("common.action.retry")}
          onLoad={loadMore && (() => void load())}
          appearance={appearance}
        />
      )}
    </div>
  );
}

interface PostCardProps {
  post: PostSummary;
  href: string;
  isEager: boolean;
  imageHost: string | undefined;
  headingLevel: 2 | 3;
  messages: Messages | undefined;
  appearance: Appearance | undefined;
}

function PostCard({ post, href, isEager, imageHost, headingLevel, messages, appearance }: PostCardProps) {
  const cover = parseImageUrl(post.heroImage, imageHost);
  const srcSet = cover && imageSrcSet(cover.src, cover.width, 16 / 9);
  return (
    <li {...part("card", "site-card", appearance)} lang={post.language || undefined}>
      {cover && (
        // The title next to it describes the image.
        <img
          {...part("cardCover", "site-card-cover", appearance)}
          sizes={srcSet && "(min-width: 560px) 24rem, 100vw"}
          srcSet={srcSet}
          src={cover.src}
          width={cover.width}
          height={cover.height}
          alt=""
          loading={isEager ? undefined : "lazy"}
          decoding="async"
        />
      )}
      {createElement(
        `h${headingLevel}`,
        part("cardTitle", "site-card-title", appearance),
        <Anchor href={href} data-part="postLink" className="site-card-link">
          {post.title}
        </Anchor>,
      )}
      {post.excerpt && <p {...part("excerpt", "site-card-excerpt", appearance)}>{post.excerpt}</p>}
      <PostMeta post={post} {...{ messages, appearance }} />
    </li>
  );
}
