import type { Transaction } from "kysely";
import { Refusal } from "../../platform/context/errors.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { BlogTxContext } from "../blog-context.ts";
import { blogBaseUrl, publicVisibility, urlBases } from "../posts/post-visibility.ts";
import { findCategory } from "./categories-store.ts";
import { findTag } from "./tags-store.ts";

type Fieldsets = readonly ("UNKNOWN" | "URL" | "SEO")[] | null | undefined;

/** JSON of a category that was just written. */
export async function serializeCategory(
  tx: Transaction<Tables>,
  context: BlogTxContext,
  id: string,
  fieldsets: Fieldsets,
): Promise<string> {
  const selected = (fieldsets ?? []).filter((fieldset) => fieldset !== "UNKNOWN");
  const json = await findCategory(tx, publicVisibility(context), id, { fieldsets: selected, bases: urlBases(context) });
  if (json === undefined) throw new Refusal("CATEGORY_NOT_FOUND");
  return json;
}

/** JSON of a tag that was just written. */
export async function serializeTag(
  tx: Transaction<Tables>,
  context: BlogTxContext,
  id: string,
  fieldsets: Fieldsets,
): Promise<string> {
  const json = await findTag(
    tx,
    publicVisibility(context),
    id,
    fieldsets?.includes("URL") ? blogBaseUrl(context) : undefined,
  );
  if (json === undefined) throw new Refusal("TAG_NOT_FOUND");
  return json;
}
