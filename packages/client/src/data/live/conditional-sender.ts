import type { Endpoint, EndpointRequest } from "@porchlight/contract/endpoint";
import { buildRequest } from "@porchlight/contract/wire/request-encoding";
import { convert } from "../../conversion.ts";
import { readResponse } from "../../http/response.ts";
import { type ClientTransport, callTimeoutMs } from "../../transport.ts";
import { type AnyEndpoint, converters, rules } from "../data-call.ts";
import { dataErrorFromResponse } from "../data-errors.ts";

/** Sends the same query repeatedly: an unchanged response is not transferred again. Sends once, without retries. */
export function createConditionalSender(transport: ClientTransport, base: object, ended: AbortSignal) {
  // Any tag makes the server send one.
  let tag = '"-"';
  let result: unknown;
  return async <Response>(endpoint: AnyEndpoint<Response>, query: object): Promise<Response> => {
    const params = convert({ ...base, ...query }, rules, "request", converters) as Record<string, string>;
    const { url, method, body } = buildRequest(endpoint as Endpoint<EndpointRequest, unknown>, { params });
    const response = await transport.fetch(
      url,
      {
        method,
        headers: { "if-none-match": tag },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.any([ended, AbortSignal.timeout(callTimeoutMs)]),
        cache: "no-store",
      },
      true,
    );
    if (response.status === 304) return result as Response;
    const parsed = await readResponse(response);
    if (!response.ok) throw dataErrorFromResponse(parsed, Date.now());
    tag = response.headers.get("etag") ?? tag;
    result = convert(parsed.body ?? {}, rules, "response", converters);
    return result as Response;
  };
}
