import { endpoint } from "../../endpoint.ts";
import type { LiveItemsRequest } from "./item.ts";

/**
 * Notifies of changes to a query's collection, and to those that it reads through references, as Server-Sent Events:
 * `change` (read the list now), the first when the stream opens. A Porchlight extension.
 */
export const liveItems = /* @__PURE__ */ endpoint<LiveItemsRequest, never>(
  "POST",
  "/_api/porchlight/v1/data/items/live",
  { readOnly: true },
);
