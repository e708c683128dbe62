import type { DraftMedia } from "@porchlight/contract/blog/drafts/draft-post";
import type { ReadDraft } from "@porchlight/contract/blog/drafts/schema";
import type { WireImage } from "@porchlight/contract/blog/posts/post";
import { InvalidArguments, violation } from "../../../platform/context/errors.ts";
import { mediaPath } from "../../../platform/storage/file-store.ts";

type GivenImage = NonNullable<ReadDraft["heroImage"]>;
type GivenMedia = NonNullable<ReadDraft["media"]>;

/** The form in which the contract's client has an image. Source: entities.md, first table. */
const imageAddress = /^wix:image:\/\/v1\/([^/#?\s]+)(?:\/[^#]*)?(?:#.*)?$/;

/**
 * An image as it is stored: files of this server by their path, others by their address.
 *
 * @throws {InvalidArguments} when nothing in it says which image is meant.
 */
export function readImage(image: GivenImage, field: string, publicUrl: string): WireImage {
  const address = image.url ?? "";
  const id = image.id ?? imageAddress.exec(address)?.[1] ?? "";
  const { filename, altText } = image;
  return {
    id,
    url: addressOf(address, id, field, publicUrl),
    width: image.width ?? 0,
    height: image.height ?? 0,
    ...(altText != null && { altText }),
    ...(filename != null && { filename }),
  };
}

function addressOf(address: string, id: string, field: string, publicUrl: string): string {
  const own = publicUrl + mediaPath;
  if (address.startsWith(own)) return address.slice(publicUrl.length);
  if (/^https?:\/\//i.test(address) && URL.canParse(address)) return address;
  if ((address === "" || imageAddress.test(address)) && /^[^/#?\s]+$/.test(id)) return mediaPath + id;
  if (address.startsWith(mediaPath)) return address;
  throw new InvalidArguments([
    address === ""
      ? violation(field, "must have the id or the url of an image", "REQUIRED_ONE_OF_FIELD")
      : violation(`${field}.url`, "must be an address with http or https, or of an image of this site"),
  ]);
}

/** What stands for a post, as it is stored. @throws {InvalidArguments} */
export function readMedia(media: GivenMedia, field: string, publicUrl: string): DraftMedia {
  const { wixMedia, embedMedia, displayed, custom, altText } = media;
  if (wixMedia && embedMedia) {
    throw new InvalidArguments([violation(field, "must have one of wixMedia and embedMedia", "ONE_OF_ALIGNMENT")]);
  }
  const { image, videoV2 } = wixMedia ?? {};
  const { thumbnail, video } = embedMedia ?? {};
  for (const [name, frame] of Object.entries({ thumbnail, video })) {
    if (frame && !/^https?:\/\//i.test(frame.url))
      throw new InvalidArguments([
        violation(`${field}.embedMedia.${name}.url`, "must be an address with http or https"),
      ]);
  }
  return {
    ...(wixMedia && {
      wixMedia: {
        ...(image && { image: readImage(image, `${field}.wixMedia.image`, publicUrl) }),
        ...(videoV2 && {
          videoV2: withoutUndefined(videoV2) as NonNullable<DraftMedia["wixMedia"]>["videoV2"] & object,
        }),
      },
    }),
    ...(embedMedia && { embedMedia: { ...(thumbnail && { thumbnail }), ...(video && { video }) } }),
    displayed: displayed ?? true,
    custom: custom ?? false,
    ...(altText != null && { altText }),
  };
}

const withoutUndefined = (value: object) => JSON.parse(JSON.stringify(value)) as object;
