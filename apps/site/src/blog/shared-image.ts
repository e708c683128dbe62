import { type ImageFile, imageSrcSet } from "@porchlight/client/blog";

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
