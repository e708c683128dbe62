import { type Html, html, scriptJson } from "../../platform/http/html.ts";
import type { AuthorizationMessage } from "../../redirects/authorize.ts";

/** An empty page for a hidden frame. Posts `message` to the embedding page if its origin is `targetOrigin`. */
export function webMessagePage(message: AuthorizationMessage, targetOrigin: string, nonce: string): Html {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Signing in</title></head>
<body>
<script nonce="${nonce}">window.parent.postMessage(${scriptJson(message)}, ${scriptJson(targetOrigin)});</script>
</body>
</html>
`;
}
