import manifest from "../../package.json" with { type: "json" };
import type { Deps } from "../deps.ts";
import { type App, servedEndpoints } from "../http/serve.ts";
import { describeApi } from "./describe-api.ts";
import type { OpenApiDocument } from "./openapi-document.ts";

/** `/openapi.json`: the API described. Call it after all areas have put their endpoints on `app`. */
export function referenceRoutes(app: App, deps: Deps): void {
  let document: OpenApiDocument | undefined;
  const describe = () => {
    document ??= describeApi(servedEndpoints(app), {
      siteName: deps.site.name,
      publicUrl: deps.config.publicUrl,
      version: manifest.version,
    });
    return document;
  };
  app.get("/openapi.json", (context) => {
    context.header("cache-control", "public, max-age=300");
    return context.json(describe());
  });
}
