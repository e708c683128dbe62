import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createSessionHandler } from "@porchlight/client/server";
import { directionOf, type TextLanguage, textLanguageOf, textLanguages } from "@porchlight/contract/texts/keys";
import { scriptFontStyles } from "@porchlight/contract/texts/script-fonts";
import { sharedAssets } from "@porchlight/site/src/server/assets.ts";
import { type ConsoleSettings, cookieName, languageCookie, settingsElementId } from "../settings.ts";

/** Properties of the installation that the console uses. */
export interface ConsoleOptions {
  /** The current settings of the site. */
  settings(): ConsoleSettings;
  /** Public URL of the server. */
  publicUrl: string;
  /** Folder of the built console. */
  folder: URL;
  /** Calls the server in this process. */
  api(request: Request, origin: { clientAddress: string }): Promise<Response>;
}

/** Serves the console: its page, its files, and the sessions of staff. */
export interface Console {
  fetch(request: Request, clientAddress: string): Promise<Response>;
}

interface Manifest {
  [source: string]: { file: string; css?: string[]; imports?: string[] };
}

const entry = "src/entry-browser.tsx";
const basePath = "/admin";

/** Creates the console's handler for requests below `/admin`. */
export function createConsole({ publicUrl, folder, api, settings }: ConsoleOptions): Console {
  const manifest = JSON.parse(readFileSync(new URL("client/.vite/manifest.json", folder), "utf8")) as Manifest;
  const scripts = new Map(textLanguages.map((language) => [language, scriptsOf(manifest, language)]));
  const assets = sharedAssets(fileURLToPath(new URL("client", folder)));
  const handleSession = (request: Request, clientAddress: string) => {
    return createSessionHandler({
      host: `${publicUrl}${basePath}/api`,
      clientId: settings().clientId,
      siteUrl: publicUrl,
      cookieName,
      fetch: (input, init) => api(new Request(input, init), { clientAddress }),
    })(request);
  };
  return {
    async fetch(request, clientAddress) {
      const url = new URL(request.url);
      const path = url.pathname.slice(basePath.length);
      if (path === "/session") return handleSession(request, clientAddress);
      if (request.method !== "GET" && request.method !== "HEAD")
        return new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } });
      if (path === "") return new Response(null, { status: 308, headers: { location: `${basePath}/` } });
      const file = assets.serve(new Request(new URL(path, url), request));
      if (file) return file;
      if (path.startsWith("/assets/")) return new Response(null, { status: 404 });
      const language = languageOf(request.headers);
      return page(settings(), scripts.get(language)!, publicUrl, language);
    },
  };
}

/** The entry, and the scripts and texts that it imports. */
function scriptsOf(manifest: Manifest, language: TextLanguage) {
  const found = new Set<string>();
  const visit = (source: string) => {
    const chunk = manifest[source];
    if (!chunk || found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit(entry);
  if (language !== "en") {
    visit("src/texts/load.ts");
    visit(`src/texts/translations/${language}/first.json`);
    visit(`../../packages/contract/src/texts/translations/${language}/common.json`);
  }
  const [first, ...others] = found;
  return { entry: first!, others, styles: manifest[entry]?.css ?? [] };
}

/** The language that the person chose in the console, or the first of the browser's that the console has. */
function languageOf(headers: Headers): TextLanguage {
  const chosen = new RegExp(`(?:^|; )${languageCookie}=(\\w+)`).exec(headers.get("cookie") ?? "")?.[1];
  const preferred = headers.get("accept-language")?.split(",") ?? [];
  for (const tag of [chosen ?? "", ...preferred]) {
    const language = textLanguageOf(tag.replace(/;.*/, "").trim());
    if (language) return language;
  }
  return "en";
}

function page(
  settings: ConsoleSettings,
  scripts: ReturnType<typeof scriptsOf>,
  publicUrl: string,
  language: TextLanguage,
): Response {
  const nonce = randomBytes(16).toString("base64");
  const urlOf = (file: string) => `${basePath}/${file}`;
  const fonts = scriptFontStyles(language);
  const data = JSON.stringify(settings).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  const html = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta property="csp-nonce" nonce="${nonce}">
<title>Console</title>
${scripts.styles.map((file) => `<link rel="stylesheet" href="${urlOf(file)}">`).join("\n")}
${scripts.others.map((file) => `<link rel="modulepreload" href="${urlOf(file)}" nonce="${nonce}">`).join("\n")}
${fonts && `<style nonce="${nonce}">${fonts}</style>`}
<script type="application/json" id="${settingsElementId}">${data}</script>
<script type="module" src="${urlOf(scripts.entry)}" nonce="${nonce}"></script>
</head>
<body>
<div id="root"></div>
<noscript>The console requires JavaScript. Turn it on in your browser and reload this page.</noscript>
</body>
</html>
`;
  const headers = new Headers({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "private, no-store",
    vary: "accept-language",
    "content-security-policy": [
      "default-src 'none'",
      `script-src 'nonce-${nonce}' 'strict-dynamic'`,
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data: blob:",
      "media-src 'self' blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "frame-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    // Another value than that of the site's pages, so that none of them can control a window with the console.
    "cross-origin-opener-policy": "same-origin-allow-popups",
  });
  if (publicUrl.startsWith("https:")) headers.set("strict-transport-security", "max-age=31536000; includeSubDomains");
  return new Response(html, { headers });
}
