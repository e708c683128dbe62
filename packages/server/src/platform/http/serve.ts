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
import { type BodyLimit, readJsonBody } from "./read-body.ts";
import { validate } from "./validation.ts";

/** What a request does not tell of itself. */
export interface RequestOrigin {
  /** Address of who really asks: requests are counted by it. No header of the request is read for it. */
  clientAddress: string;
  /**
   * Of a page that this process makes for a browser: the `Cookie` that the browser sent. A token that is not in it has not come to
   * the browser yet.
   */
  pageCookie?: string;
}

/** What the middleware in `app.ts` puts beside every request. */
export interface RequestVariables {
  requestId: string;
  /** Headers that every answer has. */
  headers: Readonly<Record<string, string>>;
  /** Whom the request is counted for, as `addressKey` writes it. */
  address: string;
}
export type App = Hono<{ Bindings: RequestOrigin; Variables: RequestVariables }>;
export type HonoContext = Context<{ Bindings: RequestOrigin; Variables: RequestVariables }>;

/** What a request says about who sends it. */
export interface Credentials {
  authorization: string | undefined;
  /** The site that a program with an API key means. */
  siteId: string | undefined;
  /** As {@link RequestOrigin} has it. */
  pageCookie: string | undefined;
}

/** Who stands before every route. */
export interface RequestGuard {
  limits: RateLimits;
  authenticate(credentials: Credentials): Promise<Caller>;
}

/** One area's part of the server: where its routes go and what they take. */
export interface Area {
  app: App;
  guard: RequestGuard;
  bodyLimit: BodyLimit;
}

/** Who may call at all; the use case decides the rest. */
export type Access = "anyone" | "token";

export interface ServeOptions<Request> {
  /** Default: a visitor's or a member's token. */
  access?: Access;
  /** Refuses callers before anything of a large body is read; the use case asks again. */
  authorize?: (caller: Caller) => unknown;
  /** How often one address may call; as often as it may read unless given. */
  limit?: RateLimitName;
  /** How often one member may call, from wherever; as often as they may read unless given. */
  memberLimit?: RateLimitName;
  /** Whether calls that succeed count as reads do, and no more. */
  countFailuresOnly?: boolean;
  /** Answers every unreadable or unfit request with this instead: sign-in tells nothing about what was wrong. */
  invalidRequestError?: () => Error;
  /** Says in another way what is wrong with a request that cannot be read or does not fit. */
  mapError?: (error: unknown) => unknown;
  /** `Cache-Control` of the answer; the default keeps answers that depend on a token out of shared caches. */
  cacheControl?: string;
  /**
   * For reads that are the same for everyone who may make them: callers may keep the answer and ask, with its `ETag`, whether
   * it still holds. They ask each time, so that no kept answer outlives a permission.
   */
  revalidate?: boolean;
  /** What the use case needs to know about the request beside its contents. */
  extendInput?: (context: HonoContext, request: Request) => Request;
  /** The request as callers are told to write it, where the schema takes more than that. */
  documentedRequest?: z.ZodType;
}

/** An endpoint as this server answers it: what the description of the API is made from. */
export interface ServedEndpoint {
  endpoint: Endpoint<EndpointRequest, unknown>;
  request: z.ZodType;
  access: Access;
  /** Bytes of the body. */
  bodyLimit: number;
  /** Whether a request that does not fit is answered with a code of the endpoint's own. */
  hidesViolations: boolean;
}

const servedByApp = new WeakMap<App, ServedEndpoint[]>();

/** Everything that was put on `app` with {@link serve}, in that order. */
export function servedEndpoints(app: App): readonly ServedEndpoint[] {
  return servedByApp.get(app) ?? [];
}

/**
 * Puts one endpoint of the contract, with all its spellings, on the server: bytes become a request that fits the
 * schema, and what the use case answers becomes JSON with status 200.
 */
export function serve<Request extends EndpointRequest, Schema extends z.ZodType, Answer>(
  area: Area,
  endpoint: Endpoint<Request, Answer>,
  schema: Schema,
  useCase: (request: RequestContext, input: z.output<Schema>) => Promise<Answer | RawJson | EventStreamResponse>,
  options: ServeOptions<z.output<Schema>> = {},
): void {
  const handler = async (context: HonoContext) => {
    const { limits, authenticate } = area.guard;
    const ip = context.get("address");
    if (options.limit) await limits.count(options.limit, ip);
    if (!options.limit || options.countFailuresOnly) limits.countRead(ip);
    const caller = await authenticate(credentialsOf(context));
    setCaller(caller);
    if (caller.kind === "member") {
      if (options.memberLimit) await limits.count(options.memberLimit, caller.memberId);
      else limits.countRead(caller.memberId);
    }
    if ((options.access ?? "token") === "token" && caller.kind === "anonymous") throw new Refusal("UNAUTHENTICATED");
    if (options.authorize) await options.authorize(caller);
    let input: z.output<Schema> = await readRequest(context, schema, area.bodyLimit, options);
    if (options.extendInput) input = options.extendInput(context, input);
    const request = { id: context.get("requestId"), caller, ip, userAgent: context.req.header("user-agent") };
    const result = await useCase(request, input);
    if (options.limit && options.countFailuresOnly) await limits.undoCount(options.limit, ip);
    if (result instanceof EventStreamResponse)
      return new Response(result.body, { headers: { ...context.get("headers"), ...eventStreamHeaders } });
    const text = result instanceof RawJson ? result.text : JSON.stringify(result);
    const tag = options.revalidate ? entityTag(text) : undefined;
    const caching =
      tag === undefined
        ? { "cache-control": options.cacheControl ?? (endpoint.method === "GET" ? "private, no-store" : "no-store") }
        : { "cache-control": "private, no-cache", etag: tag, vary: "Authorization" };
    // Made with all its headers: to put them together one by one costs more than most of what a read does.
    const headers = { ...context.get("headers"), ...caching };
    if (tag !== undefined && matchesEntityTag(context.req.header("if-none-match"), tag))
      return new Response(null, { status: 304, headers });
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
    },
  ]);
}

export const credentialsOf = (context: HonoContext): Credentials => ({
  authorization: context.req.header("authorization"),
  siteId: context.req.header("wix-site-id"),
  pageCookie: context.env?.pageCookie,
});

/** An answer that goes on: Server-Sent Events. */
export class EventStreamResponse {
  readonly body: ReadableStream<Uint8Array>;
  constructor(body: ReadableStream<Uint8Array>) {
    this.body = body;
  }
}

/** JSON text made by the database, passed on as it is. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

async function readRequest<Schema extends z.ZodType>(
  context: HonoContext,
  schema: Schema,
  limit: BodyLimit,
  { invalidRequestError: unfit, mapError: reword }: Pick<ServeOptions<never>, "invalidRequestError" | "mapError">,
): Promise<z.output<Schema>> {
  try {
    const body =
      context.req.method === "GET" || context.req.method === "DELETE" ? {} : await readJsonBody(context.req.raw, limit);
    const query = readQuery(context.req.url);
    return validate(schema, { params: context.req.param(), query, body });
  } catch (error) {
    if (unfit && (error instanceof InvalidArguments || (error instanceof Refusal && error.status === 400)))
      throw unfit();
    throw reword ? reword(error) : error;
  }
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
