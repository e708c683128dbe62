import type { Conversion } from "@porchlight/contract/conversion-rules";
import type { Endpoint, EndpointRequest } from "@porchlight/contract/endpoint";
import { buildRequest, type WireRequest } from "@porchlight/contract/request-encoding";
import { type Converters, convert } from "./conversion.ts";
import { sleep, withDeadline } from "./deadline.ts";
import type { Environment } from "./environment.ts";
import { type Answer, errorOfAnswer, makeError } from "./error-answer.ts";
import { isPorchlightError, PorchlightError } from "./errors.ts";

/** A call ends after this long, retries included, unless the caller's own signal ends it before. */
export const callDeadlineMs = 30_000;
/** A longer `Retry-After`, in seconds, is the caller's to wait for. */
export const longestRetryAfter = 10;
const retries = 2;
const retryDelayMs = 250;

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

/** Who speaks for the caller: gives the access token, and another when one was refused. */
export interface Authorizer {
  authorize(signal?: AbortSignal): Promise<string>;
  /** A token other than `spent`, which the server no longer takes. */
  renew(spent: string, signal?: AbortSignal): Promise<string>;
  /** Remembers that the server no longer takes `spent`. */
  discard(spent: string): void;
}

export interface TransportOptions {
  baseUrl: string;
  fetch: typeof fetch;
  environment: Environment;
  authorizer: Authorizer;
  /** Sent with every call. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Echo the consistency header. Source: wire.md, "Request headers". */
  consistent?: boolean;
}

interface CallRules {
  repeatable: boolean;
  replay: boolean;
  optionFields: readonly string[];
}

/** Sends endpoints: URL, headers, JSON, conversion, deadline, retries and errors are here and nowhere else. */
export function createTransport(options: TransportOptions): Transport {
  const { environment, authorizer } = options;
  let consistency: string | undefined;

  async function attempt(wire: WireRequest, token: string, signal: AbortSignal): Promise<Answer> {
    const headers = new Headers(options.headers);
    headers.set("Authorization", token);
    if (consistency) headers.set("X-Wix-Consistent", consistency);
    if (wire.body) headers.set("Content-Type", "application/json");
    const url = options.baseUrl + wire.path + (wire.query && `?${wire.query}`);
    const body = wire.body ? JSON.stringify(wire.body) : null;
    const answer = await request(options.fetch, url, { method: wire.method, headers, body, signal });
    if (options.consistent) consistency = answer.headers.get("x-wix-consistent") ?? consistency;
    return answer;
  }

  async function call(wire: WireRequest, rules: CallRules, signal: AbortSignal): Promise<unknown> {
    let token = await authorizer.authorize(signal);
    let replayed = false;
    for (let tries = 0; ; tries++) {
      let error: PorchlightError;
      try {
        const answer = await attempt(wire, token, signal);
        if (answer.status < 300) return answer.body ?? {};
        error = errorOfAnswer(answer, environment.now(), rules.optionFields);
      } catch (thrown) {
        if (!isPorchlightError(thrown)) throw thrown;
        error = thrown;
      }
      if (error.status === 401 && error.code === "UNAUTHENTICATED" && !replayed) {
        replayed = true;
        if (rules.replay) {
          token = await authorizer.renew(token, signal);
          continue;
        }
        authorizer.discard(token);
      }
      const isShort = (error.retryAfter ?? 0) <= longestRetryAfter;
      if (!rules.repeatable || tries >= retries || !isTransient(error) || !isShort || signal.aborted) throw error;
      const jitter = 0.5 + environment.random();
      await sleep(environment, (error.retryAfter ?? 0) * 1000 || retryDelayMs * 2 ** tries * jitter, signal);
    }
  }

  return {
    async send<Request extends EndpointRequest, Result>(
      endpoint: Endpoint<Request, unknown>,
      request: Request,
      { conversion = {}, converters, replay = true, signal }: SendOptions = {},
    ): Promise<Result> {
      const wire = build(endpoint, request, conversion);
      const repeatable = endpoint.method === "GET" || endpoint.options.readOnly === true;
      const rules = { repeatable, replay, optionFields: conversion.optionFields ?? [] };
      const body = await withDeadline(environment, callDeadlineMs, signal, (inner) => call(wire, rules, inner));
      return convert(body, conversion.answer, "answer", converters) as Result;
    },
  };
}

function build(
  endpoint: Endpoint<EndpointRequest, unknown>,
  request: EndpointRequest,
  conversion: Conversion,
): WireRequest {
  try {
    return buildRequest(endpoint, {
      ...request,
      body: convert(request.body, conversion.request, "request") as object,
    });
  } catch (cause) {
    throw new PorchlightError(String((cause as Error).message), { kind: "invalid", code: "INVALID_ARGUMENT", cause });
  }
}

const isTransient = ({ kind, status }: PorchlightError): boolean =>
  kind === "network" || status === 429 || (status !== undefined && status >= 502 && status <= 504);

/**
 * One HTTP exchange, body included.
 *
 * @throws {PorchlightError} kind `network`; `contract` for a success whose body is not JSON.
 */
export async function request(send: typeof fetch, url: string, init: RequestInit): Promise<Answer> {
  const response = await Promise.resolve()
    .then(() => send(url, init))
    .catch(unreachable);
  const { status, statusText, headers } = response;
  const text = await response.text().catch(unreachable);
  const answer: Answer = { status, statusText, headers, body: undefined };
  try {
    if (text) answer.body = JSON.parse(text);
  } catch {
    // A proxy's page. An error is told by its status; a success cannot be one.
    if (response.ok) throw makeError("The answer is not JSON. Is the host right?", "MALFORMED_ANSWER", answer, 0);
  }
  return answer;
}

function unreachable(cause: unknown): never {
  throw new PorchlightError("The server could not be reached.", { kind: "network", code: "NETWORK", cause });
}
