import * as entities from "@porchlight/contract/webhooks/conversions";
import { mediaConverters } from "../blog/media.ts";
import { convert } from "../conversion.ts";
import { isObject } from "../http/response.ts";
import type { EventModules } from "./event-types.ts";

/** How events of one type are handled. */
export interface EventDefinition {
  type: string;
  /**
   * Converts the entity to the caller's names. Absent for events without an entity: handlers receive the raw payload.
   */
  convert?: (entity: unknown) => unknown;
  /** Whether `process` returns the entity unconverted; the contract specifies this for data items only. */
  returnsRawEntity?: boolean;
}

const definition = (type: string, rules: typeof entities.plainEntity, then = (entity: unknown) => entity) => ({
  type,
  convert: (entity: unknown) =>
    then((convert({ entity }, rules, "response", mediaConverters) as { entity: unknown }).entity),
});

const post = (slug: string) => definition(`wix.blog.v3.post_${slug}`, entities.postEntity);
const draft = (slug: string) => definition(`wix.blog.v3.draft_${slug}`, entities.draftEntity);
const category = (slug: string) => definition(`wix.blog.v3.category_${slug}`, entities.categoryEntity);
const tag = (slug: string) => definition(`wix.blog.v3.tag_${slug}`, entities.tagEntity);
const like = (slug: string) => definition(`wix.blog.v1.like_${slug}`, entities.likeEntity);
const item = (slug: string) => ({
  ...definition(`wix.data.v2.data_item_${slug}`, entities.itemEntity, decodeDates),
  returnsRawEntity: true,
});

/** Source: webhooks.md, "Event types". */
export const eventModules: { [Name in keyof EventModules]: Record<keyof EventModules[Name], EventDefinition> } = {
  posts: {
    onPostCreated: post("created"),
    onPostUpdated: post("updated"),
    onPostDeleted: post("deleted"),
    onPostLiked: post("liked"),
    onPostUnliked: post("unliked"),
  },
  draftPosts: {
    onDraftCreated: draft("created"),
    onDraftUpdated: draft("updated"),
    onDraftDeleted: draft("deleted"),
  },
  categories: {
    onCategoryCreated: category("created"),
    onCategoryUpdated: category("updated"),
    onCategoryDeleted: category("deleted"),
  },
  tags: { onTagCreated: tag("created"), onTagUpdated: tag("updated"), onTagDeleted: tag("deleted") },
  likes: { onLikeCreated: like("created"), onLikeDeleted: like("deleted") },
  items: {
    onDataItemCreated: item("created"),
    onDataItemUpdated: item("updated"),
    onDataItemDeleted: item("deleted"),
  },
};

/** Dates of data items are wrapped in objects. */
function decodeDates(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decodeDates);
  if (!isObject(value) || value instanceof Date) return value;
  const { $date: date } = value;
  if (typeof date === "string" && !Number.isNaN(Date.parse(date))) return new Date(date);
  return Object.fromEntries(Object.entries(value).map(([key, nested]) => [key, decodeDates(nested)]));
}
