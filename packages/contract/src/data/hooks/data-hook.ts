/** Points before and after calls on items at which the site's code can run. Source: errors.md §4, `WDE0078`. */
export const dataHooks = [
  "beforeInsert",
  "afterInsert",
  "beforeUpdate",
  "afterUpdate",
  "beforeRemove",
  "afterRemove",
  "beforeGet",
  "afterGet",
  "beforeQuery",
  "afterQuery",
  "beforeCount",
  "afterCount",
] as const;
/** A point before or after calls on items. */
export type DataHook = (typeof dataHooks)[number];

/** Maximum hook URLs per collection. */
export const maxHookUrls = 10;

/** A URL of the owner that is called before or after calls on a collection's items. */
export interface DataHookAddress {
  id: string;
  collectionId: string;
  /** http or https. */
  url: string;
  /** When it is called. */
  hooks: DataHook[];
  /** ISO 8601, UTC. */
  createdDate: string;
}

export type CreateDataHookRequest = { body: { hook: { collectionId: string; url: string; hooks: DataHook[] } } };
/** `secret` is returned only once: it signs the calls. */
export interface CreateDataHookResponse {
  hook: DataHookAddress;
  secret: string;
}
export type ListDataHooksRequest = { query: { collectionId?: string } };
export interface ListDataHooksResponse {
  hooks: DataHookAddress[];
}
export type DataHookByIdRequest = { params: { hookId: string } };
