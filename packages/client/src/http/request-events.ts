import type { Environment } from "../environment.ts";
import { type ErrorKind, isPorchlightError } from "../errors.ts";
import type { Emitter, RequestEvent } from "../events.ts";
import type { Hosts } from "./hosts.ts";
import { createResponseError, errorFromResponse, readResponse } from "./response.ts";

/** Options of {@link requestEvents}. */
export interface RequestEventsOptions {
  /**
   * Sends a `traceparent` header with every request to the client's own hosts: `true` for a new trace per call, or a
   * function that returns the current one of your tracer. Cross-origin servers must allow the header; Porchlight does.
   * Default: `false`. Source: W3C Trace Context, §3.2.
   */
  traceparent?: boolean | (() => string | undefined);
}

interface ObservedConnection {
  hosts: Hosts;
  fetch: typeof fetch;
  environment: Environment;
  emitter: Emitter;
}

/** State shared by the attempts of one call. */
interface Call {
  retries: number;
  traceId: string;
}

/** Version 00; ids of only zeros are invalid. */
const traceparentPattern = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/**
 * Emits events for a client's requests, including tokens: `createClient({ …, observe: requestEvents() })`, then
 * `client.on("request", …)`. Events contain no query, headers or body.
 */
export function requestEvents({ traceparent = false }: RequestEventsOptions = {}) {
  return <Connection extends ObservedConnection>(connection: Connection): Connection => {
    const { environment, emitter, fetch: send } = connection;
    const ownOrigins = [connection.hosts.api, connection.hosts.edge].map((host) => parse(host)?.origin);
    /** By the abort signal, which all attempts of a call share. */
    const calls = new WeakMap<AbortSignal, Call>();
    let lastId = 0;

    function callOf({ signal }: RequestInit): Call {
      const existing = signal && calls.get(signal);
      if (existing) {
        existing.retries++;
        return existing;
      }
      const call = { retries: 0, traceId: randomHex(environment.crypto, 16) };
      if (signal) calls.set(signal, call);
      return call;
    }

    /** A failing tracer must not fail the call. */
    function traceOf({ traceId }: Call): string | undefined {
      try {
        const value =
          typeof traceparent === "function"
            ? traceparent()
            : traceparent && `00-${traceId}-${randomHex(environment.crypto, 8)}-01`;
        return value && traceparentPattern.test(value) ? value : undefined;
      } catch {
        return undefined;
      }
    }

    const observed: typeof fetch = async (input, init = {}) => {
      const { url, method } = typeof input === "object" && "url" in input ? input : { url: String(input) };
      const address = parse(url);
      const call = callOf(init);
      const headers = new Headers(init.headers);
      const trace = ownOrigins.includes(address?.origin) ? (headers.get("traceparent") ?? traceOf(call)) : undefined;
      if (trace) headers.set("traceparent", trace);
      const details = {
        id: ++lastId,
        method: init.method ?? method ?? "GET",
        host: address?.host ?? "",
        path: address?.pathname ?? "",
        retries: call.retries,
        traceparent: trace,
      };
      const emit = (event: RequestEvent) => emitter.emit("request", event);
      emit({ phase: "start", ...details });
      const startedAt = environment.monotonic();
      const end = () => ({ phase: "end" as const, ...details, duration: environment.monotonic() - startedAt });
      try {
        const response = await send(input, trace ? { ...init, headers: Object.fromEntries(headers) } : init);
        const { status } = response;
        const endEvent = { ...end(), status, requestId: response.headers.get("x-wix-request-id") ?? undefined };
        if (status < 400) emit(endEvent);
        else void kindOfResponse(response.clone()).then((errorKind) => emit({ ...endEvent, errorKind }));
        return response;
      } catch (error) {
        emit({ ...end(), errorKind: kindOfFailure(init.signal) });
        throw error;
      }
    };
    return { ...connection, fetch: observed };
  };
}

function parse(url: string): URL | undefined {
  try {
    return new URL(url, globalThis.location?.href);
  } catch {
    return undefined;
  }
}

const randomHex = (crypto: Crypto | undefined, bytes: number): string =>
  Array.from(crypto?.getRandomValues(new Uint8Array(bytes)) ?? [], (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );

/** The kind of error that a call would throw for this response. */
async function kindOfResponse(response: Response): Promise<ErrorKind> {
  try {
    const parsed = await readResponse(response);
    const { error } = Object(parsed.body);
    return (typeof error === "string" ? createResponseError("", error, parsed, 0) : errorFromResponse(parsed, 0)).kind;
  } catch (error) {
    return isPorchlightError(error) ? error.kind : "network";
  }
}

function kindOfFailure(signal: AbortSignal | null | undefined): ErrorKind {
  if (!signal?.aborted) return "network";
  return isPorchlightError(signal.reason) ? signal.reason.kind : "aborted";
}
