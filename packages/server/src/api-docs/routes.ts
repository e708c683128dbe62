import { randomBytes } from "node:crypto";
import manifest from "../../package.json" with { type: "json" };
import { respondWithETag } from "../platform/http/entity-tag.ts";
import { type App, servedEndpoints } from "../platform/http/serve.ts";
import type { ServerContext } from "../platform/server-context.ts";
import type { OpenApiDocument } from "./openapi-document.ts";

/** Seconds. */
const documentMaxAgeSeconds = 300;

/** `/openapi.json` and its rendering, `/reference`. Call it after all other routes are registered. */
export function referenceRoutes(app: App, context: ServerContext): void {
  let document: OpenApiDocument | undefined;
  let text: string | undefined;
  const describe = async () => {
    const { describeApi } = await import("./describe-api.ts");
    document ??= describeApi(servedEndpoints(app), {
      siteName: context.site.name,
      publicUrl: context.config.publicUrl,
      version: manifest.version,
    });
    return document;
  };

  app.get("/openapi.json", async (c) => {
    text ??= JSON.stringify(await describe());
    return respondWithETag(c, { text, contentType: "application/json; charset=utf-8", maxAge: documentMaxAgeSeconds });
  });

  app.get("/reference", async (c) => {
    const { referencePage } = await import("./reference-page.ts");
    const nonce = randomBytes(16).toString("base64url");
    return c.body(referencePage(await describe(), nonce).text, 200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
      "cache-control": "no-cache",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      ...(context.config.publicUrl.startsWith("https:")
        ? { "strict-transport-security": "max-age=31536000; includeSubDomains" }
        : {}),
    });
  });
}
