import type { BlogContext } from "../blog/blog-context.ts";
import type { DataContext } from "../data/data-context.ts";
import { setCaller } from "../platform/context/request-context.ts";
import { bodyLimits, readJsonBody } from "../platform/http/read-body.ts";
import {
  type App,
  credentialsOf,
  type HonoContext,
  type RequestGuard,
  servedEndpoints,
} from "../platform/http/serve.ts";
import type { GraphqlHandler } from "./graphql-server.ts";
import type { QueryParameters } from "./query-cache.ts";

/** Adds `/graphql/:version`. Call it after all endpoints are registered. Source: specification §7. */
export function graphqlRoutes(app: App, guard: RequestGuard, context: BlogContext & DataContext): void {
  let handler: Promise<GraphqlHandler> | undefined;
  // Loaded on demand: most sites do not use GraphQL.
  const load = () =>
    (handler ??= import("./graphql-server.ts").then(({ createGraphqlHandler }) =>
      createGraphqlHandler(context, servedEndpoints(app), {
        introspection: context.config.graphqlIntrospection ?? true,
      }),
    ));
  const respond = async (c: HonoContext) => {
    const ip = c.get("address");
    guard.limits.countRead(ip);
    const caller = await guard.authenticate(credentialsOf(c));
    setCaller(caller);
    const handle = await load();
    const { request, parameters } = await readRequest(c.req.raw);
    const requester = { id: c.get("requestId"), caller, ip, userAgent: c.req.header("user-agent") };
    const { text, status, contentType } = await handle(request, parameters, requester);
    const headers = { "content-type": contentType, "cache-control": "private, no-store", vary: "Authorization" };
    return new Response(text, { status, headers: { ...c.get("headers"), ...headers } });
  };
  app.get("/graphql/:version", respond);
  app.post("/graphql/:version", respond);
}

/** Applies the limits of JSON bodies. */
async function readRequest(request: Request): Promise<{ request: Request; parameters: QueryParameters }> {
  if (request.method === "GET") return { request, parameters: {} };
  const parameters = await readJsonBody(request, bodyLimits.content);
  const headers = { "content-type": "application/json", accept: request.headers.get("accept") ?? "application/json" };
  return {
    request: new Request(request.url, { method: "POST", headers, body: JSON.stringify(parameters) }),
    parameters,
  };
}
