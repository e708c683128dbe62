import { parseImageUrl } from "@porchlight/client/blog";
import { createElement, type ReactNode } from "react";
import { safeUrl } from "../../ui/safe-url.ts";
import type { FieldValueProps } from "./field-value-props.ts";
import { type MarkupElement, type MarkupNode, readMarkup } from "./markup.ts";

interface MarkupViewProps extends Pick<FieldValueProps, "imageHost"> {
  value: unknown;
}

/** HTML with headings, lists and links, rendered from safe elements, never as HTML. Default export for `lazy`. */
export default function MarkupView({ value, imageHost }: MarkupViewProps) {
  // The item's title is above.
  const outline = { level: 1 };
  return <div className="site-prose">{draw(readMarkup(String(value)), outline, imageHost)}</div>;
}

const isBlank = (node: MarkupNode): boolean => typeof node === "string" && node.trim() === "";

function draw(nodes: readonly MarkupNode[], outline: { level: number }, host: string | undefined): ReactNode[] {
  return nodes.map((node, index) => {
    if (typeof node === "string") return node;
    const { tag, children } = node;
    const inside = () => draw(children, outline, host);
    const key = { key: index };
    if (tag === "br" || tag === "hr") return createElement(tag, key);
    if (tag === "img") return drawPicture(node, index, host);
    if (tag === "a") {
      const url = safeUrl(node.address);
      const rel = url?.isForeign ? "noopener nofollow ugc" : undefined;
      return createElement(url ? "a" : "span", { ...key, href: url?.href, rel }, inside());
    }
    if (tag === "ul" || tag === "ol") {
      const items = children.filter((child) => !isBlank(child));
      return createElement(tag, key, draw(items.map(asEntry), outline, host));
    }
    if (!/^h\d$/.test(tag)) return createElement(tag, key, inside());
    if (children.every(isBlank)) return null;
    // At most one deeper than the previous, so that the outline has no gaps.
    outline.level = Math.max(2, Math.min(Number(tag[1]), outline.level + 1));
    return createElement(`h${outline.level}`, key, inside());
  });
}

/** Lists only contain items. */
const asEntry = (child: MarkupNode): MarkupElement =>
  typeof child !== "string" && child.tag === "li" ? child : { tag: "li", children: [child] };

function drawPicture({ address, alt }: MarkupElement, key: number, host: string | undefined): ReactNode {
  const image = parseImageUrl(address, host);
  if (!image) return null;
  return (
    <img
      key={key}
      className="site-field-image"
      src={image.src}
      width={image.width}
      height={image.height}
      alt={alt ?? image.alt}
      loading="lazy"
      decoding="async"
    />
  );
}
