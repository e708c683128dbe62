import * as blog from "@porchlight/contract/blog/posts/endpoints";
import type { Category, Tag } from "@porchlight/contract/blog/posts/post";
import { queryItemsByPost } from "@porchlight/contract/data/items/read-endpoints";
import type { Endpoint, EndpointRequest } from "@porchlight/contract/endpoint";
import DataLoader from "dataloader";
import type { RequestContext } from "../platform/context/request-context.ts";
import { RawJson, type ServedEndpoint } from "../platform/http/serve.ts";
import { createReadLimit } from "./response-size.ts";

/** What resolvers depend on; created for each request. */
export interface GraphqlContext {
  request: RequestContext;
  call: CallEndpoint;
  loaders: Loaders;
}

/** Creates the contexts of requests. Resolvers call endpoints, so that both APIs have the same checks and limits. */
export function createContexts(served: readonly ServedEndpoint[]): (request: RequestContext) => GraphqlContext {
  const byEndpoint = new Map<unknown, ServedEndpoint>(served.map((one) => [one.endpoint, one]));
  return (request) => {
    const countRead = createReadLimit();
    const call: CallEndpoint = async (endpoint, input) => {
      const found = byEndpoint.get(endpoint);
      if (!found) throw new Error(`The endpoint ${endpoint.path} is not served.`);
      const result = await found.call(request, { params: {}, query: {}, body: {}, ...input });
      if (!(result instanceof RawJson)) return result;
      // A write is done already: clients would repeat it.
      if (endpoint.method === "GET" || endpoint.options.readOnly) countRead(result.text);
      return JSON.parse(result.text);
    };
    return { request, call, loaders: createLoaders(call) };
  };
}

/** Calls an endpoint for the caller of the request. */
type CallEndpoint = <Request extends EndpointRequest, Response>(
  endpoint: Endpoint<Request, Response>,
  input: { params?: object; query?: object; body?: object },
) => Promise<Response>;

type ItemData = Record<string, unknown>;

/** Batch the reads of one request. Missing and unreadable records are null. */
interface Loaders {
  category: DataLoader<string, Category | null>;
  tag: DataLoader<string, Tag | null>;
  /** The items of a collection. */
  items(collectionId: string): DataLoader<string, ItemData | null>;
}

/** Largest page of a query. */
const maxBatchSize = 100;

function createLoaders(call: CallEndpoint): Loaders {
  const byId = <Row extends { id: string }>(read: (query: object) => Promise<readonly Row[]>) =>
    new DataLoader<string, Row | null>(
      async (ids) => {
        const rows = await read({ filter: { id: { $in: ids } }, cursorPaging: { limit: ids.length } });
        const found = new Map(rows.map((row) => [row.id, row]));
        return ids.map((id) => found.get(id) ?? null);
      },
      { maxBatchSize },
    );
  const collections = new Map<string, DataLoader<string, ItemData | null>>();
  return {
    category: byId(async (query) => (await call(blog.queryCategories, { body: { query } })).categories),
    tag: byId(async (query) => (await call(blog.queryTags, { body: { query } })).tags),
    items(collectionId) {
      const existing = collections.get(collectionId);
      if (existing) return existing;
      const loader = new DataLoader<string, ItemData | null>(
        async (ids) => {
          const query = { filter: { _id: { $hasSome: ids } }, cursorPaging: { limit: ids.length } };
          const body = { dataCollectionId: collectionId, query };
          const { dataItems } = await call(queryItemsByPost, { body });
          const found = new Map(dataItems.map(({ id, data }) => [id, data as ItemData]));
          return ids.map((id) => found.get(id) ?? null);
        },
        { maxBatchSize },
      );
      collections.set(collectionId, loader);
      return loader;
    },
  };
}
