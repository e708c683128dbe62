import type { DataHook } from "@porchlight/contract/data/hooks/data-hook";

/** An item in hooks: its fields, dates as `Date`, and the system fields that it has. */
export interface HookItem {
  _id?: string;
  // biome-ignore lint/suspicious/noExplicitAny: items of a site have any fields
  [field: string]: any;
}

/** A query in the form of the API: operators such as `$gt`, sorts as `{fieldName, order}`. */
export interface HookQuery {
  filter?: Record<string, unknown>;
  sort?: { fieldName: string; order?: "ASC" | "DESC" }[];
  fields?: string[];
  paging?: { limit?: number; offset?: number };
  cursorPaging?: { limit?: number; cursor?: string };
  /** Set for searches. */
  search?: { expression: string; mode?: "AND" | "OR"; [option: string]: unknown };
}

/** The items of all collections, for hooks. Rejected operations throw an error with its `code`. */
export interface HookItems {
  /** `undefined` if there is no readable item. */
  get(collectionId: string, itemId: string): Promise<HookItem | undefined>;
  /** One page. Default for `paging.limit`: 50. */
  query(collectionId: string, query?: HookQuery): Promise<HookItem[]>;
  count(collectionId: string, filter?: Record<string, unknown>): Promise<number>;
  insert(collectionId: string, item: HookItem): Promise<HookItem>;
  save(collectionId: string, item: HookItem): Promise<HookItem>;
  update(collectionId: string, item: HookItem & { _id: string }): Promise<HookItem>;
  remove(collectionId: string, itemId: string): Promise<HookItem | undefined>;
}

/** The caller and the operation. */
export interface HookContext {
  collectionName: string;
  hook: DataHook;
  /** The id of the member, the visitor or the API key; `undefined` for the owner at the command line. */
  userId: string | undefined;
  userRole: "visitor" | "member" | "program" | "owner";
  /** The id of the request; `undefined` in jobs. */
  requestId: string | undefined;
  /** Aborts at the timeout of hooks. */
  signal: AbortSignal;
  /** The items with the rights of the caller. */
  items: HookItems;
  /** The items with the rights of the owner. */
  asOwner: HookItems;
}

/** The context of hooks on existing items. */
export interface ChangeHookContext<Item = HookItem> extends HookContext {
  /** The item before the change. */
  currentItem: Item;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a hook may return nothing
type HookResult<Value> = Value | null | undefined | void | Promise<Value | null | undefined | void>;

/**
 * Functions that run before and after operations on a collection's items. The result of a hook replaces its input;
 * nothing, or another type, leaves it unchanged. An error in a before hook rejects the operation.
 */
export interface CollectionHooks<Item extends object = HookItem> {
  beforeInsert?(item: Item, context: HookContext): HookResult<Item>;
  afterInsert?(item: Item, context: HookContext): HookResult<Item>;
  beforeUpdate?(item: Item, context: ChangeHookContext<Item>): HookResult<Item>;
  afterUpdate?(item: Item, context: ChangeHookContext<Item>): HookResult<Item>;
  beforeRemove?(itemId: string, context: ChangeHookContext<Item>): HookResult<string>;
  afterRemove?(item: Item, context: ChangeHookContext<Item>): HookResult<Item>;
  beforeGet?(itemId: string, context: HookContext): HookResult<string>;
  afterGet?(item: Item, context: HookContext): HookResult<Item>;
  beforeQuery?(query: HookQuery, context: HookContext): HookResult<HookQuery>;
  /** Called for each item of the page. */
  afterQuery?(item: Item, context: HookContext): HookResult<Item>;
  beforeCount?(query: Pick<HookQuery, "filter">, context: HookContext): HookResult<Pick<HookQuery, "filter">>;
  afterCount?(count: number, context: HookContext): HookResult<number>;
}

/** Hooks by collection id. */
export type SiteHooks = { readonly [collectionId: string]: CollectionHooks };
