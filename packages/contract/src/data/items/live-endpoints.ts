import { endpoint } from "../../endpoint.ts";
import type { LiveItemsRequest } from "./item.ts";

/**
 * What becomes of the items of a query, as Server-Sent Events: `reset` (read the list; everything after it is told from here on),
 * `inserted` and `updated` with the item, `removed` with its id. `Last-Event-ID` goes on after an outage. Of our own.
 */
export const liveItems = /* @__PURE__ */ endpoint<LiveItemsRequest, never>(
  "POST",
  "/_api/porchlight/v1/data/items/live",
  { readOnly: true },
);
