import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import type { ReactNode } from "react";
import { safeUrl } from "../../../ui/safe-url.ts";
import { asText, dataOf, type RenderContext } from "../document.ts";
import { mediaProtocols, renderCaption } from "../media.tsx";
import { type LinkAttributes, linkAttributes } from "../text.tsx";
import { backgroundOf, borderOf, coloredText, type Style, styled } from "./css-values.ts";
import { sourceOf } from "./media.tsx";
import { textOf } from "./node-texts.ts";

interface Card {
  id: string | undefined;
  link: LinkAttributes | undefined;
  picture?: string | undefined;
  title: string;
  lines: readonly string[];
  style?: Style | undefined;
}

/** A link with an image, a title and some text. */
export function renderCard({ id, link, picture, title, lines, style }: Card): ReactNode {
  const Box = link ? "a" : "div";
  return (
    <Box
      id={id}
      className="site-card-row"
      data-filled={style?.backgroundColor ? true : undefined}
      {...link}
      {...styled(style ?? {})}
    >
      {picture && <img className="site-card-picture" src={picture} alt="" loading="lazy" decoding="async" />}
      <span className="site-card-words">
        <span className="site-card-title">{title}</span>
        {lines.filter(Boolean).map((line) => (
          <span key={line} className="site-card-note">
            {line}
          </span>
        ))}
      </span>
    </Box>
  );
}

export function renderLinkPreview(node: RichContentNode, context: RenderContext, id: string | undefined): ReactNode {
  const { link, title, description, thumbnailUrl, styles } = dataOf(node.linkPreviewData);
  const attributes = linkAttributes(link, context);
  const name = asText(title).trim() || attributes?.href;
  if (!attributes || !name) return null;
  const hidden = dataOf(styles).thumbnailPosition === "HIDDEN";
  return renderCard({
    id,
    link: attributes,
    picture: hidden ? undefined : safeUrl(thumbnailUrl, mediaProtocols)?.href,
    title: name,
    lines: [asText(description), hostOf(attributes.href)],
    style: { ...borderOf(dataOf(styles)), ...backgroundOf(dataOf(styles).backgroundColor) },
  });
}

/** A product, event or booking of another app, as described by the document. */
export function renderAppEmbed(node: RichContentNode, context: RenderContext, id: string | undefined): ReactNode {
  const data = dataOf(node.appEmbedData);
  const title = data.hideTitle === true ? "" : asText(data.name).trim();
  const link = linkAttributes({ url: asText(data.url) }, context);
  if (!title && !link) return null;
  const { currency, valueFrom, valueTo, discountedValue } = dataOf(data.pricingData);
  const price = (value: unknown) => priceOf(asText(value), asText(currency), context.text.language);
  const prices = discountedValue ? [price(discountedValue)] : [...new Set([price(valueFrom), price(valueTo)])];
  const { scheduling, location } = dataOf(data.eventData);
  return renderCard({
    id,
    link,
    picture:
      data.hideImage === true ? undefined : (sourceOf(data.image) ?? safeUrl(data.imageSrc, mediaProtocols)?.href),
    title: title || (link?.href ?? ""),
    lines: [
      data.hidePrice === true ? "" : prices.filter(Boolean).join(" – "),
      data.hideDateTime === true ? "" : asText(scheduling),
      data.hideLocation === true ? "" : asText(location),
      data.hideDuration === true ? "" : asText(dataOf(data.bookingData).durations),
    ],
    style: { ...borderOf(dataOf(data.cardStyles)), ...backgroundOf(dataOf(data.cardStyles).backgroundColor) },
  });
}

function priceOf(value: string, currency: string, language: string): string {
  if (!/^\d{1,12}(?:\.\d{1,4})?$/.test(value)) return "";
  if (!/^[A-Z]{3}$/.test(currency)) return value;
  return new Intl.NumberFormat(language, { style: "currency", currency }).format(Number(value));
}

/** A link styled as a button. Buttons that only run another app's code are omitted. */
export function renderButton(node: RichContentNode, context: RenderContext, id: string | undefined): ReactNode {
  const { text, link, styles } = dataOf(node.buttonData);
  const attributes = linkAttributes(link, context);
  const words = asText(text).trim();
  if (!attributes || !words) return null;
  const { background, backgroundColor, textColor } = dataOf(styles);
  const { color, gradient } = dataOf(background);
  const surface = backgroundOf(color ?? backgroundColor, gradient);
  const own = surface.backgroundColor ? coloredText(textColor, color ?? backgroundColor).style : undefined;
  return (
    <p id={id} className="site-button-line">
      <a className="site-link-button" {...attributes} {...styled({ ...surface, ...own, ...borderOf(dataOf(styles)) })}>
        {words}
      </a>
    </p>
  );
}

/** A drawing, as an image, so that it cannot run scripts. */
export function renderShape(node: RichContentNode, context: RenderContext, id: string | undefined): ReactNode {
  const { shape, altText, link } = dataOf(node.shapeData);
  const source = sourceOf(shape);
  if (!source) return null;
  const attributes = linkAttributes(link, context);
  const picture = (
    <img src={source} alt={asText(altText) || (attributes?.href ?? "")} loading="lazy" decoding="async" />
  );
  return (
    <figure id={id} className="site-figure site-shape">
      {attributes ? <a {...attributes}>{picture}</a> : picture}
      {renderCaption(node, context)}
    </figure>
  );
}

/** The host without `www.`; empty for URLs of this site. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host.replace(/^www\./, "") : "";
}

/** Texts of an external frame. */
export function frameTexts(address: string, context: RenderContext): { load: string; open: string } {
  const text = textOf(context);
  const host = hostOf(address);
  return { load: text("blog.content.loadFrom", { host }), open: text("blog.content.openOn", { host }) };
}
