import type { RichContentNode } from "@porchlight/contract/blog/rich-content";
import type { ReactNode } from "react";
import { safeUrl } from "../../ui/safe-url.ts";
import { asCount, asText, childrenOf, dataOf, type RenderContext } from "./document.ts";
import { linkAttributes, renderText } from "./text.tsx";

const mediaProtocols = ["http:", "https:"] as const;

/** An image with its caption. Without a file its text stands in a frame; decoration without a file is left out. */
export function renderImage(node: RichContentNode, context: RenderContext, id: string | undefined): ReactNode {
  const { image, altText, decorative, link } = dataOf(node.imageData);
  const alt = decorative === true ? "" : asText(altText).trim();
  const { src, width, height } = dataOf(image);
  const source = safeUrl(dataOf(src).url, mediaProtocols);
  const caption = renderCaption(node, context);
  if (!source && !alt && !caption) return null;

  const attributes = linkAttributes(link, context);
  const picture = source ? (
    <img
      src={source.href}
      alt={alt || (attributes?.href ?? "")}
      width={asCount(width, 1, 100_000)}
      height={asCount(height, 1, 100_000)}
      loading="lazy"
      decoding="async"
    />
  ) : alt ? (
    <span className="site-image-missing">
      <span className="site-image-icon" aria-hidden="true" />
      <span>{alt}</span>
    </span>
  ) : null;
  return (
    <figure id={id} className="site-figure" data-state={source ? undefined : "missing"}>
      {attributes && picture ? <a {...attributes}>{picture}</a> : picture}
      {caption}
    </figure>
  );
}

/** A video file with the browser's own controls; it never starts by itself. */
export function renderVideo(node: RichContentNode, context: RenderContext, id: string | undefined): ReactNode {
  const { video, thumbnail, title } = dataOf(node.videoData);
  const source = safeUrl(dataOf(dataOf(video).src).url, mediaProtocols);
  if (!source) return null;
  const poster = safeUrl(dataOf(dataOf(thumbnail).src).url, mediaProtocols);
  return (
    <figure id={id} className="site-figure">
      {/* biome-ignore lint/a11y/useMediaCaption: the document format carries no captions */}
      <video
        src={source.href}
        poster={poster?.href}
        width={asCount(dataOf(video).width, 1, 100_000)}
        height={asCount(dataOf(video).height, 1, 100_000)}
        aria-label={asText(title) || context.text("blog.content.video")}
        controls
        preload="none"
        playsInline
      />
      {renderCaption(node, context)}
    </figure>
  );
}

function renderCaption(node: RichContentNode, context: RenderContext): ReactNode {
  const caption = childrenOf(node).find((child) => child.type === "CAPTION");
  return caption && childrenOf(caption).length > 0 ? (
    <figcaption className="site-caption">{renderText(caption, context)}</figcaption>
  ) : null;
}
