import type { BlogContext } from "../blog/blog-context.ts";
import type { DataContext } from "../data/data-context.ts";
import { InvalidArguments, Refusal, violation } from "../platform/context/errors.ts";
import { setCaller } from "../platform/context/request-context.ts";
import { parseJsonObject } from "../platform/http/parse-json.ts";
import { bodyLimits, readJsonBody } from "../platform/http/read-body.ts";
import {
  type App,
  credentialsOf,
  type HonoContext,
  type RequestGuard,
  servedEndpoints,
} from "../platform/http/serve.ts";
import type { GraphqlServer } from "./graphql-server.ts";
import type { QueryParameters } from "./query-cache.ts";

/**
 * Adds `/graphql/:version` and its schema as text. Call it after all endpoints are registered. Source: specification
 * §7.
 */
export function graphqlRoutes(app: App, guard: RequestGuard, context: BlogContext & DataContext): void {
  const introspection = context.config.graphqlIntrospection ?? true;
  let server: Promise<GraphqlServer> | undefined;
  // Loaded on demand: most sites do not use GraphQL.
  const load = () =>
    (server ??= import("./graphql-server.ts").then(({ createGraphqlServer }) =>
      createGraphqlServer(context, servedEndpoints(app), { introspection }),
    ));
  const authenticate = async (c: HonoContext) => {
    guard.limits.countRead(c.get("address"));
    const caller = await guard.authenticate(credentialsOf(c));
    setCaller(caller);
    return caller;
  };
  const respond = async (c: HonoContext) => {
    const caller = await authenticate(c);
    const { execute } = await load();
    const { request, parameters } = await readRequest(c.req.raw);
    const requester = { id: c.get("requestId"), caller, ip: c.get("address"), userAgent: c.req.header("user-agent") };
    const { text, status, contentType } = await execute(request, parameters, requester);
    const headers = { "content-type": contentType, "cache-control": "private, no-store", vary: "Authorization" };
    return new Response(text, { status, headers: { ...c.get("headers"), ...headers } });
  };
  app.get("/graphql/:version", respond);
  app.post("/graphql/:version", respond);
  app.get("/graphql/:version/schema", async (c) => {
    const caller = await authenticate(c);
    if (!introspection) throw new Refusal("NOT_ALLOWED", {}, undefined, hiddenSchemaMessage);
    const { printSchema } = await load();
    return c.body(await printSchema(caller), 200, {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "private, no-store",
      vary: "Authorization",
    });
  });
}

const hiddenSchemaMessage =
  "The schema is hidden. Start the server without GRAPHQL_INTROSPECTION=off, or read the schema from a test server.";

/** Longer documents are rejected, since documents are cached. */
const maxDocumentLength = 65_536;

/** Applies the limits of JSON bodies. */
async function readRequest(request: Request): Promise<{ request: Request; parameters: QueryParameters }> {
  if (request.method === "GET") {
    const { searchParams } = new URL(request.url);
    for (const name of ["variables", "extensions"]) {
      const text = searchParams.get(name);
      if (text && text !== "null") parseJsonObject(Buffer.from(text), bodyLimits.content);
    }
    return { request, parameters: {} };
  }
  const parameters = await readJsonBody(request, bodyLimits.content);
  if (typeof parameters["query"] === "string" && parameters["query"].length > maxDocumentLength)
    throw new InvalidArguments([violation("query", `has more than ${maxDocumentLength} characters`, "MAX_LENGTH")]);
  const headers = { "content-type": "application/json", accept: request.headers.get("accept") ?? "application/json" };
  return {
    request: new Request(request.url, { method: "POST", headers, body: JSON.stringify(parameters) }),
    parameters,
  };
}
