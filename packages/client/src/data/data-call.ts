import type { Endpoint } from "@porchlight/contract/endpoint";
import type { ConversionRules } from "@porchlight/contract/wire/conversion-rules";
import { type Converters, convert } from "../conversion.ts";
import { createError, isPorchlightError } from "../errors.ts";
import { isNonEmptyString, isObject } from "../http/response.ts";
import type { CallOptions, Transport } from "../transport.ts";
import { check, dataErrorFromResponse } from "./data-errors.ts";

/** Keys belong to the site and are never renamed, at any depth. */
export const rules: ConversionRules = { verbatim: ["*.**"] };
const conversion = { request: rules, response: rules };

/** Dates travel as `{"$date": …}`. Source: wire.md, "Data items". */
export const converters: Converters = {
  request: { verbatim: (value) => (value instanceof Date ? { $date: value.toISOString() } : value) },
  response: {
    verbatim(value) {
      const date = isObject(value) && isNonEmptyString(value.$date) && new Date(value.$date);
      return date && !Number.isNaN(+date) ? date : value;
    },
  },
};

/** An endpoint with any request. */
export interface AnyEndpoint<Response> extends Pick<Endpoint<object, unknown>, "method" | "path" | "options"> {
  readonly types?: { readonly answer: Response };
}

/** Sends a call on items; path parameters are taken from `body` too. */
export type DataSender = <Response>(
  endpoint: AnyEndpoint<Response>,
  body: object,
  call?: CallOptions | undefined,
) => Promise<Response>;

/** @param base Added to every request. */
export const createDataSender =
  (transport: Transport, base: object): DataSender =>
  async (endpoint, body, call) => {
    const all = { ...base, ...body };
    let request: object = { body: all };
    if (endpoint.method === "GET")
      try {
        // Query parameters are encoded here, not by the transport.
        request = { params: convert(all, rules, "request", converters) };
      } catch (cause) {
        throw createError("invalid", "INVALID_ARGUMENT", (cause as Error).message, cause);
      }
    return transport.send(endpoint as Endpoint<object, unknown>, request, {
      ...call,
      conversion,
      converters,
      toError: dataErrorFromResponse,
    });
  };

/** Serializes options. Options that only the server decides are validated but not sent. */
export function wireOptions(options: object = {}): object {
  const { suppressAuth, showDrafts, ...sent } = options as Record<string, unknown>;
  return showDrafts === undefined ? sent : { ...sent, publishPluginOptions: { includeDraftItems: showDrafts } };
}

/** A list of the response, which omits empty ones. */
export function listOf(value: unknown = []): unknown[] {
  check(Array.isArray(value), 55);
  return value as unknown[];
}

/** The fields of an item. */
export function dataOf(dataItem: unknown): never {
  const { data } = Object(dataItem);
  check(isObject(data), 55);
  return data as never;
}

/** Converts a not-found error to null. */
export function nullIfNotFound(error: unknown): null {
  if (isPorchlightError(error) && error.code === "WDE0073") return null;
  throw error;
}
