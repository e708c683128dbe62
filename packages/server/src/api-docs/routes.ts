import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import manifest from "../../package.json" with { type: "json" };
import { siteAppId } from "../auth/apps/site-app.ts";
import { respondWithETag } from "../platform/http/entity-tag.ts";
import type { Html } from "../platform/http/html.ts";
import { type App, type HonoContext, servedEndpoints } from "../platform/http/serve.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { graphiqlFiles, graphiqlPage, graphiqlPolicy } from "./graphiql-page.ts";
import { viewerPage, viewerPolicy } from "./viewer-page.ts";

const documentMaxAgeSeconds = 300;

/** Scalar's standalone build, made by `scripts/update-api-viewer.ts`. */
const viewerName = "scalar-1.72.1.js";
const viewerPath = `/reference/${viewerName}`;

/**
 * Adds `/openapi.json`, its viewer `/reference`, and GraphiQL at `/reference/graphql`. Call it after all other routes
 * are registered.
 */
export function referenceRoutes(app: App, context: ServerContext): void {
  let text: string | undefined;

  app.get("/openapi.json", async (c) => {
    const { describeApi } = await import("./describe-api.ts");
    text ??= JSON.stringify(
      describeApi(servedEndpoints(app), {
        siteName: context.site.name,
        publicUrl: context.config.publicUrl,
        version: manifest.version,
      }),
    );
    return respondWithETag(c, { text, contentType: "application/json; charset=utf-8", maxAge: documentMaxAgeSeconds });
  });

  app.get("/reference", async (c) => {
    const nonce = createNonce();
    return respondWithPage(
      c,
      viewerPage({ title: `${context.site.name} API`, viewerPath, nonce }),
      viewerPolicy(nonce),
    );
  });
  serveFile(app, context, "viewer", viewerName);

  app.get("/reference/graphql", async (c) => {
    const nonce = createNonce();
    const page = graphiqlPage({
      siteName: context.site.name,
      clientId: siteAppId(context.site.id),
      introspection: context.config.graphqlIntrospection ?? true,
      nonce,
    });
    return respondWithPage(c, page, graphiqlPolicy(nonce));
  });
  for (const name of Object.values(graphiqlFiles)) serveFile(app, context, "graphiql", name);
}

const createNonce = () => randomBytes(16).toString("base64url");

function respondWithPage(c: HonoContext, page: Html, policy: string): Response {
  return c.body(page.text, 200, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "cache-control": "no-cache",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
  });
}

/** Serves a file whose name contains its version. Reads it for each request, since browsers cache it permanently. */
function serveFile(app: App, { limits }: ServerContext, folder: "viewer" | "graphiql", name: string): void {
  const file = new URL(`${folder}/${name}.gz`, import.meta.url);
  const type = name.endsWith(".css") ? "text/css" : "text/javascript";
  app.get(`/reference/${name}`, async (c) => {
    limits.countRead(c.get("address"));
    const compressed = await readFile(file);
    const acceptsGzip = /\bgzip\b/.test(c.req.header("accept-encoding") ?? "");
    return c.body(acceptsGzip ? compressed : await promisify(gunzip)(compressed), 200, {
      "content-type": `${type}; charset=utf-8`,
      "cache-control": "public, max-age=31536000, immutable",
      // A worker has the policy of its own response.
      "content-security-policy": "default-src 'none'",
      vary: "accept-encoding",
      ...(acceptsGzip ? { "content-encoding": "gzip" } : {}),
    });
  });
}
