import type { DataHook } from "@porchlight/contract/data/hooks/data-hook";

/** An item as hooks see it: its fields, dates as `Date`, and `_id`, `_owner`, `_createdDate`, `_updatedDate` where there are any. */
export interface HookItem {
  _id?: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a site's items hold is for the site to say
  [field: string]: any;
}

/** A query as it was asked, of the forms of the API: an operator each as `$gt`, a sort as `{fieldName, order}`. */
export interface HookQuery {
  filter?: Record<string, unknown>;
  sort?: { fieldName: string; order?: "ASC" | "DESC" }[];
  fields?: string[];
  paging?: { limit?: number; offset?: number };
  cursorPaging?: { limit?: number; cursor?: string };
  /** Of a search. */
  search?: { expression: string; mode?: "AND" | "OR"; [option: string]: unknown };
}

/** Items of any collection, for hooks to work with. What is refused is thrown, with its code in `code`. */
export interface HookItems {
  /** `undefined` where there is none that may be read. */
  get(collectionId: string, itemId: string): Promise<HookItem | undefined>;
  /** One page: 50 items unless `paging.limit` says otherwise. */
  query(collectionId: string, query?: HookQuery): Promise<HookItem[]>;
  count(collectionId: string, filter?: Record<string, unknown>): Promise<number>;
  insert(collectionId: string, item: HookItem): Promise<HookItem>;
  save(collectionId: string, item: HookItem): Promise<HookItem>;
  update(collectionId: string, item: HookItem & { _id: string }): Promise<HookItem>;
  remove(collectionId: string, itemId: string): Promise<HookItem | undefined>;
}

/** Who asks, and for what. */
export interface HookContext {
  collectionName: string;
  hook: DataHook;
  /** Of the member, the visitor or the API key; absent for the owner at the command line. */
  userId: string | undefined;
  userRole: "visitor" | "member" | "program" | "owner";
  /** Of the request that is answered; absent in jobs. */
  requestId: string | undefined;
  /** Ends with the time that hooks have. */
  signal: AbortSignal;
  /** In the name of who asks, with their rights. */
  items: HookItems;
  /** In the name of the owner, who may do everything. */
  asOwner: HookItems;
}

/** Of hooks of items that are there already. */
export interface ChangeHookContext<Item = HookItem> extends HookContext {
  /** As it was before the change. */
  currentItem: Item;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a hook may end without a word
type Answer<Value> = Value | null | undefined | void | Promise<Value | null | undefined | void>;

/**
 * What is done before and after what is done with a collection's items. What a hook returns takes the place of what it was given;
 * what is of another type, or nothing, leaves it. What a before hook throws refuses the call.
 */
export interface CollectionHooks<Item extends object = HookItem> {
  beforeInsert?(item: Item, context: HookContext): Answer<Item>;
  afterInsert?(item: Item, context: HookContext): Answer<Item>;
  beforeUpdate?(item: Item, context: ChangeHookContext<Item>): Answer<Item>;
  afterUpdate?(item: Item, context: ChangeHookContext<Item>): Answer<Item>;
  beforeRemove?(itemId: string, context: ChangeHookContext<Item>): Answer<string>;
  afterRemove?(item: Item, context: ChangeHookContext<Item>): Answer<Item>;
  beforeGet?(itemId: string, context: HookContext): Answer<string>;
  afterGet?(item: Item, context: HookContext): Answer<Item>;
  beforeQuery?(query: HookQuery, context: HookContext): Answer<HookQuery>;
  /** Called for each item of the page. */
  afterQuery?(item: Item, context: HookContext): Answer<Item>;
  beforeCount?(query: Pick<HookQuery, "filter">, context: HookContext): Answer<Pick<HookQuery, "filter">>;
  afterCount?(count: number, context: HookContext): Answer<number>;
}

/** By the id of the collection. */
export type SiteHooks = { readonly [collectionId: string]: CollectionHooks };
