import { endpoint } from "../../endpoint.ts";
import { encodeComplexQuery, encodeR, exceedsLongUrl } from "../../wire/complex-query.ts";
import type {
  CountItemsRequest,
  CountItemsResponse,
  GetItemRequest,
  ItemResponse,
  QueryItemsByPostRequest,
  QueryItemsRequest,
  QueryItemsResponse,
} from "./item.ts";

/** Endpoints that most pages need, separate to keep browser bundles small. */

const queryPath = "/wix-data/v2/items/query";

/** Item queries always use `.r`, and a POST once path and `.r` exceed 2048 characters. Source: wire.md. */
function queryOrPost(params: object): string | undefined {
  const encoded = encodeR(params);
  return exceedsLongUrl(queryPath, encoded) ? undefined : `.r=${encoded}`;
}

/** Must be matched before {@link getItem}, where `query` would be an id. */
export const queryItems = /* @__PURE__ */ endpoint<QueryItemsRequest, QueryItemsResponse>("GET", queryPath, {
  encode: queryOrPost,
});
export const queryItemsByPost = /* @__PURE__ */ endpoint<QueryItemsByPostRequest, QueryItemsResponse>(
  "POST",
  queryPath,
  {
    readOnly: true,
  },
);
export const getItem = /* @__PURE__ */ endpoint<GetItemRequest, ItemResponse>("GET", "/wix-data/v2/items/:dataItemId", {
  encode: encodeComplexQuery,
});
export const countItems = /* @__PURE__ */ endpoint<CountItemsRequest, CountItemsResponse>(
  "POST",
  "/wix-data/v2/items/count",
  { readOnly: true },
);
