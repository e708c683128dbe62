import type { SiteSettings } from "../settings.ts";
import { text } from "../shell/shell-texts.ts";
import type { BuildFiles } from "./build-manifest.ts";

/** The page for when React itself could not draw one. Says what the ordinary failure page says. */
export function lastResortPage(settings: SiteSettings, requestId: string, files: BuildFiles, nonce: string): string {
  const name = escapeHtml(settings.siteName);
  const styles = files.styles
    .map((file) => `<link rel="stylesheet" href="${escapeHtml(file)}" nonce="${nonce}">`)
    .join("");
  return `<!DOCTYPE html><html lang="${escapeHtml(settings.language)}"><head><meta charset="utf-8">\
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">\
<title>${text("error.failed.title")} · ${name}</title>${styles}</head><body>\
<main id="main"><div class="problem" data-kind="failed"><h1>${text("error.failed.title")}</h1>\
<p class="problem-text">${text("error.failed.text")}</p>\
<p class="request-id">${text("common.requestId")} <code>${escapeHtml(requestId)}</code></p>\
<div class="actions"><a class="site-button" data-variant="primary" href="/">${text("common.home")}</a></div></div></main></body></html>`;
}

function escapeHtml(value: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
