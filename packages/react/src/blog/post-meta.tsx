import blog from "@porchlight/contract/texts/en/blog.json" with { type: "json" };
import type { ReactNode } from "react";
import { type Messages, useTexts } from "../texts/use-texts.ts";
import { Anchor } from "../ui/anchor.tsx";
import { type Appearance, part } from "../ui/appearance.ts";
import { TimeText, toMilliseconds } from "../ui/time-text.tsx";
import type { PostSummary } from "./post-view.ts";

interface PostMetaProps {
  post: PostSummary;
  /** For a single post: shows the update date, and omits views and likes, which are below the text. */
  isFull?: boolean;
  authorHref?: ((name: string) => string) | undefined;
  messages: Messages | undefined;
  appearance: Appearance | undefined;
}

const day = 24 * 60 * 60 * 1000;

/** The metadata of a post: authors, date, reading time and, on cards, views and likes. */
export function PostMeta({ post, isFull = false, authorHref, messages, appearance }: PostMetaProps) {
  const text = useTexts(blog, messages);
  const authors = [...new Set(post.authors)].filter(Boolean);
  const first = toMilliseconds(post.firstPublishedDate);
  const last = toMilliseconds(post.lastPublishedDate);
  const parts: [string, ReactNode][] = [];
  if (authors.length > 0) {
    const list = new Intl.ListFormat(text.language, { type: "conjunction" });
    const names = authorHref
      ? list.formatToParts(authors).map(({ type, value }) =>
          type === "element" ? (
            <Anchor key={value} href={authorHref(value)} data-part="author">
              {value}
            </Anchor>
          ) : (
            value
          ),
        )
      : list.format(authors);
    parts.push(["authors", text.rich("blog.post.by", { authors: <bdi>{names}</bdi> })]);
  }
  if (first !== undefined) parts.push(["date", <TimeText key="date" value={first} isShort={!isFull} />]);
  if (isFull && first !== undefined && last !== undefined && last - first >= day) {
    parts.push(["updated", text.rich("blog.post.updated", { date: <TimeText value={last} /> })]);
  }
  if (post.minutesToRead) parts.push(["minutes", text("blog.post.minutes", { n: post.minutesToRead })]);
  if (!isFull) {
    const { metrics } = post;
    if (metrics?.views) parts.push(["views", text("blog.post.views", { n: metrics.views })]);
    if (metrics?.likes) parts.push(["likes", text("blog.post.likes", { n: metrics.likes })]);
  }
  if (parts.length === 0) return null;
  return (
    <p {...part("meta", "site-meta", appearance)}>
      {parts.map(([name, content]) => (
        <span key={name} className="site-meta-part">
          {content}
        </span>
      ))}
    </p>
  );
}
