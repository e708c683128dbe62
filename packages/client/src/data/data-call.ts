import type { Endpoint } from "@porchlight/contract/endpoint";
import type { ConversionRules } from "@porchlight/contract/wire/conversion-rules";
import { type Converters, convert } from "../conversion.ts";
import { createError, isPorchlightError } from "../errors.ts";
import { isNonEmptyString, isObject } from "../http/response.ts";
import type { CallOptions, Transport } from "../transport.ts";
import { check, dataErrorFromResponse, unreadableResponseCode } from "./data-errors.ts";

/** Field names are chosen by the site, so no property of an item is renamed. */
export const rules: ConversionRules = { verbatim: ["*.**"] };
const conversion = { request: rules, response: rules };

/** Dates are encoded as `{"$date": …}`. Source: wire.md, "Data items". */
export const converters: Converters = {
  request: { verbatim: (value) => (value instanceof Date ? { $date: value.toISOString() } : value) },
  response: {
    verbatim(value) {
      const date = isObject(value) && isNonEmptyString(value.$date) && new Date(value.$date);
      return date && !Number.isNaN(+date) ? date : value;
    },
  },
};

/** An endpoint whose request is not type-checked. */
export interface AnyEndpoint<Response> extends Pick<Endpoint<object, unknown>, "method" | "path" | "options"> {
  readonly types?: { readonly answer: Response };
}

/** Sends a call on items. `body` also contains the path parameters. */
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

/** Serializes options. `suppressAuth` is accepted for compatibility and not sent: only the server decides on it. */
export function wireOptions(options: object = {}): object {
  const { suppressAuth, showDrafts, ...sent } = options as Record<string, unknown>;
  return showDrafts === undefined ? sent : { ...sent, publishPluginOptions: { includeDraftItems: showDrafts } };
}

/** A list of a response. Servers omit empty lists. */
export function listOf(value: unknown = []): unknown[] {
  check(Array.isArray(value), unreadableResponseCode);
  return value as unknown[];
}

/** The fields of an item of a response. Returns `never`, which callers can assign to their item type. */
export function dataOf(dataItem: unknown): never {
  const { data } = Object(dataItem);
  check(isObject(data), unreadableResponseCode);
  return data as never;
}

/** Converts a not-found error to null. */
export function nullIfNotFound(error: unknown): null {
  if (isPorchlightError(error) && error.code === "WDE0073") return null;
  throw error;
}
