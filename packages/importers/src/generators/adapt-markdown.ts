import type { DialectContext } from "./generator-format.ts";
import { adaptHugo, isHugo } from "./hugo.ts";
import { adaptJekyll, isLiquid } from "./jekyll.ts";
import { adaptMdx } from "./mdx.ts";
import { unshield } from "./text-parts.ts";
import { adaptZola, isZola } from "./zola.ts";

/**
 * Turns what site generators add to Markdown (shortcodes of Hugo and Zola, Liquid and kramdown's marks, MDX) into plain Markdown
 * as far as it can be, and tells the rest. It is recognised by what is in the text. Code stays as it is, and every line where it was.
 */
export function adaptMarkdown(markdown: string, context: DialectContext): string {
  let adapted = markdown.replace(/\r\n?/g, "\n");
  if (context.excerptSeparator !== undefined) adapted = markSummary(adapted, context.excerptSeparator);
  if (context.isMdx) adapted = adaptMdx(adapted, context);
  if (!/\{[{%:]/.test(adapted)) return adapted;
  if (isHugo(adapted)) adapted = adaptHugo(adapted, context);
  if (context.isJekyll || isLiquid(adapted)) adapted = adaptJekyll(adapted, context);
  else if (isZola(adapted)) adapted = adaptZola(adapted, context);
  return unshield(adapted);
}

function markSummary(markdown: string, separator: string): string {
  const at = markdown.indexOf(separator);
  if (at === -1 || /^<!--\s*more\s*-->$/i.test(separator)) return markdown;
  return `${markdown.slice(0, at)}<!-- more -->${markdown.slice(at + separator.length)}`;
}
