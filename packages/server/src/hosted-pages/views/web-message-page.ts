import { type Html, html, scriptJson } from "../../platform/http/html.ts";
import type { AuthorizationMessage } from "../../redirects/authorize.ts";

/** A page without anything to see, for a hidden frame: hands `message` to the page around it, if that is of `targetOrigin`. */
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
