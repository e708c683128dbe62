import { type Endpoint, type EndpointRequest, pathAliases } from "@porchlight/contract/endpoint";
import { decodeQuery, QueryDecodingError } from "@porchlight/contract/wire/request-encoding";
import type { Context, Hono } from "hono";
import type * as z from "zod";
import type { Caller } from "../context/caller.ts";
import { InvalidArguments, Refusal } from "../context/errors.ts";
import { type RequestContext, setCaller } from "../context/request-context.ts";
import type { RateLimitName } from "../rate-limits/limits.ts";
import type { RateLimits } from "../rate-limits/rate-limits.ts";
import { entityTag, matchesEntityTag } from "./entity-tag.ts";
import { eventStreamHeaders } from "./event-stream.ts";
import { checkJson } from "./parse-json.ts";
import { type BodyLimit, readJsonBody } from "./read-body.ts";
import { validate } from "./validation.ts";

/** Information about a request that is not part of it. */
export interface RequestOrigin {
  /** Address of the client, for rate limits. Headers of the request are not read for it. */
  clientAddress: string;
  /**
   * The `Cookie` of the browser, for requests that this process makes while rendering a page. A token that is not in it
   * has not reached the browser yet.
   */
  pageCookie?: string;
}

/** Set by the middleware of `app.ts` for every request. */
export interface RequestVariables {
  requestId: string;
  /** Headers of every response. */
  headers: Readonly<Record<string, string>>;
  /** The `ipKey` of the client. */
  address: string;
}
export type App = Hono<{ Bindings: RequestOrigin; Variables: RequestVariables }>;
export type HonoContext = Context<{ Bindings: RequestOrigin; Variables: RequestVariables }>;

export interface Credentials {
  authorization: string | undefined;
  /** The site that an API key is used for. */
  siteId: string | undefined;
  /** See {@link RequestOrigin}. */
  pageCookie: string | undefined;
}

/** Checks before every route. */
export interface RequestGuard {
  limits: RateLimits;
  authenticate(credentials: Credentials): Promise<Caller>;
  /**
   * Rejects staff who have not authenticated recently. Absent where staff have no rights.
   *
   * @throws {Refusal} `REAUTHENTICATION_REQUIRED`.
   */
  requireRecentAuthentication?(caller: Caller): Promise<void>;
}

/** Where an area registers its routes, and their defaults. */
export interface Area {
  app: App;
  guard: RequestGuard;
  bodyLimit: BodyLimit;
}

/** Minimal authentication; the use case checks permissions. */
export type Access = "anyone" | "token";

export interface ServeOptions<Request> {
  /** Default: `token`, of a visitor or a member. */
  access?: Access;
  /** Rejects callers before a large body is read; the use case checks again. */
  authorize?: (caller: Caller) => unknown;
  /**
   * Whether staff must have authenticated recently, because the action is dangerous or reads personal data in bulk. A
   * function decides by the request.
   */
  isDangerous?: boolean | ((request: Request) => boolean);
  /** Limit per IP. Default: that of reads. */
  limit?: RateLimitName;
  /** Limit per member. Default: that of reads. */
  memberLimit?: RateLimitName;
  /** Whether successful requests count as reads only. */
  countFailuresOnly?: boolean;
  /** Error for every invalid request, so that sign-in does not reveal what was wrong. */
  invalidRequestError?: () => Error;
  /** Converts the error of an invalid request. */
  mapError?: (error: unknown) => unknown;
  /** `Cache-Control` of the response. Default: not cacheable. */
  cacheControl?: string;
  /**
   * For reads with the same result for every permitted caller: clients may cache the response, but revalidate it by
   * `ETag` each time, so that no cached response outlives a permission.
   */
  revalidate?: boolean;
  /** Whether to respond to `If-None-Match` with an `ETag` or 304. Default: if `revalidate` is set. */
  conditional?: boolean;
  /** Adds information about the request to the input of the use case. */
  extendInput?: (context: HonoContext, request: Request) => Request;
  /** Documented schema, if `schema` accepts more. */
  documentedRequest?: z.ZodType;
}

/** A registered endpoint, for the API description and other APIs. */
export interface ServedEndpoint {
  endpoint: Endpoint<EndpointRequest, unknown>;
  request: z.ZodType;
  access: Access;
  /** Bytes. */
  bodyLimit: number;
  /** Whether invalid requests get an error code of the endpoint instead of violations. */
  hidesViolations: boolean;
  /**
   * Calls the endpoint with the limits, checks and errors of a request.
   *
   * @param input `{ params, query, body }`.
   */
  call(request: RequestContext, input: object): Promise<unknown>;
}

const servedByApp = new WeakMap<App, ServedEndpoint[]>();

/** Endpoints registered with {@link serve}, in order. */
export function servedEndpoints(app: App): readonly ServedEndpoint[] {
  return servedByApp.get(app) ?? [];
}

/**
 * Registers an endpoint of the contract with all its path aliases: validates the request and sends the result of the
 * use case as JSON.
 */
export function serve<Request extends EndpointRequest, Schema extends z.ZodType, Result>(
  area: Area,
  endpoint: Endpoint<Request, Result>,
  schema: Schema,
  useCase: (request: RequestContext, input: z.output<Schema>) => Promise<Result | RawJson | EventStreamResponse>,
  options: ServeOptions<z.output<Schema>> = {},
): void {
  const { limits, authenticate } = area.guard;
  const countRequest = async (ip: string) => {
    if (options.limit) await limits.count(options.limit, ip);
    if (!options.limit || options.countFailuresOnly) limits.countRead(ip);
  };
  const admit = async (caller: Caller) => {
    if (caller.kind === "member") {
      if (options.memberLimit) await limits.count(options.memberLimit, caller.memberId);
      else limits.countRead(caller.memberId);
    }
    if ((options.access ?? "token") === "token" && caller.kind === "anonymous") throw new Refusal("UNAUTHENTICATED");
    if (options.authorize) await options.authorize(caller);
    if (options.isDangerous === true) await area.guard.requireRecentAuthentication?.(caller);
  };
  const perform = async (request: RequestContext, input: z.output<Schema>) => {
    if (typeof options.isDangerous === "function" && options.isDangerous(input))
      await area.guard.requireRecentAuthentication?.(request.caller);
    const result = await useCase(request, input);
    if (options.limit && options.countFailuresOnly) await limits.undoCount(options.limit, request.ip);
    return result;
  };
  const call = async (request: RequestContext, input: object) => {
    await countRequest(request.ip);
    await admit(request.caller);
    return perform(request, await readInput(() => checked(input, area.bodyLimit), schema, options));
  };
  const handler = async (context: HonoContext) => {
    const ip = context.get("address");
    await countRequest(ip);
    const caller = await authenticate(credentialsOf(context));
    setCaller(caller);
    await admit(caller);
    let input: z.output<Schema> = await readInput(() => readParts(context, area.bodyLimit), schema, options);
    if (options.extendInput) input = options.extendInput(context, input);
    const request: RequestContext = {
      id: context.get("requestId"),
      caller,
      ip,
      userAgent: context.req.header("user-agent"),
      // Pages are cached by the state of the primary.
      ...(isVisitor(caller) &&
        context.env?.pageCookie === undefined && {
          replicaReads: { after: context.req.header("x-wix-consistent") },
        }),
    };
    const result = await perform(request, input);
    if (result instanceof EventStreamResponse)
      return new Response(result.body, { headers: { ...context.get("headers"), ...eventStreamHeaders } });
    const text = result instanceof RawJson ? result.text : JSON.stringify(result);
    const ifNoneMatch = context.req.header("if-none-match");
    const tag = options.revalidate || (options.conditional && ifNoneMatch !== undefined) ? entityTag(text) : undefined;
    const caching = options.revalidate
      ? { "cache-control": "private, no-cache", vary: "Authorization" }
      : { "cache-control": options.cacheControl ?? (endpoint.method === "GET" ? "private, no-store" : "no-store") };
    // All headers at once, because adding them one by one costs more than most of a read.
    const headers = {
      ...context.get("headers"),
      ...caching,
      ...(tag !== undefined && { etag: tag }),
    };
    if (tag !== undefined && matchesEntityTag(ifNoneMatch, tag)) return new Response(null, { status: 304, headers });
    return new Response(text, { headers: { ...headers, "content-type": "application/json; charset=utf-8" } });
  };
  for (const path of pathAliases(endpoint)) area.app.on(endpoint.method, path, handler);
  const { access = "token", documentedRequest: request = schema } = options;
  servedByApp.set(area.app, [
    ...servedEndpoints(area.app),
    {
      endpoint,
      request,
      access,
      bodyLimit: area.bodyLimit.bytes,
      hidesViolations: options.invalidRequestError !== undefined,
      call,
    },
  ]);
}

const isVisitor = (caller: Caller): boolean =>
  caller.kind === "anonymous" || (caller.kind === "visitor" && caller.apiKey === undefined);

export const credentialsOf = (context: HonoContext): Credentials => ({
  authorization: context.req.header("authorization"),
  siteId: context.req.header("wix-site-id"),
  pageCookie: context.env?.pageCookie,
});

/** A response of Server-Sent Events. */
export class EventStreamResponse {
  readonly body: ReadableStream<Uint8Array>;
  constructor(body: ReadableStream<Uint8Array>) {
    this.body = body;
  }
}

/** JSON text from the database, sent as is. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

async function readInput<Schema extends z.ZodType>(
  read: () => object | Promise<object>,
  schema: Schema,
  { invalidRequestError, mapError }: Pick<ServeOptions<never>, "invalidRequestError" | "mapError">,
): Promise<z.output<Schema>> {
  try {
    return validate(schema, await read());
  } catch (error) {
    if (
      invalidRequestError &&
      (error instanceof InvalidArguments || (error instanceof Refusal && error.status === 400))
    )
      throw invalidRequestError();
    throw mapError ? mapError(error) : error;
  }
}

function checked(input: object, limit: BodyLimit): object {
  checkJson(input, limit);
  return input;
}

async function readParts({ req }: HonoContext, limit: BodyLimit): Promise<object> {
  const body = req.method === "GET" || req.method === "DELETE" ? {} : await readJsonBody(req.raw, limit);
  return { params: req.param(), query: readQuery(req.url), body };
}

function readQuery(url: string): Record<string, unknown> {
  const start = url.indexOf("?");
  try {
    return decodeQuery(start === -1 ? "" : url.slice(start + 1));
  } catch (error) {
    if (error instanceof QueryDecodingError) throw new Refusal("MALFORMED_REQUEST", { reason: error.message });
    throw error;
  }
}
