import { plainTextOf } from "@porchlight/contract/blog/rich-content/plain-text";
import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import { Html, html } from "../../platform/http/html.ts";
import { paragraph } from "../../platform/mail/compose-mail.ts";
import { inlineToHtml } from "../rich-content/markdown/inline-to-mdast.ts";

/** Deeper nodes are written as plain text. */
const maxDepth = 20;

interface ContentOptions {
  /** Page of the post, for what emails cannot show. */
  postUrl: string;
  /** Label of links to the page. */
  openLabel: string;
  /** Base URL of media files and links. */
  baseUrl: string;
}

/**
 * The document of a post as HTML for email programs, which support few elements and no scripts. Videos, polls and other
 * interactive nodes become links to the page.
 */
export function contentToMailHtml(nodes: readonly RichContentNode[], options: ContentOptions): Html {
  const addressOf = (url: string) => safeUrl(url, options.baseUrl) ?? options.postUrl;
  const inline = (list: readonly RichContentNode[]) =>
    new Html(inlineToHtml(list, addressOf).replaceAll('<a href="', '<a class="link" style="color:#3346c9" href="'));
  const openLink = paragraph(
    html`<a class="link" href="${options.postUrl}" style="color:#3346c9">${options.openLabel}</a>`,
  );
  return html`${nodes.map((node) => block(node, 0))}`;

  function blocks(list: readonly RichContentNode[], depth: number): Html[] {
    return list.flatMap((node) => block(node, depth) ?? []);
  }

  function block(node: RichContentNode, depth: number): Html | undefined {
    if (depth > maxDepth) return paragraph(plainTextOf([node]));
    const inner = () => blocks(node.nodes, depth + 1);
    switch (node.type) {
      case "PARAGRAPH":
        return node.nodes.length === 0 ? undefined : paragraph(inline(node.nodes));
      case "HEADING": {
        const size = (node.headingData?.level ?? 2) <= 2 ? "20px/28px" : "17px/24px";
        return html`<h2 style="margin:24px 0 8px;font:600 ${size} sans-serif">${inline(node.nodes)}</h2>`;
      }
      case "BULLETED_LIST":
      case "CHECKBOX_LIST":
        return html`<ul style="margin:0 0 16px;padding:0 0 0 24px">${inner()}</ul>`;
      case "ORDERED_LIST":
        return html`<ol start="${node.orderedListData?.start ?? 1}" style="margin:0 0 16px;padding:0 0 0 24px">${inner()}</ol>`;
      case "LIST_ITEM":
        return html`<li style="margin:0 0 4px">${inner()}</li>`;
      case "BLOCKQUOTE":
        return html`<blockquote style="margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid #dcdfe6">${inner()}</blockquote>`;
      case "CODE_BLOCK":
        return html`<pre class="code" style="margin:0 0 16px;padding:12px;background:#f2f3f7;border-radius:6px;font:14px/20px monospace;white-space:pre-wrap">${plainTextOf([node])}</pre>`;
      case "DIVIDER":
        return html`<hr style="margin:24px 0;border:0;border-top:1px solid #dcdfe6">`;
      case "IMAGE":
        return image(node);
      case "TABLE":
        return html`<table cellpadding="6" cellspacing="0" border="1" style="margin:0 0 16px;border-collapse:collapse">${inner()}</table>`;
      case "TABLE_ROW":
        return html`<tr>${inner()}</tr>`;
      case "TABLE_CELL":
        return html`<td colspan="${node.tableCellData?.colspan ?? 1}" rowspan="${node.tableCellData?.rowspan ?? 1}">${inner()}</td>`;
      case "COLLAPSIBLE_ITEM_TITLE":
        return html`<strong>${inner()}</strong>`;
      case "COLLAPSIBLE_LIST":
      case "COLLAPSIBLE_ITEM":
      case "COLLAPSIBLE_ITEM_BODY":
      case "LAYOUT":
      case "LAYOUT_CELL":
        return html`${inner()}`;
      default:
        return node.nodes.some(({ textData }) => textData) ? paragraph(inline(node.nodes)) : openLink;
    }
  }

  function image({ imageData, nodes: captions }: RichContentNode): Html | undefined {
    const src = imageData?.image?.src?.url && safeUrl(imageData.image.src.url, options.baseUrl);
    if (!src?.startsWith("http")) return undefined;
    const caption = inline(captions.flatMap((node) => node.nodes));
    return html`${mailImage(src, imageData?.altText ?? "")}${caption.text !== "" && html`<p class="quiet" style="margin:-8px 0 16px;color:#565c69;font-size:14px">${caption}</p>`}`;
  }
}

/** An image that fits into the frame of emails. */
export const mailImage = (src: string, alt: string): Html =>
  html`<p style="margin:0 0 16px"><img src="${src}" alt="${alt}" width="550" border="0" style="display:block;width:100%;max-width:550px;height:auto;border-radius:6px"></p>`;

/** An absolute URL; `undefined` for schemes that emails must not contain. */
export function safeUrl(url: string, baseUrl: string): string | undefined {
  const parsed = URL.parse(url, baseUrl);
  return parsed && ["http:", "https:", "mailto:", "tel:"].includes(parsed.protocol) ? parsed.href : undefined;
}
