const schemes = new Set(["http:", "https:", "mailto:", "tel:"]);

/** The URL if readers may follow it: http, https, mailto, tel, or a path on this site. */
export function safeHref(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  const url = URL.parse(value, "https://site.invalid");
  return url && schemes.has(url.protocol) ? value : undefined;
}
