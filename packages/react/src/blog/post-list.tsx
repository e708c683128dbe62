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
import { defaultPostHref, directionOfPost, type PostSummary } from "./post-view.ts";

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
  /** Whether the first post is larger than the others. Default: false. */
  hasLead?: boolean | undefined;
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
    hasLead = false,
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

  // Covers form a grid; a post without one has a tinted tile instead, unless none has a cover.
  const hasCovers = posts.some(({ heroImage }) => parseImageUrl(heroImage, imageHost));
  if (posts.length === 0) return <EmptyState appearance={appearance}>{text("blog.list.empty")}</EmptyState>;
  return (
    <div {...part("postList", "site-post-list", appearance)} aria-busy={state === "pending" || undefined}>
      <ul ref={list} {...part("posts", "site-cards", appearance)} data-covers={hasCovers || undefined}>
        {posts.map((post, index) => (
          <PostCard
            key={post._id ?? post.slug ?? index}
            post={post}
            href={(props.postHref ?? defaultPostHref)(post)}
            isLead={hasLead && index === 0}
            isEager={index < eagerCovers}
            hasCover={hasCovers}
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
  isLead: boolean;
  isEager: boolean;
  hasCover: boolean;
  imageHost: string | undefined;
  headingLevel: 2 | 3;
  messages: Messages | undefined;
  appearance: Appearance | undefined;
}

function PostCard(props: PostCardProps) {
  const { post, href, isLead, isEager, hasCover, imageHost, headingLevel, messages, appearance } = props;
  const { language } = useTexts(english, messages);
  const cover = parseImageUrl(post.heroImage, imageHost);
  const srcSet = cover && imageSrcSet(cover.src, cover.width, 16 / 9);
  const categories = (post.categories ?? []).filter(Boolean);
  const direction = directionOfPost(post);
  return (
    <li {...part("card", "site-card", appearance)} data-lead={isLead || undefined} lang={post.language || undefined}>
      {cover ? (
        // The title next to it describes the image.
        <img
          {...part("cardCover", "site-card-cover", appearance)}
          sizes={srcSet && (isLead ? "(min-width: 800px) 42rem, 100vw" : "(min-width: 560px) 24rem, 100vw")}
          srcSet={srcSet}
          src={cover.src}
          width={cover.width}
          height={cover.height}
          alt=""
          loading={isEager ? undefined : "lazy"}
          fetchPriority={isLead ? "high" : undefined}
          decoding="async"
        />
      ) : (
        hasCover && (
          <span {...part("cardCover", "site-card-cover", appearance)} data-state="empty" aria-hidden="true">
            {firstLetter(post.title ?? "")}
          </span>
        )
      )}
      <div {...part("cardText", "site-card-text", appearance)}>
        {categories.length > 0 && (
          <p {...part("cardCategories", "site-card-categories", appearance)}>
            <bdi>{new Intl.ListFormat(language, { type: "unit", style: "short" }).format(categories)}</bdi>
          </p>
        )}
        {createElement(
          `h${headingLevel}`,
          part("cardTitle", "site-card-title", appearance),
          <Anchor href={href} data-part="postLink" className="site-card-link">
            <bdi dir={direction}>{post.title}</bdi>
          </Anchor>,
        )}
        {post.excerpt && (
          <p {...part("excerpt", "site-card-excerpt", appearance)}>
            <bdi dir={direction}>{post.excerpt}</bdi>
          </p>
        )}
        <PostMeta post={post} {...{ messages, appearance }} />
      </div>
    </li>
  );
}

/** The first letter or digit of a title, as a reader sees it. */
function firstLetter(title: string): string {
  return /[\p{L}\p{N}]\p{M}*/u.exec(title)?.[0].toLocaleUpperCase() ?? "";
}
