import { endpoint } from "../../endpoint.ts";
import type { LiveItemsRequest } from "./item.ts";

/**
 * Streams changes of a query's items as Server-Sent Events: `reset` (read the list; changes follow from here),
 * `inserted` and `updated` with the item, `removed` with its id. `Last-Event-ID` resumes the stream. A Porchlight
 * extension.
 */
export const liveItems = /* @__PURE__ */ endpoint<LiveItemsRequest, never>(
  "POST",
  "/_api/porchlight/v1/data/items/live",
  { readOnly: true },
);
