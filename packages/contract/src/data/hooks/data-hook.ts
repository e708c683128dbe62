/** Moments around a call on items at which code of the site's own may step in. Source: errors.md §4, `WDE0078`. */
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
export type DataHook = (typeof dataHooks)[number];

/** Addresses that one collection may have. */
export const maxHookUrls = 10;

/** An address of the owner's that is called before or after what is done with a collection's items. */
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
/** `secret` is told this once: calls are signed with it. */
export interface CreateDataHookResponse {
  hook: DataHookAddress;
  secret: string;
}
export type ListDataHooksRequest = { query: { collectionId?: string } };
export interface ListDataHooksResponse {
  hooks: DataHookAddress[];
}
export type DataHookByIdRequest = { params: { hookId: string } };
