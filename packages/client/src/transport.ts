import type { Conversion } from "@porchlight/contract/conversion-rules";
import type { Endpoint, EndpointRequest } from "@porchlight/contract/endpoint";
import { buildRequest, type WireRequest } from "@porchlight/contract/request-encoding";
import { convert } from "./conversion.ts";
import { sleepWithJitter, withDeadline } from "./deadline.ts";
import type { Environment } from "./environment.ts";
import { type Answer, errorOfAnswer } from "./error-answer.ts";
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
    const headers: Record<string, string> = { ...options.headers, Authorization: token };
    if (consistency !== undefined) headers["X-Wix-Consistent"] = consistency;
    if (wire.body !== undefined) headers["Content-Type"] = "application/json";
    const url = options.baseUrl + wire.path + (wire.query && `?${wire.query}`);
    const body = wire.body === undefined ? null : JSON.stringify(wire.body);
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
      if (error.retryAfter) await sleepExactly(environment, error.retryAfter * 1000, signal);
      else await sleepWithJitter(environment, retryDelayMs * 2 ** tries, signal);
    }
  }

  return {
    async send<Request extends EndpointRequest, Result>(
      endpoint: Endpoint<Request, unknown>,
      request: Request,
      { conversion = {}, replay = true, signal }: SendOptions = {},
    ): Promise<Result> {
      const wire = build(endpoint, request, conversion);
      const repeatable = endpoint.method === "GET" || endpoint.options.readOnly === true;
      const rules = { repeatable, replay, optionFields: conversion.optionFields ?? [] };
      const body = await withDeadline(environment, callDeadlineMs, signal, (inner) => call(wire, rules, inner));
      return convert(body, conversion.answer, "answer") as Result;
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
      ...(request.body && { body: convert(request.body, conversion.request, "request") as object }),
    });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : "The arguments cannot be sent.";
    throw new PorchlightError(message, { kind: "invalid", code: "INVALID_ARGUMENT", cause });
  }
}

const isTransient = ({ kind, status }: PorchlightError): boolean =>
  kind === "network" || status === 429 || (status !== undefined && status >= 502 && status <= 504);

async function sleepExactly(environment: Environment, milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleepWithJitter({ ...environment, random: () => 0.5 }, milliseconds, signal);
}

/**
 * One HTTP exchange, body included.
 *
 * @throws {PorchlightError} kind `network`; `contract` for a success whose body is not JSON.
 */
export async function request(send: typeof fetch, url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await send(url, init);
    const text = await response.text();
    const body = parse(text);
    if (response.ok && text && body === undefined) {
      throw new PorchlightError("The server's answer is not JSON. Is the host right?", {
        kind: "contract",
        code: "MALFORMED_ANSWER",
        status: response.status,
        requestId: response.headers.get("x-wix-request-id") ?? undefined,
      });
    }
    return { status: response.status, statusText: response.statusText, headers: response.headers, body };
  } catch (cause) {
    if (isPorchlightError(cause)) throw cause;
    throw new PorchlightError("The server could not be reached.", { kind: "network", code: "NETWORK", cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
