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

/** What most pages need of items: apart from the others, so that browsers load no more. */

const queryPath = "/wix-data/v2/items/query";

/** Its own rule: always `.r`, and a POST of the same once path and `.r` are longer than 2048 characters. Source: wire.md. */
function queryOrPost(params: object): string | undefined {
  const encoded = encodeR(params);
  return exceedsLongUrl(queryPath, encoded) ? undefined : `.r=${encoded}`;
}

/** Before {@link getItem}: `query` is no id there. */
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
