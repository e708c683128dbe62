import { imageSrcSet } from "@porchlight/client/blog";
import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import type { ReactNode } from "react";
import { safeUrl } from "../../ui/safe-url.ts";
import { asCount, asText, childrenOf, dataOf, type RenderContext } from "./document.ts";
import { linkAttributes, renderText } from "./text.tsx";

export const mediaProtocols = ["http:", "https:"] as const;

/** An image with its caption. Without a file, its alt text in a frame; a decorative image without a file is omitted. */
export function renderImage(node: RichContentNode, context: RenderContext, id: string | undefined): ReactNode {
  const { image, altText, decorative, disableExpand, link } = dataOf(node.imageData);
  const alt = decorative === true ? "" : asText(altText).trim();
  const { src, width, height } = dataOf(image);
  const source = safeUrl(dataOf(src).url, mediaProtocols);
  const caption = renderCaption(node, context);
  if (!source && !alt && !caption) return null;

  const ownLink = linkAttributes(link, context);
  const isShown = source && !ownLink && decorative !== true && disableExpand !== true;
  const attributes = isShown ? pictureLink(source.href) : ownLink;
  // A path on another server would have no resized versions.
  const srcSet = source?.href.startsWith("/") ? imageSrcSet(source.href, asCount(width, 1, 100_000)) : undefined;
  const picture = source ? (
    <img
      sizes={srcSet && "(min-width: 768px) 46rem, 100vw"}
      srcSet={srcSet}
      src={source.href}
      alt={alt || (isShown ? context.text("blog.content.picture") : (ownLink?.href ?? ""))}
      width={asCount(width, 1, 100_000)}
      height={asCount(height, 1, 100_000)}
      loading="lazy"
      decoding="async"
      {...context.extendedNodes?.styleOf(node)}
    />
  ) : alt ? (
    <span className="site-image-missing">
      <span className="site-image-icon" aria-hidden="true" />
      <span>{alt}</span>
    </span>
  ) : null;
  const figure = (
    <figure id={id} className="site-figure" data-state={source ? undefined : "missing"}>
      {attributes && picture ? <a {...attributes}>{picture}</a> : picture}
      {caption}
    </figure>
  );
  return context.extendedNodes ? context.extendedNodes.contain(node, figure, context) : figure;
}

/** Attributes of a link that opens the full image in the viewer. */
export const pictureLink = (href: string) => ({ href, "data-picture": true });

export function renderCaption(node: RichContentNode, context: RenderContext): ReactNode {
  const caption = childrenOf(node).find((child) => child.type === "CAPTION");
  return caption && childrenOf(caption).length > 0 ? (
    <figcaption className="site-caption">{renderText(caption, context)}</figcaption>
  ) : null;
}
