import type { CollectionView } from "@porchlight/client/data";
import { fieldOf } from "./list-query.ts";

/** An item as a page of its collection has it: its id and the fields that are shown. */
export interface CollectionEntry {
  _id: string;
  _owner?: string | undefined;
  _updatedDate?: Date | undefined;
  [field: string]: unknown;
}

/** The same as screens take it: also with a type of its own, as `defineCollections` gives one. */
export interface ShownItem {
  _id: string;
}

/** What items of other collections are called, by collection and id. Those that are not for the reader are missing. */
export type ReferenceNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What an item is called; nothing where it has no name. */
export function titleOf(view: Pick<CollectionView, "displayField">, entry: CollectionEntry): string {
  const name = view.displayField === null ? undefined : entry[view.displayField];
  return typeof name === "string" || typeof name === "number" ? String(name).trim() : "";
}

/** Whether the reader may do this with the item. */
export function mayDo(view: CollectionView, entry: CollectionEntry, action: "update" | "remove"): boolean {
  const access = view.access[action];
  return access === "ALL" || (access === "OWN" && entry._owner !== undefined && entry._owner === view.ownerId);
}

/** The address of a page of a collection, or of one of its items. Ids of dots alone, or that begin with `~`, have a `~` before them there. */
export function collectionPath(collectionId: string, itemId?: string): string {
  const path = `/collections/${encodeURIComponent(collectionId)}`;
  // Browsers take a step of dots out of an address, however it is written.
  return itemId === undefined ? path : `${path}/${encodeURIComponent(itemId.replace(/^(?=~|\.\.?$)/, "~"))}`;
}

/** The id of the item that a field holds, or of all that it does. */
export function referencedIds(value: unknown): string[] {
  return [value].flat().flatMap((one) => {
    const id = typeof one === "object" && one !== null ? (one as { _id?: unknown })._id : one;
    return typeof id === "string" && id !== "" ? [id] : [];
  });
}

/** Labels of fields, for chips and headings. */
export const labelOf = (view: CollectionView, key: string): string => fieldOf(view, key)?.displayName ?? key;
