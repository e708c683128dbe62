import type {
  CollectionField,
  CollectionInput,
  DataPermissions,
} from "@porchlight/contract/data/collections/collection";
import type { IndexField } from "@porchlight/contract/data/indexes/data-index";
import type { CollectionHooks, HookItem } from "@porchlight/server";

export type { ChangeHookContext, HookContext, HookItem, HookItems, HookQuery } from "@porchlight/server";

/** A collection in code: the input of `porchlight collection create`, with indexes and fine-grained permissions. */
export interface CollectionDefinition extends Omit<CollectionInput, "id" | "fields" | "revision"> {
  id: string;
  fields?: readonly CollectionField[];
  /** Fine-grained permissions in place of `permissions`. */
  dataPermissions?: Partial<Pick<DataPermissions, "itemRead" | "itemInsert" | "itemUpdate" | "itemRemove">>;
  indexes?: readonly { name?: string; fields: readonly IndexField[] }[];
}

/** The configuration of a site in `porchlight.config.ts` of the working folder. */
export interface SiteDefinition<Items extends Record<string, object> = Record<string, HookItem>> {
  /** By the id of a collection: what is done before and after what is done with its items. See docs/reference/data-hooks.md. */
  hooks?: { readonly [Id in keyof Items]?: CollectionHooks<Items[Id]> };
  /** Collections that a start makes, or changes where they differ. See docs/how-to/define-collections.md. */
  collections?: readonly CollectionDefinition[];
}

/**
 * Says what a site is, with types: `export default defineSite({ collections: [{ id: "Recipes", fields: […] }], hooks: { Recipes: { beforeInsert(item,
 * context) { … } } } })`. What the
 * items of its collections hold may be said as `defineSite<{ Recipes: Recipe }>(…)`.
 */
export function defineSite<Items extends Record<string, object> = Record<string, HookItem>>(
  definition: SiteDefinition<Items>,
): SiteDefinition<Items> {
  return definition;
}
