import type { getTagByLabelRequest } from "@porchlight/contract/blog/posts/schema";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { blogBaseUrl, publicVisibility } from "../posts/post-visibility.ts";
import { findTagByLabel } from "./tags-store.ts";

/**
 * The tag with this label, whatever its case. Without a language the site's own comes first.
 *
 * @throws {Refusal} `TAG_NOT_FOUND`.
 */
export async function getTagByLabel(
  context: BlogContext,
  _request: Requester,
  { params, query }: z.output<typeof getTagByLabelRequest>,
): Promise<RawJson> {
  const languages = { language: query.language, preferredLanguage: context.site.language };
  const baseUrl = query.fieldsets?.includes("URL") ? blogBaseUrl(context) : undefined;
  const json = await findTagByLabel(context.db, publicVisibility(context), params.label, languages, baseUrl);
  if (json === undefined) throw new Refusal("TAG_NOT_FOUND");
  return new RawJson(`{"tag":${json}}`);
}
