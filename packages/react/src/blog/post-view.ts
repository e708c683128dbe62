import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import { directionOf } from "@porchlight/contract/texts/keys";
import type { Moment } from "../ui/time-text.tsx";

/** The properties of a post that the components use; posts of the client's `posts` module are compatible. */
export interface PostSummary {
  _id?: string | null | undefined;
  title?: string | null | undefined;
  slug?: string | null | undefined;
  excerpt?: string | null | undefined;
  firstPublishedDate?: Moment | null | undefined;
  lastPublishedDate?: Moment | null | undefined;
  /** Names of the authors. */
  authors?: readonly string[] | null | undefined;
  minutesToRead?: number | null | undefined;
  /** Names of its categories, for cards. */
  categories?: readonly string[] | null | undefined;
  /** `wix:image://…`, or a URL. */
  heroImage?: string | null | undefined;
  pinned?: boolean | null | undefined;
  /** View and like counts, for cards. */
  metrics?: { views: number; likes: number } | null | undefined;
  language?: string | null | undefined;
}

/** A post as {@link Post} renders it. */
export interface PostView extends PostSummary {
  richContent?: RichContent | null | undefined;
}

/** A category or tag with its URL. */
export interface PostLink {
  label: string;
  href: string;
}

/** The direction of a post's text, or undefined if its language is unknown. */
export function directionOfPost({ language }: PostSummary): "ltr" | "rtl" | undefined {
  return language ? directionOf(language) : undefined;
}

/** Default URL of a post. */
export function defaultPostHref(post: PostSummary): string {
  return `/blog/${encodeURIComponent(post.slug ?? "")}`;
}
