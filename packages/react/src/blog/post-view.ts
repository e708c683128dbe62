import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import type { Moment } from "../ui/time-text.tsx";

/** What the blog components look at; posts of the client's `posts` module fit. */
export interface PostSummary {
  _id?: string | null | undefined;
  title?: string | null | undefined;
  slug?: string | null | undefined;
  excerpt?: string | null | undefined;
  firstPublishedDate?: Moment | null | undefined;
  lastPublishedDate?: Moment | null | undefined;
  /** Names of the writers. */
  authors?: readonly string[] | null | undefined;
  minutesToRead?: number | null | undefined;
  /** Names of its categories, for the cards of a list. */
  categories?: readonly string[] | null | undefined;
  /** `wix:image://…`, or an address of another site. */
  heroImage?: string | null | undefined;
  pinned?: boolean | null | undefined;
  /** How often it was seen and liked, for the cards of a list. */
  metrics?: { views: number; likes: number } | null | undefined;
  language?: string | null | undefined;
}

/** A post as {@link Post} renders it. */
export interface PostView extends PostSummary {
  richContent?: RichContent | null | undefined;
}

/** A category or tag with its address. */
export interface PostLink {
  label: string;
  href: string;
}

/** Where a post is read, unless the site says otherwise. */
export function defaultPostHref(post: PostSummary): string {
  return `/blog/${encodeURIComponent(post.slug ?? "")}`;
}
