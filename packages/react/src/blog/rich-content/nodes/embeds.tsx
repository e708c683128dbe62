import { contentFramePath } from "@porchlight/contract/blog/paths";
import { playerOf } from "@porchlight/contract/blog/rich-content/players";
import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import type { ReactNode } from "react";
import { safeUrl } from "../../../ui/safe-url.ts";
import { asText, dataOf, type RenderContext } from "../document.ts";
import { renderCaption } from "../media.tsx";
import { linkAttributes } from "../text.tsx";
import { frameTexts, hostOf, renderCard } from "./cards.tsx";
import { containerOf } from "./container.tsx";
import { numberWithin, type Style } from "./css-values.ts";
import { ContentFrame } from "./html-frame.tsx";
import { textOf } from "./node-texts.ts";

/** Maximum characters of an HTML block. */
const maxHtmlLength = 500_000;

function sizeOf(node: RichContentNode): { style?: Style } {
  const blockSize = numberWithin(dataOf(containerOf(node).height).custom, 40, 2000);
  return blockSize === undefined ? {} : { style: { aspectRatio: "auto", blockSize } };
}

/** HTML or an external page, in a sandbox. */
export function renderHtml(node: RichContentNode, context: RenderContext, id: string | undefined): ReactNode {
  const { html, url } = dataOf(node.htmlData);
  const text = textOf(context);
  const source = asText(html).slice(0, maxHtmlLength);
  if (source.trim()) {
    return (
      <figure id={id} className="site-figure">
        <ContentFrame
          html={source}
          runner={context.frameHost === undefined ? undefined : context.frameHost + contentFramePath}
          title={text("blog.content.html")}
          load={text("blog.content.loadHtml")}
          {...sizeOf(node)}
        />
        {renderCaption(node, context)}
      </figure>
    );
  }
  return renderPage(node, url, text("blog.content.html"), undefined, context, id);
}

/** An oEmbed: its page in a sandbox, or else a link. */
export function renderEmbed(node: RichContentNode, context: RenderContext, id: string | undefined): ReactNode {
  const { oembed, src } = dataOf(node.embedData);
  const { url, videoUrl, title, authorName, providerName, thumbnailUrl, html, type } = dataOf(oembed);
  const page = asText(src) || asText(url);
  const frame = asText(videoUrl) || page;
  const name = asText(title).trim() || asText(providerName).trim() || hostOf(page);
  if (asText(type) === "link" || (asText(html) && !asText(videoUrl) && !playerOf(page))) {
    const link = linkAttributes({ url: page }, context);
    if (!link) return null;
    return renderCard({
      id,
      link,
      picture: safeUrl(thumbnailUrl, ["https:", "http:"])?.href,
      title: name || link.href,
      lines: [asText(authorName), hostOf(link.href)],
    });
  }
  return renderPage(node, frame, name, thumbnailUrl, context, id);
}

function renderPage(
  node: RichContentNode,
  address: unknown,
  name: string,
  thumbnail: unknown,
  context: RenderContext,
  id: string | undefined,
): ReactNode {
  const safe = safeUrl(address, ["https:", "http:"]);
  if (!safe?.isForeign) return null;
  const player = playerOf(safe.href);
  const words = frameTexts(safe.href, context);
  if (!player && !safe.href.startsWith("https:")) {
    return renderCard({ id, link: linkAttributes({ url: safe.href }, context), title: name || safe.href, lines: [] });
  }
  return (
    <figure id={id} className="site-figure">
      <ContentFrame
        src={player?.src ?? safe.href}
        page={safe.href}
        isPlayer={player !== undefined}
        title={name || hostOf(safe.href)}
        poster={safeUrl(thumbnail, ["https:", "http:"])?.href}
        {...sizeOf(node)}
        {...words}
      />
      {renderCaption(node, context)}
    </figure>
  );
}

/** A location. The OpenStreetMap page is not requested until the reader opens it. */
export function renderMap(node: RichContentNode, context: RenderContext, id: string | undefined): ReactNode {
  const { lat, lng, address, locationName, initialZoom } = dataOf(dataOf(node.mapData).mapSettings);
  const latitude = numberWithin(lat, -90, 90);
  const longitude = numberWithin(lng, -180, 180);
  const name = asText(locationName).trim() || asText(address).trim() || textOf(context)("blog.content.map");
  if (latitude === undefined || longitude === undefined) {
    const query = asText(address).trim();
    if (!query) return null;
    const url = `https://www.openstreetmap.org/search?query=${encodeURIComponent(query.slice(0, 300).toWellFormed())}`;
    return renderCard({ id, link: linkAttributes({ url }, context), title: name, lines: ["openstreetmap.org"] });
  }
  const zoom = Math.round(numberWithin(initialZoom, 1, 19) ?? 14);
  const reach = 360 / 2 ** zoom;
  const box = [longitude - reach, latitude - reach / 2, longitude + reach, latitude + reach / 2].map((one) =>
    one.toFixed(5),
  );
  const src = `https://www.openstreetmap.org/export/embed.html?bbox=${box.join("%2C")}&marker=${latitude}%2C${longitude}`;
  return (
    <figure id={id} className="site-figure">
      <ContentFrame
        src={src}
        page={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=${zoom}/${latitude}/${longitude}`}
        title={name}
        {...sizeOf(node)}
        {...frameTexts(src, context)}
      />
      {asText(address).trim() && <figcaption className="site-caption">{asText(address)}</figcaption>}
    </figure>
  );
}
