import { adaptHugo, adaptZola, isHugo, isZola } from "./hugo-and-zola.ts";
import { adaptJekyll, isLiquid } from "./jekyll.ts";
import { adaptMdx } from "./mdx.ts";
import { type GeneratorContext, unshield } from "./text-parts.ts";

/**
 * Converts extensions of Markdown by site generators (shortcodes of Hugo and Zola, Liquid, attributes of kramdown, MDX)
 * to plain Markdown, and adds a note for what has no equivalent. The extension is detected by the text. Code and line
 * numbers are unchanged.
 */
export function adaptMarkdown(markdown: string, context: GeneratorContext): string {
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
