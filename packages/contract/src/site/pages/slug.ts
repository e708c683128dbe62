import { toSlug } from "../../blog/slug.ts";
import { isServerPath } from "../../server-paths.ts";

/** First segments of the member site's paths. A test compares them with the routes of the site. */
export const siteSegments = [
  "account",
  "account-deleted",
  "assets",
  "auth",
  "blog",
  "collections",
  "forgot-password",
  "forms",
  "members",
  "pending",
  "preview",
  "reset-password",
  "search",
  "session",
  "sign-in",
  "sign-out",
  "sign-up",
  "verify-email",
] as const;

const reserved = new Set<string>([...siteSegments, "api", "feed", "robots", "sitemap", "wix-sm"]);

/** `text` as the path of a page: lowercase letters, digits, `-`, `_` and `~`. Never empty. */
export function toPageSlug(text: string): string {
  return toSlug(text.toLowerCase().replaceAll(".", "-"), "page");
}

/** Whether the server or the member site uses the path of this slug, so that a page there would never be shown. */
export function isReservedSlug(slug: string): boolean {
  const name = slug.toLowerCase();
  return reserved.has(name) || isServerPath(`/${name}`) || isServerPath(`/${name}/`);
}
