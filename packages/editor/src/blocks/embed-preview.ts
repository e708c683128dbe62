import { playerOf } from "@porchlight/contract/blog/rich-content/players";
import { safeHref } from "../schema/safe-href.ts";
import type { NodeSource } from "../schema/source-attribute.ts";
import type { GalleryItem } from "./block-forms.ts";

/** What is known about embedded content without loading anything from its provider. */
export interface EmbedPreview {
  title: string;
  /** A name such as YouTube, or the host. */
  provider: string;
  /** An image of this site. */
  picture: string | undefined;
  /** Whether readers load it from another site, after a click. */
  isForeign: boolean;
}

/** The preview of a video, an embed or a bookmark; `undefined` for other blocks, and for files of this site. */
export function readPreview({ type, videoData, embedData, linkPreviewData }: NodeSource): EmbedPreview | undefined {
  const { oembed } = embedData ?? {};
  const address = {
    VIDEO: videoData?.video?.src?.url,
    EMBED: embedData?.src ?? oembed?.url,
    LINK_PREVIEW: linkPreviewData?.link?.url,
  }[type as string];
  const url = safeHref(address);
  if (!url || isOwn(url)) return undefined;
  const thumbnail = videoData?.thumbnail?.src?.url ?? oembed?.thumbnailUrl ?? linkPreviewData?.thumbnailUrl;
  const picture = safeHref(thumbnail);
  return {
    title: videoData?.title || oembed?.title || linkPreviewData?.title || "",
    provider:
      playerOf(url)?.host ?? oembed?.providerName ?? new URL(url, window.location.href).host.replace(/^www\./, ""),
    picture: picture && isOwn(picture) ? picture : undefined,
    isForeign: type !== "LINK_PREVIEW" && (type === "EMBED" || playerOf(url) !== undefined),
  };
}

/** The square that the page shows of an image in a gallery; images of other sites as they are. */
export function squareOf(item: GalleryItem): string | undefined {
  const url = safeHref((item.image?.media ?? item.video?.thumbnail)?.src?.url ?? undefined);
  return url && isOwn(url) && /\/media\/[\da-f]{32}\.\w+$/.test(url) ? `${url}/v1/fill/w_320,h_320` : url;
}

const isOwn = (url: string): boolean => URL.parse(url, window.location.href)?.origin === window.location.origin;
