/** What server and browser both know of the site. Goes into every page: nothing secret. */
export interface SiteSettings {
  /** Where people open the site, without a slash at the end. Canonical addresses start with it. */
  readonly publicUrl: string;
  /** Where the API answers; normally equal to `publicUrl`. */
  readonly apiUrl: string;
  /** OAuth app of this site. */
  readonly clientId: string;
  readonly siteName: string;
  /** BCP 47 tag of the site's main language. */
  readonly language: string;
  /** By its name in the IANA database; UTC unless given. */
  readonly timeZone?: string | undefined;
  /** The owner's links in the head of every page; paths of the site. */
  readonly links?: readonly { readonly label: string; readonly href: string }[] | undefined;
  /** Who gives posts stars; nobody unless given. */
  readonly postRatings?: "members" | "everyone" | undefined;
}

/** Where pictures are asked for: at this site's own address, whichever it is now, or at the API's. */
export function imageHostOf({ apiUrl, publicUrl }: Pick<SiteSettings, "apiUrl" | "publicUrl">): string {
  return apiUrl === publicUrl ? "" : apiUrl;
}

/** Origin and path without a slash at the end. */
export function withoutTrailingSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
