import { type ImageFile, imageSrcSet, type RichContent } from "@porchlight/client/blog";
import type { SiteSettings } from "../../settings.ts";

/** What link previews show best. */
const shape = { width: 1200, height: 630 };

/**
 * The picture that stands for a post where it is shared: its cover, in a shape and a format that every preview shows, or a card with its
 * title.
 *
 * @param apiUrl Where the server answers, without a slash at the end.
 */
export function sharedImage(cover: ImageFile | undefined, postId: string, apiUrl: string): ImageFile {
  if (!cover) return { src: `${apiUrl}/media/cards/${postId}.png`, ...shape, alt: "" };
  if (!imageSrcSet(cover.src)) return cover;
  return { src: `${cover.src}/v1/fill/w_1200,h_630,enc_jpg`, ...shape, alt: cover.alt };
}

/**
 * The document with pictures of this server by their path. Answers name them by the public address, and a page may be looked at by
 * another: `127.0.0.1`, the address within a network, a tunnel.
 */
export function withOwnImages(
  content: RichContent | undefined,
  { apiUrl, publicUrl }: Pick<SiteSettings, "apiUrl" | "publicUrl">,
): RichContent | undefined {
  if (!content || apiUrl !== publicUrl) return content;
  // Within a text the quotes would be escaped, so that nothing but addresses is found.
  return JSON.parse(JSON.stringify(content).replaceAll(`"url":"${publicUrl}/media/`, '"url":"/media/'));
}
