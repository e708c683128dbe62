import type { CollectionHooks, HookItem } from "@porchlight/server";

export type { ChangeHookContext, HookContext, HookItem, HookItems, HookQuery } from "@porchlight/server";

/** What `porchlight.config.ts` of the working folder says of a site, beside what is in its database. */
export interface SiteDefinition<Items extends Record<string, object> = Record<string, HookItem>> {
  /** By the id of a collection: what is done before and after what is done with its items. See docs/data.md, "Hooks". */
  hooks?: { readonly [Id in keyof Items]?: CollectionHooks<Items[Id]> };
}

/**
 * Says what a site is, with types: `export default defineSite({ hooks: { Recipes: { beforeInsert(item, context) { … } } } })`. What the
 * items of its collections hold may be said as `defineSite<{ Recipes: Recipe }>(…)`.
 */
export function defineSite<Items extends Record<string, object> = Record<string, HookItem>>(
  definition: SiteDefinition<Items>,
): SiteDefinition<Items> {
  return definition;
}
