import blog from "@porchlight/contract/texts/en/blog.json" with { type: "json" };
import content from "@porchlight/contract/texts/en/blog-content.json" with { type: "json" };
import type { Texts } from "../../../texts/use-texts.ts";
import type { RenderContext } from "../document.ts";

export const nodeTexts = { ...blog, ...content };

/** Texts of less common nodes. */
export function textOf(context: RenderContext): Texts<keyof typeof nodeTexts> {
  return context.text as Texts<keyof typeof nodeTexts>;
}
