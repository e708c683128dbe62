/** Settings shared by server and browser. Part of every page, so not secret. */
export interface SiteSettings {
  /** Public URL of the site, without a trailing slash. Canonical URLs start with it. */
  readonly publicUrl: string;
  /** Base URL of the API; usually equal to `publicUrl`. */
  readonly apiUrl: string;
  /** OAuth app of this site. */
  readonly clientId: string;
  readonly siteName: string;
  /** BCP 47 tag of the site's main language. */
  readonly language: string;
  /** IANA time zone. Default: UTC. */
  readonly timeZone?: string | undefined;
  /** The owner's links in the header of every page; paths of the site. */
  readonly links?: readonly { readonly label: string; readonly href: string }[] | undefined;
  /** Who may rate posts. Default: no ratings. */
  readonly postRatings?: "members" | "everyone" | undefined;
  /** Who sees the member directory and profile pages. Default: they do not exist. */
  readonly memberDirectory?: "members" | "everyone" | undefined;
}

/** Base URL of images: the current origin, whichever it is, or the API's. */
export function imageHostOf({ apiUrl, publicUrl }: Pick<SiteSettings, "apiUrl" | "publicUrl">): string {
  return apiUrl === publicUrl ? "" : apiUrl;
}

/** Origin and path without a trailing slash. */
export function withoutTrailingSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
