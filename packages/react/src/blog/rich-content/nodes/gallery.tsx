import { imageSrcSet } from "@porchlight/client/blog";
import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import type { ReactNode } from "react";
import { asCount, asText, dataOf, type RenderContext } from "../document.ts";
import { pictureLink, renderCaption } from "../media.tsx";
import { linkAttributes } from "../text.tsx";
import { numberWithin, type Style } from "./css-values.ts";
import { sourceOf } from "./media.tsx";
import { textOf } from "./node-texts.ts";

/** Layouts with a single scrolling row; all others are grids or columns. */
const strips = /^(?:SLIDER|SLIDESHOW|THUMBNAIL|PANORAMA)$/;
const columnLayouts = /^(?:MASONRY|COLLAGE|MAGIC)$/;

/** Ratios in which the server crops around the focal point. Source: docs/reference/media.md. */
const croppedRatios = [1, 4 / 3, 3 / 2, 16 / 9, 2, 3 / 4, 2 / 3, 9 / 16];

type Item = NonNullable<NonNullable<RichContentNode["galleryData"]>["items"]>[number];

/** Images and videos in a gallery. Each image links to its full size, unless disabled or it has a link. */
export function renderGallery(node: RichContentNode, context: RenderContext, id: string | undefined): ReactNode {
  const { items, options, disableExpand } = dataOf(node.galleryData);
  const list: Item[] = Array.isArray(items) ? items : [];
  const { layout, item } = dataOf(options);
  const { type, numberOfColumns, horizontalScroll } = dataOf(layout);
  const { ratio, crop, spacing } = dataOf(item);
  const shape = numberWithin(ratio, 0.2, 5);
  const isColumns = columnLayouts.test(asText(type));
  const cropped = crop === "FIT" || isColumns ? undefined : croppedRatios.find((one) => one === (shape ?? 1));
  const shown = list.slice(0, 500).flatMap((picture, index) => {
    const content = renderItem(picture, context, disableExpand === true, cropped);
    // biome-ignore lint/suspicious/noArrayIndexKey: items are never reordered
    return content ? [<li key={index}>{content}</li>] : [];
  });
  if (shown.length === 0) return null;
  const isStrip = strips.test(asText(type)) || horizontalScroll === true;
  const columns = Math.min(asCount(numberOfColumns, 1, 12) ?? 3, shown.length);
  const style: Style = { "--columns": asText(type) === "FULLSIZE" ? 1 : columns };
  const gap = numberWithin(spacing, 0, 60);
  if (shape) style["--ratio"] = shape;
  if (gap !== undefined) style["--gap"] = `${gap}px`;
  const name = textOf(context)("blog.content.gallery", { n: shown.length });
  const layoutName = isStrip ? "strip" : isColumns ? "columns" : "grid";
  return (
    <figure id={id} className="site-figure">
      <ul
        className="site-gallery"
        data-layout={layoutName}
        data-fit={crop === "FIT" || undefined}
        style={style}
        aria-label={name}
        tabIndex={isStrip ? 0 : undefined}
      >
        {shown}
      </ul>
      {renderCaption(node, context)}
    </figure>
  );
}

function renderItem(item: Item, context: RenderContext, isFixed: boolean, cropped: number | undefined): ReactNode {
  const { image, video, title, altText } = dataOf(item);
  const { media, link } = dataOf(image);
  const words = asText(title).trim();
  const film = sourceOf(dataOf(video).media);
  if (film) {
    return (
      <>
        {/* biome-ignore lint/a11y/useMediaCaption: the document format carries no captions */}
        <video
          src={film}
          poster={sourceOf(dataOf(video).thumbnail)}
          aria-label={words || context.text("blog.content.video")}
          controls
          preload="none"
          playsInline
        />
        {words && <p className="site-caption">{words}</p>}
      </>
    );
  }
  const source = sourceOf(media);
  if (!source) return null;
  const ownLink = linkAttributes(link, context);
  const anchor = ownLink ?? (isFixed ? undefined : pictureLink(source));
  const alt = asText(altText).trim() || words;
  const { width, height } = dataOf(media);
  // A path on another server would have no resized versions.
  const srcSet = source.startsWith("/") ? imageSrcSet(source, asCount(width, 1, 100_000), cropped) : undefined;
  const picture = (
    <img
      sizes={srcSet && "(min-width: 768px) 24rem, 85vw"}
      srcSet={srcSet}
      src={source}
      alt={alt || (anchor ? textOf(context)("blog.content.picture") : "")}
      width={asCount(width, 1, 100_000)}
      height={asCount(height, 1, 100_000)}
      loading="lazy"
      decoding="async"
    />
  );
  return (
    <>
      {anchor ? <a {...anchor}>{picture}</a> : picture}
      {words && <p className="site-caption">{words}</p>}
    </>
  );
}
