import { imageSrcSet, parseImageUrl } from "@porchlight/client/blog";
import blog from "@porchlight/contract/texts/en/blog.json" with { type: "json" };
import { createElement, type ReactNode, use } from "react";
import { type Messages, useTexts } from "../texts/use-texts.ts";
import { Anchor } from "../ui/anchor.tsx";
import { type Appearance, part } from "../ui/appearance.ts";
import { PostMeta } from "./post-meta.tsx";
import { directionOfPost, type PostLink, type PostView } from "./post-view.ts";
import { RichContent } from "./rich-content/rich-content.tsx";

/** Props of {@link Post}. */
export interface PostProps {
  /** The post, or a promise, which suspends. Handle a missing post yourself. */
  post: PostView | Promise<PostView>;
  categories?: readonly PostLink[] | undefined;
  tags?: readonly PostLink[] | undefined;
  /** URL of an author's posts. Default: no link. */
  authorHref?: ((name: string) => string) | undefined;
  /** URL of an author's portrait, shown as a circle of 44 pixels. Default: no portraits. */
  authorPicture?: ((name: string) => string | undefined) | undefined;
  /** Base URL of the image server. Default: this site. */
  imageHost?: string | undefined;
  /** Heading level of the title; headings of the content are below it. */
  headingLevel?: 1 | 2 | undefined;
  /** Nonce of the page's Content-Security-Policy, if it forbids style attributes; see `RichContent`. */
  nonce?: string | undefined;
  /**
   * Base URL of the server, empty for this origin: scripts in HTML blocks run in an isolated page; see `RichContent`.
   */
  frameHost?: string | undefined;
  messages?: Messages | undefined;
  appearance?: Appearance | undefined;
  /** Rendered after the content, inside the article. */
  children?: ReactNode;
}

/** One post: categories, title, metadata, cover, content, tags. Style it with `data-part` and `appearance`. */
export function Post(props: PostProps) {
  const {
    categories = [],
    tags = [],
    authorHref,
    authorPicture,
    imageHost,
    headingLevel = 1,
    nonce,
    frameHost,
    messages,
    appearance,
    children,
  } = props;
  const post = props.post instanceof Promise ? use(props.post) : props.post;
  const cover = parseImageUrl(post.heroImage, imageHost);
  const srcSet = cover && imageSrcSet(cover.src, cover.width);
  const text = useTexts(blog, messages);
  const direction = directionOfPost(post);
  const portraits = [...new Set((post.authors ?? []).flatMap((name) => authorPicture?.(name) ?? []))];
  return (
    <article {...part("post", "site-post", appearance)} lang={post.language || undefined}>
      <header {...part("postHeader", "site-post-header", appearance)}>
        <LinkList name="categories" label={text("blog.post.categories")} links={categories} appearance={appearance} />
        {createElement(
          `h${headingLevel}`,
          { ...part("title", "site-post-title", appearance), tabIndex: -1 },
          <bdi dir={direction}>{post.title}</bdi>,
        )}
        <div className="site-byline">
          {portraits.length > 0 && (
            <span {...part("portraits", "site-portraits", appearance)}>
              {portraits.map((src) => (
                <img key={src} src={src} width={44} height={44} alt="" decoding="async" />
              ))}
            </span>
          )}
          <PostMeta post={post} isFull {...{ authorHref, messages, appearance }} />
        </div>
      </header>
      {cover && (
        <img
          {...part("cover", "site-cover", appearance)}
          data-state={cover.width ? undefined : "unsized"}
          sizes={srcSet && "(min-width: 768px) 46rem, 100vw"}
          srcSet={srcSet}
          src={cover.src}
          width={cover.width}
          height={cover.height}
          alt={cover.alt}
          fetchPriority="high"
          decoding="async"
        />
      )}
      <RichContent
        content={post.richContent}
        postId={post._id ?? undefined}
        direction={direction}
        headingOffset={headingLevel}
        {...{ nonce, frameHost, messages, appearance }}
      />
      {tags.length > 0 && (
        <footer {...part("postFooter", "site-post-footer", appearance)}>
          <LinkList name="tags" label={text("blog.post.tags")} links={tags} appearance={appearance} />
        </footer>
      )}
      {children}
    </article>
  );
}

interface LinkListProps {
  name: "categories" | "tags";
  label: string;
  links: readonly PostLink[];
  appearance: Appearance | undefined;
}

function LinkList({ name, label, links, appearance }: LinkListProps) {
  if (links.length === 0) return null;
  return (
    <ul {...part(name, "site-badges", appearance)} aria-label={label}>
      {links.map(({ label: words, href }) => (
        <li key={href}>
          <Anchor href={href} className="site-badge">
            <bdi>{words}</bdi>
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
