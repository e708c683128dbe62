import type { Endpoint } from "@porchlight/contract/endpoint";
import type { ConversionRules } from "@porchlight/contract/wire/conversion-rules";
import { type Converters, convert } from "../conversion.ts";
import { createError, isPorchlightError } from "../errors.ts";
import { isNonEmptyString, isObject } from "../http/response.ts";
import type { CallOptions, Transport } from "../transport.ts";
import { check, dataErrorFromResponse } from "./data-errors.ts";

/** No key is renamed, at any depth: they are the site's own. */
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

/** Whatever its request is. */
export interface AnyEndpoint<Answer> extends Pick<Endpoint<object, unknown>, "method" | "path" | "options"> {
  readonly types?: { readonly answer: Answer };
}

/** Sends one call on items; the members of `body` are its path's parameters too. */
export type DataSender = <Answer>(
  endpoint: AnyEndpoint<Answer>,
  body: object,
  call?: CallOptions | undefined,
) => Promise<Answer>;

/** @param base Goes along with every call. */
export const createDataSender =
  (transport: Transport, base: object): DataSender =>
  async (endpoint, body, call) => {
    const all = { ...base, ...body };
    let request: object = { body: all };
    if (endpoint.method === "GET")
      try {
        // What goes into an address is not converted on the way.
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

/** Options in the wire's names. What only the server decides is checked and not sent. */
export function wireOptions(options: object = {}): object {
  const { suppressAuth, showDrafts, ...sent } = options as Record<string, unknown>;
  return showDrafts === undefined ? sent : { ...sent, publishPluginOptions: { includeDraftItems: showDrafts } };
}

/** The list in an answer; one that is empty may be left out. */
export function listOf(value: unknown = []): unknown[] {
  check(Array.isArray(value), 55);
  return value as unknown[];
}

/** What an item holds. */
export function dataOf(dataItem: unknown): never {
  const { data } = Object(dataItem);
  check(isObject(data), 55);
  return data as never;
}

/** What is not there is null. */
export function nullIfNotFound(error: unknown): null {
  if (isPorchlightError(error) && error.code === "WDE0073") return null;
  throw error;
}
