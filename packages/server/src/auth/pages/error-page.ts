import { type Html, html } from "../../html.ts";

/** A sign-in that cannot go on, told on the spot: there is no address that could be trusted to be sent to. */
export function signInErrorPage({
  siteName,
  language,
  nonce,
}: {
  siteName: string;
  language: string;
  nonce: string;
}): Html {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>This sign-in link no longer works · ${siteName}</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; --bg: #fbfbfd; --surface: #fff; --fg: #15171c; --muted: #565c69; --border: #dcdfe6 }
@media (prefers-color-scheme: dark) { :root { --bg: #0f1116; --surface: #171a21; --fg: #eceef3; --muted: #a6adbb; --border: #2a2f3a } }
body { margin: 0; padding: 12vh 16px 32px; background: var(--bg); color: var(--fg); font: 16px/24px system-ui, sans-serif }
main { max-width: 400px; margin: 0 auto; padding: 32px; background: var(--surface); border: 1px solid var(--border); border-radius: 10px }
h1 { margin: 0 0 12px; font-size: 24px; line-height: 32px }
p { margin: 0; color: var(--muted) }
</style>
</head>
<body>
<main>
<h1>This sign-in link no longer works</h1>
<p>It was used before, or it is older than 10 minutes. Go back to ${siteName} and sign in again.</p>
</main>
</body>
</html>
`;
}
