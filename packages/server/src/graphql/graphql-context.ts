import type { Endpoint, EndpointRequest } from "@porchlight/contract/endpoint";
import type { RequestContext } from "../platform/context/request-context.ts";
import { RawJson, type ServedEndpoint } from "../platform/http/serve.ts";
import { createLoaders, type Loaders } from "./loaders.ts";

/** Calls an endpoint for the caller of the request. */
export type CallEndpoint = <Request extends EndpointRequest, Response>(
  endpoint: Endpoint<Request, Response>,
  input: { params?: object; query?: object; body?: object },
) => Promise<Response>;

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
    const call: CallEndpoint = async (endpoint, input) => {
      const found = byEndpoint.get(endpoint);
      if (!found) throw new Error(`The endpoint ${endpoint.path} is not served.`);
      const result = await found.call(request, { params: {}, query: {}, body: {}, ...input });
      return result instanceof RawJson ? JSON.parse(result.text) : result;
    };
    return { request, call, loaders: createLoaders(call) };
  };
}
