import { type ImageFile, imageSrcSet, type RichContent } from "@porchlight/client/blog";
import type { SiteSettings } from "../../settings.ts";

/** Recommended size for link previews. */
const shape = { width: 1200, height: 630 };

/**
 * The image for link previews: the cover in a widely supported size and format, or a card with the title.
 *
 * @param apiUrl Base URL of the API, without a trailing slash.
 */
export function previewImage(cover: ImageFile | undefined, postId: string, apiUrl: string): ImageFile {
  if (!cover) return { src: `${apiUrl}/media/cards/${postId}.png`, ...shape, alt: "" };
  if (!imageSrcSet(cover.src)) return cover;
  return { src: `${cover.src}/v1/fill/w_1200,h_630,enc_jpg`, ...shape, alt: cover.alt };
}

/**
 * Replaces URLs of this server's images by paths. Responses have the public URL, but the page may be opened at another
 * one, such as `127.0.0.1`, a local network address or a tunnel.
 */
export function rewriteImageUrls(
  content: RichContent | undefined,
  { apiUrl, publicUrl }: Pick<SiteSettings, "apiUrl" | "publicUrl">,
): RichContent | undefined {
  if (!content || apiUrl !== publicUrl) return content;
  // Quotes inside of texts are escaped, so that only URLs match.
  return JSON.parse(JSON.stringify(content).replaceAll(`"url":"${publicUrl}/media/`, '"url":"/media/'));
}
