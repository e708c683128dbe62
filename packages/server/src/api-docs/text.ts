import { type Html, html } from "../platform/http/html.ts";

/** Converts text with backticks to HTML with `code` elements. */
export function inlineCode(text: string): Html {
  const parts = text.split("`");
  return html`${parts.map((part, index) => (index % 2 === 1 && index < parts.length - 1 ? html`<code>${part}</code>` : part))}`;
}
