import type {
  CollectionField,
  CollectionInput,
  DataPermissions,
} from "@porchlight/contract/data/collections/collection";
import type { IndexField } from "@porchlight/contract/data/indexes/data-index";
import type { CollectionHooks, HookItem } from "@porchlight/server/hooks";

export type { ChangeHookContext, HookContext, HookItem, HookItems, HookQuery } from "@porchlight/server/hooks";

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
  /** Hooks before and after operations on items, by collection id. See docs/reference/data-hooks.md. */
  hooks?: { readonly [Id in keyof Items]?: CollectionHooks<Items[Id]> };
  /** Collections that a start creates, or changes if they differ. See docs/how-to/define-collections.md. */
  collections?: readonly CollectionDefinition[];
}

/**
 * Types the configuration of a site:
 *
 * ```ts
 * export default defineSite({
 *   collections: [{ id: "Recipes", fields: […] }],
 *   hooks: { Recipes: { beforeInsert(item, context) { … } } },
 * });
 * ```
 *
 * `defineSite<{ Recipes: Recipe }>(…)` types the items of collections.
 */
export function defineSite<Items extends Record<string, object> = Record<string, HookItem>>(
  definition: SiteDefinition<Items>,
): SiteDefinition<Items> {
  return definition;
}
