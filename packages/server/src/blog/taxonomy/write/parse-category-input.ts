import type { ParsedCategory } from "@porchlight/contract/blog/taxonomy/schema";
import type { BlogContext } from "../../blog-context.ts";
import { parseImage } from "../../drafts/write/draft-media.ts";
import type { TaxonomyChange } from "./taxonomy-writes-store.ts";

/** What writers send as new values of a category; slug and language come apart. @throws {InvalidArguments} for an image that is none. */
export function parseCategoryInput({ config }: BlogContext, input: ParsedCategory): Omit<TaxonomyChange, "slug"> {
  const { description, displayPosition, translationId, coverImage, seoData } = input;
  const label = (input.label ?? input.title)?.trim();
  return {
    ...(label !== undefined && { label }),
    ...(description !== undefined && { description: description || null }),
    // Without a place it is behind all that have one.
    ...(displayPosition !== undefined && { display_position: displayPosition ?? -1 }),
    ...(translationId !== undefined && { translation_id: translationId }),
    ...(coverImage !== undefined && {
      cover_image: coverImage && parseImage(coverImage, "category.coverImage", config.publicUrl),
    }),
    ...(seoData !== undefined && { seo_data: { ...seoData, tags: seoData?.tags ?? [] } }),
  };
}
