import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import manifest from "../../package.json" with { type: "json" };
import { respondWithETag } from "../platform/http/entity-tag.ts";
import { type App, servedEndpoints } from "../platform/http/serve.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { viewerPage, viewerPolicy } from "./viewer-page.ts";

const documentMaxAgeSeconds = 300;

/** Scalar's standalone build, made by `scripts/update-api-viewer.ts`. */
const viewerName = "scalar-1.72.1.js";
const viewerFile = new URL(`viewer/${viewerName}.gz`, import.meta.url);
const viewerPath = `/reference/${viewerName}`;

/** Adds `/openapi.json` and its viewer, `/reference`. Call it after all other routes are registered. */
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
    const nonce = randomBytes(16).toString("base64url");
    return c.body(viewerPage({ title: `${context.site.name} API`, viewerPath, nonce }).text, 200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": viewerPolicy(nonce),
      "cache-control": "no-cache",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      ...(context.config.publicUrl.startsWith("https:")
        ? { "strict-transport-security": "max-age=31536000; includeSubDomains" }
        : {}),
    });
  });

  app.get(viewerPath, async (c) => {
    context.limits.countRead(c.get("address"));
    const compressed = await readFile(viewerFile);
    const acceptsGzip = /\bgzip\b/.test(c.req.header("accept-encoding") ?? "");
    return c.body(acceptsGzip ? compressed : await promisify(gunzip)(compressed), 200, {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
      ...(acceptsGzip ? { "content-encoding": "gzip" } : {}),
    });
  });
}
