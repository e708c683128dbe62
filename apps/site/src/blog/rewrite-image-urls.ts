import type { RichContent } from "@porchlight/client/blog";
import type { SiteSettings } from "../settings.ts";

/**
 * The document with pictures of this server by their path. Answers name them by the public address, and a page may be looked at by
 * another: `127.0.0.1`, the address within a network, a tunnel.
 */
export function withOwnImages(
  content: RichContent | undefined,
  { apiUrl, publicUrl }: Pick<SiteSettings, "apiUrl" | "publicUrl">,
): RichContent | undefined {
  if (!content || apiUrl !== publicUrl) return content;
  // Within a text the quotes would be escaped, so that nothing but addresses is found.
  return JSON.parse(JSON.stringify(content).replaceAll(`"url":"${publicUrl}/media/`, '"url":"/media/'));
}
