import { type ImageFile, imageSrcSet, type RichContent } from "@porchlight/client/blog";
import { imageHostOf, type SiteSettings } from "../../settings.ts";

/** Recommended size for link previews. */
const shape = { width: 1200, height: 630 };

/**
 * The image for link previews: one that was chosen or the cover, in a widely supported size and format, or a card with
 * the title.
 *
 * @param apiUrl Base URL of the API, without a trailing slash.
 */
export function previewImage(image: ImageFile | undefined, postId: string, apiUrl: string): ImageFile {
  if (!image) return { src: `${apiUrl}/media/cards/${postId}.png`, ...shape, alt: "" };
  if (!imageSrcSet(image.src)) return image;
  return { src: `${image.src}/v1/fill/w_1200,h_630,enc_jpg`, ...shape, alt: image.alt };
}

/** URL of an author's picture as a square of 160 pixels, if the image server can scale it. */
export function portraitUrl(picture: string, settings: SiteSettings): string {
  const src = picture.startsWith("/") ? imageHostOf(settings) + picture : picture;
  return imageSrcSet(src) ? `${src}/v1/fill/w_160,h_160` : src;
}

/** URL of the picture of the author with this name, if there is one. */
export function portraitOf(author: string, settings: SiteSettings): string | undefined {
  const picture = settings.authors?.find(({ name }) => name === author)?.picture;
  return picture && portraitUrl(picture, settings);
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
