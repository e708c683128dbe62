import type { Endpoint, EndpointRequest } from "@porchlight/contract/endpoint";
import type { Conversion } from "@porchlight/contract/wire/conversion-rules";
import { buildRequest, type WireRequest } from "@porchlight/contract/wire/request-encoding";
import { type Converters, convert } from "./conversion.ts";
import type { Environment } from "./environment.ts";
import { createError, type PorchlightError } from "./errors.ts";
import { createResponseError, errorFromResponse, type ParsedResponse } from "./http/error-response.ts";
import type { Hosts } from "./http/hosts.ts";
import { sleep, withTimeout } from "./http/with-timeout.ts";

/** A call ends after this long, retries included, unless the caller's own signal ends it before. */
export const callTimeoutMs = 30_000;
/** A longer `Retry-After`, in seconds, is the caller's to wait for. */
export const maxRetryAfterSeconds = 10;
const maxRetries = 2;
const retryDelayMs = 250;
/** In place of a status. */
const noResponse = 0;

/** What every call of a module takes besides its own arguments. */
export interface CallOptions {
  /** Ends the call with an error of kind `aborted`. */
  signal?: AbortSignal | undefined;
}

export interface SendOptions extends CallOptions {
  conversion?: Conversion;
  /** Kinds of the conversion that are not common. */
  converters?: Converters;
  /** False for sign-in, where a 401 means a password: a refused access token is not renewed and the call not repeated. */
  replay?: boolean;
  /** Where the call goes, if not where the others do. */
  host?: keyof Hosts;
  /** Reads errors in place of what reads those of all other areas. */
  toError?: typeof errorFromResponse;
}

export interface Transport {
  /**
   * Sends one call and answers in the caller's words.
   *
   * @throws {PorchlightError} Always, and nothing else.
   */
  send<Request extends EndpointRequest, Result>(
    endpoint: Endpoint<Request, unknown>,
    request: NoInfer<Request>,
    options?: SendOptions,
  ): Promise<Result>;
}

/** A group of calls, such as `posts`: made once per client, from its transport. */
export type Module<Calls extends object> = (transport: Transport) => Calls;

export interface ClientTransport extends Transport {
  /**
   * A fetch in the caller's name: `init` goes along as it is, with the access token. The answer is whatever came, once its
   * headers are there.
   *
   * @param isApiCall Whether it goes to the API host unless `input` names another, the transport's own headers go with it, and text goes as
   *   JSON, where `init` says nothing else.
   * @param milliseconds Until the headers have to be there; {@link callTimeoutMs} unless given.
   * @throws {PorchlightError} kind `network`, `timeout`, `aborted`; what a renewal of the token fails with.
   */
  fetch(input: RequestInfo | URL, init?: RequestInit, isApiCall?: boolean, milliseconds?: number): Promise<Response>;
}

/** Who speaks for the caller: gives the access token, and another when one was refused. */
export interface Authorizer {
  authorize(signal?: AbortSignal): Promise<string>;
  /** Told that the server no longer takes `spent`: it is not given again. */
  discard(rejectedToken: string): void;
}

export interface TransportOptions {
  hosts: Hosts;
  /** Where calls go; `api` unless given. */
  host?: keyof Hosts | undefined;
  fetch: typeof fetch;
  environment: Environment;
  authorizer: Authorizer;
  /** Sent with every call, unless it is a fetch of another's. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Sent with every call beside the token; names in lower case. */
  authHeaders?: Readonly<Record<string, string>> | undefined;
  /** Echo the consistency header. Source: wire.md, "Request headers". */
  consistent?: boolean;
}

export const jsonHeader = { "content-type": "application/json" };

/** Sends endpoints: URL, headers, JSON, conversion, deadline, retries and errors are here and nowhere else. */
export function createTransport(options: TransportOptions): ClientTransport {
  const { environment, authorizer } = options;
  const defaultHeaders = headerRecord(options.headers);
  let consistency: string | null = null;

  async function exchange(input: RequestInfo | URL, init: RequestInit, token: string): Promise<Response> {
    const headers = {
      ...(init.headers as Record<string, string>),
      ...options.authHeaders,
      authorization: token,
      ...(consistency && { "x-wix-consistent": consistency }),
    };
    const response = await options.fetch(input, { ...init, headers });
    if (options.consistent) consistency = response.headers.get("x-wix-consistent") ?? consistency;
    return response;
  }

  return {
    async send<Request extends EndpointRequest, Result>(
      endpoint: Endpoint<Request, unknown>,
      request: Request,
      {
        conversion = {},
        converters,
        replay = true,
        signal: outer,
        host = options.host ?? "api",
        toError = errorFromResponse,
      }: SendOptions = {},
    ): Promise<Result> {
      const { method, url, body } = build(endpoint, request, conversion, converters);
      const repeatable = endpoint.method === "GET" || endpoint.options.readOnly;
      const work = async (signal: AbortSignal): Promise<unknown> => {
        const init = { method, headers: { ...defaultHeaders, ...(body && jsonHeader) }, body, signal };
        let token = await authorizer.authorize(signal);
        let mayRenew = true;
        for (let tries = 0; ; tries++) {
          try {
            const answer = await readResponse(await exchange(options.hosts[host] + url, init, token));
            if (answer.status < 300) return answer.body ?? {};
            throw toError(answer, environment.now(), conversion.optionFields);
          } catch (thrown) {
            // What a fetch throws has none of these: no answer came.
            const { status = noResponse, code, retryAfter = 0 } = thrown as Partial<PorchlightError>;
            if (status === 401 && code === "UNAUTHENTICATED" && mayRenew) {
              mayRenew = false;
              authorizer.discard(token);
              if (replay) {
                token = await authorizer.authorize(signal);
                continue;
              }
            }
            const isTransient = [noResponse, 429, 502, 503, 504].includes(status);
            if (!repeatable || tries >= maxRetries || !isTransient || retryAfter > maxRetryAfterSeconds) throw thrown;
            const delay = retryDelayMs * 2 ** tries * (0.5 + environment.random());
            await sleep(environment, retryAfter * 1000 || delay, signal);
            signal.throwIfAborted();
          }
        }
      };
      return withTimeout(
        environment,
        callTimeoutMs,
        outer,
        async (signal) => convert(await work(signal), conversion.response, "response", converters) as Result,
      );
    },

    fetch(input, init = {}, isApiCall, milliseconds = callTimeoutMs) {
      // A text or a URL has neither.
      const { headers, signal } = input as Request;
      const outer = init.signal ?? signal;
      return withTimeout(environment, milliseconds, outer, async (inner) =>
        exchange(
          // Not by URL resolution: a path that begins with two slashes would be another host's.
          isApiCall && !/^https?:/i.test(input as string)
            ? `${options.hosts.api}/${(input as string).replace(/^\//, "")}`
            : input,
          {
            ...init,
            headers: {
              ...(isApiCall && typeof init.body === "string" && jsonHeader),
              ...(isApiCall && defaultHeaders),
              ...headerRecord(init.headers ?? headers),
            },
            signal: outer ? AbortSignal.any([inner, outer]) : inner,
          },
          await authorizer.authorize(inner),
        ),
      );
    },
  };
}

/** With names in lower case, so that one takes the place of another. A fetch reads it faster than `Headers`. */
export const headerRecord = (headers: HeadersInit | undefined): Record<string, string> =>
  Object.fromEntries(new Headers(headers));

function build(
  endpoint: Endpoint<EndpointRequest, unknown>,
  request: EndpointRequest,
  conversion: Conversion,
  converters: Converters | undefined,
): Omit<WireRequest, "body"> & { body: string | null } {
  try {
    const body = convert(request.body, conversion.request, "request", converters) as object;
    const wire = buildRequest(endpoint, { ...request, body });
    return { ...wire, body: wire.body ? JSON.stringify(wire.body) : null };
  } catch (cause) {
    throw createError("invalid", "INVALID_ARGUMENT", (cause as Error).message, cause);
  }
}

/**
 * Reads an answer to its end.
 *
 * @throws {PorchlightError} kind `contract` for a success, or a 401, whose body is not JSON.
 */
export async function readResponse(response: Response): Promise<ParsedResponse> {
  const { status, statusText, headers } = response;
  const text = await response.text();
  const answer: ParsedResponse = { status, statusText, headers, body: undefined };
  try {
    if (text) answer.body = JSON.parse(text);
  } catch {
    // A proxy's page. An error is told by its status, but a success cannot be one, and neither can a refusal.
    if (response.ok || status === 401)
      throw createResponseError("The answer is not JSON. Is the host right?", "MALFORMED_RESPONSE", answer, 0);
  }
  return answer;
}
