import { contentFramePath } from "@porchlight/contract/blog/paths";
import { html } from "../../platform/http/html.ts";
import type { App } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";

/** Replaces itself by the first HTML that the embedding page posts; empty if it is opened by itself. */
const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Embedded content</title></head>
<body>
<script>
addEventListener("message", function show({ source, data }) {
  if (parent === window || source !== parent || typeof data?.html !== "string") return;
  removeEventListener("message", show);
  document.open();
  document.write(data.html);
  document.close();
});
</script>
</body>
</html>
`.toString();

/** The page that runs embedded HTML of posts in a frame of the site. It stores and reads nothing. */
export function htmlSandboxRoutes(app: App, context: BlogContext): void {
  const { publicUrl, siteUrl = publicUrl } = context.config;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": sandboxPolicy(siteUrl),
    "cache-control": "public, max-age=3600",
    "referrer-policy": "no-referrer",
  };
  app.get(contentFramePath, (c) => {
    context.limits.countRead(c.get("address"));
    return new Response(c.req.method === "HEAD" ? null : page, {
      headers: { ...c.get("headers"), ...headers },
    });
  });
}

/**
 * Scripts run without access to the site: the sandbox removes the page's origin, so they have no cookies and no storage
 * and cannot read the embedding page or the API. Source: HTML Standard, "Sandboxing"; CSP Level 3, `sandbox`.
 */
function sandboxPolicy(siteUrl: string): string {
  const { origin } = new URL(siteUrl);
  // CSP cannot express an IPv6 address.
  const site = /^https?:\/\/[\w.-]+(?::\d+)?$/.test(origin) ? ` ${origin}` : "";
  return [
    "sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox",
    "default-src 'self' https: data: blob: 'unsafe-inline' 'unsafe-eval'",
    "object-src 'none'",
    "form-action https:",
    `frame-ancestors 'self'${site}`,
  ].join("; ");
}
