import type { Endpoint, EndpointRequest } from "@porchlight/contract/endpoint";
import type { Conversion } from "@porchlight/contract/wire/conversion-rules";
import { buildRequest, type WireRequest } from "@porchlight/contract/wire/request-encoding";
import { type Converters, convert } from "./conversion.ts";
import type { Environment } from "./environment.ts";
import { createError, malformedResponse, type PorchlightError } from "./errors.ts";
import type { Hosts } from "./http/hosts.ts";
import { errorFromResponse, readResponse } from "./http/response.ts";
import { sleep, withTimeout } from "./http/with-timeout.ts";

/** Timeout of a call, retries included. */
export const callTimeoutMs = 30_000;
/** With a longer `Retry-After` the call fails, and the caller decides when to retry. */
export const maxRetryAfterSeconds = 10;
const maxRetries = 2;
const retryDelayMs = 250;
/** How long a consistency header is returned. Replicas of a server have caught up by then. */
export const consistencyTtlMs = 60_000;
/** Stands for the status when there is no response. */
const noResponse = 0;

/** Options of every call of a module. */
export interface CallOptions {
  /** Aborts the call, which then throws an error of kind `aborted`. */
  signal?: AbortSignal | undefined;
}

export interface SendOptions extends CallOptions {
  conversion?: Conversion;
  /** Converters of this area's own kinds. */
  converters?: Converters;
  /** Default: true. False for sign-in, where a 401 means a wrong password rather than an expired token. */
  replay?: boolean;
  /** Overrides the host of the transport. */
  host?: keyof Hosts;
  /** Converts error responses. Default: {@link errorFromResponse}. */
  toError?: typeof errorFromResponse;
}

/** Sends the calls of the modules. */
export interface Transport {
  /**
   * Sends one call and returns its response with the client's property names.
   *
   * @throws {PorchlightError} No other error is thrown.
   */
  send<Request extends EndpointRequest, Result>(
    endpoint: Endpoint<Request, unknown>,
    request: NoInfer<Request>,
    options?: SendOptions,
  ): Promise<Result>;
}

/** A group of calls, such as `posts`. The client creates it from its transport. */
export type Module<Calls extends object> = (transport: Transport) => Calls;

export interface ClientTransport extends Transport {
  /**
   * Fetches with the access token; `init` is sent unchanged. Returns any response, as soon as its headers have arrived.
   *
   * @param isApiCall Whether a path is resolved against the API host, the transport's headers are sent, and a string is
   *   sent as JSON, where `init` does not say otherwise.
   * @param milliseconds Timeout until the headers arrive. Default: {@link callTimeoutMs}.
   * @throws {PorchlightError} kind `network`, `timeout`, `aborted`; any error of a token renewal.
   */
  fetch(input: RequestInfo | URL, init?: RequestInit, isApiCall?: boolean, milliseconds?: number): Promise<Response>;
}

/** Provides access tokens. */
export interface Authorizer {
  authorize(signal?: AbortSignal): Promise<string>;
  /** Called when the server rejects a token, which must not be returned again. */
  discard(rejectedToken: string): void;
  /** A value that changes with the caller whom the tokens represent. Absent if that never happens. */
  identity?(): unknown;
}

export interface TransportOptions {
  hosts: Hosts;
  /** Default: `api`. */
  host?: keyof Hosts | undefined;
  fetch: typeof fetch;
  environment: Environment;
  authorizer: Authorizer;
  /** Sent with every API call. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Sent with every request, in addition to the token. Names in lower case. */
  authHeaders?: Readonly<Record<string, string>> | undefined;
  /** Whether to return the consistency header to the server. Source: wire.md, "Request headers". */
  consistent?: boolean;
}

export const jsonHeader = { "content-type": "application/json" };

/** The single implementation of URLs, headers, JSON, conversion, timeouts, retries and errors. */
export function createTransport(options: TransportOptions): ClientTransport {
  const { environment, authorizer } = options;
  const defaultHeaders = headerRecord(options.headers);
  let consistency: { value: string; identity: unknown; until: number } | undefined;

  async function exchange(input: RequestInfo | URL, init: RequestInit, token: string): Promise<Response> {
    const identity = authorizer.identity?.();
    const now = environment.monotonic();
    if (consistency && (consistency.identity !== identity || consistency.until <= now)) consistency = undefined;
    const headers = {
      ...(init.headers as Record<string, string>),
      ...options.authHeaders,
      authorization: token,
      ...(consistency && { "x-wix-consistent": consistency.value }),
    };
    const response = await options.fetch(input, { ...init, headers });
    const value = options.consistent && response.headers.get("x-wix-consistent");
    if (value) consistency = { value, identity, until: now + consistencyTtlMs };
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
      const work = async (signal: AbortSignal): Promise<Result> => {
        const init = { method, headers: { ...defaultHeaders, ...(body && jsonHeader) }, body, signal };
        let token = await authorizer.authorize(signal);
        let mayRenew = true;
        for (let tries = 0; ; tries++) {
          try {
            const response = await readResponse(await exchange(options.hosts[host] + url, init, token));
            let error: PorchlightError;
            try {
              if (response.status < 300)
                return convert(response.body ?? {}, conversion.response, "response", converters) as Result;
              error = toError(response, environment.now(), conversion.optionFields);
            } catch (cause) {
              error = malformedResponse(cause);
            }
            throw error;
          } catch (thrown) {
            // The error of a fetch has none of these properties.
            const { kind, status = noResponse, code, retryAfter = 0 } = thrown as Partial<PorchlightError>;
            if (status === 401 && code === "UNAUTHENTICATED" && mayRenew) {
              mayRenew = false;
              authorizer.discard(token);
              if (replay) {
                token = await authorizer.authorize(signal);
                continue;
              }
            }
            const isTransient = kind !== "contract" && [noResponse, 429, 502, 503, 504].includes(status);
            if (!repeatable || tries >= maxRetries || !isTransient || retryAfter > maxRetryAfterSeconds) throw thrown;
            const delay = retryDelayMs * 2 ** tries * (0.5 + environment.random());
            await sleep(environment, retryAfter * 1000 || delay, signal);
            signal.throwIfAborted();
          }
        }
      };
      return withTimeout(environment, callTimeoutMs, outer, work);
    },

    fetch(input, init = {}, isApiCall, milliseconds = callTimeoutMs) {
      // Undefined for a string or a URL.
      const { headers, signal } = input as Request;
      const outer = init.signal ?? signal;
      return withTimeout(environment, milliseconds, outer, async (inner) =>
        exchange(
          // URL resolution would take a path with two leading slashes as another host.
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

/** Headers by lower-case name, so that they override each other. A fetch reads them faster than `Headers`. */
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
