import type { DraftMedia } from "@porchlight/contract/blog/drafts/draft-post";
import type { ParsedDraft } from "@porchlight/contract/blog/drafts/schema";
import type { WireImage } from "@porchlight/contract/blog/posts/post";
import { mediaPath } from "@porchlight/contract/media/media-file";
import { InvalidArguments, violation } from "../../../platform/context/errors.ts";
import type { DbOrTx } from "../../../platform/db/database.ts";
import { findImageDimensions } from "./draft-writes-store.ts";

type ImageInput = NonNullable<ParsedDraft["heroImage"]>;
type MediaInput = NonNullable<ParsedDraft["media"]>;

/** Source: entities.md, first table. */
const wixImageUrl = /^wix:image:\/\/v1\/([^/#?\s]+)(?:\/[^#]*)?(?:#.*)?$/;

/**
 * Parses an image: files of this server are stored by path, others by URL.
 *
 * @throws {InvalidArguments} if it identifies no image.
 */
export function parseImage(image: ImageInput, field: string, publicUrl: string): WireImage {
  const url = image.url ?? "";
  const id = image.id ?? wixImageUrl.exec(url)?.[1] ?? "";
  const { filename, altText } = image;
  return {
    id,
    url: toStoredUrl(url, id, field, publicUrl),
    width: image.width ?? 0,
    height: image.height ?? 0,
    ...(altText != null && { altText }),
    ...(filename != null && { filename }),
  };
}

/** Adds the dimensions of a file of this server to an image without them. */
export async function addDimensions(db: DbOrTx, siteId: string, image: WireImage): Promise<WireImage> {
  if ((image.width > 0 && image.height > 0) || !image.url.startsWith(mediaPath)) return image;
  return { ...image, ...(await findImageDimensions(db, siteId, image.url.slice(mediaPath.length))) };
}

function toStoredUrl(url: string, id: string, field: string, publicUrl: string): string {
  const ownUrl = publicUrl + mediaPath;
  if (url.startsWith(ownUrl)) return url.slice(publicUrl.length);
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return url;
  if ((url === "" || wixImageUrl.test(url)) && /^[^/#?\s]+$/.test(id)) return mediaPath + id;
  if (url.startsWith(mediaPath)) return url;
  throw new InvalidArguments([
    url === ""
      ? violation(field, "must have the id or the URL of an image", "REQUIRED_ONE_OF_FIELD")
      : violation(`${field}.url`, "must be an http or https URL, or the URL of an image of this site"),
  ]);
}

/** Parses the media of a post. @throws {InvalidArguments} */
export function parseMedia(media: MediaInput, field: string, publicUrl: string): DraftMedia {
  const { wixMedia, embedMedia, displayed, custom, altText } = media;
  if (wixMedia && embedMedia) {
    throw new InvalidArguments([violation(field, "must have one of wixMedia and embedMedia", "ONE_OF_ALIGNMENT")]);
  }
  const { image, videoV2 } = wixMedia ?? {};
  const { thumbnail, video } = embedMedia ?? {};
  for (const [name, frame] of Object.entries({ thumbnail, video })) {
    if (frame && !/^https?:\/\//i.test(frame.url))
      throw new InvalidArguments([violation(`${field}.embedMedia.${name}.url`, "must be an http or https URL")]);
  }
  return {
    ...(wixMedia && {
      wixMedia: {
        ...(image && { image: parseImage(image, `${field}.wixMedia.image`, publicUrl) }),
        ...(videoV2 && { videoV2: withoutUndefined(videoV2) }),
      },
    }),
    ...(embedMedia && { embedMedia: { ...(thumbnail && { thumbnail }), ...(video && { video }) } }),
    displayed: displayed ?? true,
    custom: custom ?? false,
    ...(altText != null && { altText }),
  };
}

const withoutUndefined = (value: object): NonNullable<DraftMedia["wixMedia"]>["videoV2"] & object =>
  JSON.parse(JSON.stringify(value));
