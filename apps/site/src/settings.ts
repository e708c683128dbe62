import type { SiteAuthor } from "@porchlight/contract/site/site-author";
import type { SiteTheme } from "@porchlight/contract/site/site-settings";

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
  /** Typography and layout. Default: `classic`. */
  readonly theme?: SiteTheme | undefined;
  /** Path of a square image, to which the paths of the built-in icon redirect. */
  readonly icon?: string | undefined;
  /** Links in the header. Default: the blog, the search and a public member directory. */
  readonly links?: readonly SiteLink[] | undefined;
  /** Links in the footer. */
  readonly footerLinks?: readonly SiteLink[] | undefined;
  /** Title of the home page. Default: the name of the site. */
  readonly homeTitle?: string | undefined;
  /** Text below the title of the home page. Default: a built-in one. */
  readonly homeText?: string | undefined;
  /** Sections of the home page, in this order. */
  readonly homeSections?: readonly HomeSection[] | undefined;
  /** What the pages of posts and authors show about authors. Default: only their names. */
  readonly authors?: readonly SiteAuthor[] | undefined;
  /** The owner's texts in the language of the site, by key. Default: the built-in ones. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
  /** Who may rate posts. Default: no ratings. */
  readonly postRatings?: "members" | "everyone" | undefined;
  /** Whether posts have comments. Default: no. */
  readonly comments?: true | undefined;
  /** Whether members can subscribe to new posts by email. Default: no. */
  readonly newsletter?: true | undefined;
  /** Who sees the member directory and profile pages. Default: they do not exist. */
  readonly memberDirectory?: "members" | "everyone" | undefined;
}

/** A link in the header or footer: to a path of the site, or an https URL. */
export interface SiteLink {
  readonly label: string;
  readonly href: string;
}

/** A section of the home page, with the number of posts or items it shows. */
export interface HomeSection {
  readonly kind: "intro" | "featured" | "latest" | "category" | "collection" | "page" | "categories" | "join";
  /** Of the category or page. */
  readonly slug?: string | undefined;
  readonly collectionId?: string | undefined;
  readonly limit?: number | undefined;
}

/** Base URL of images: the current origin, whichever it is, or the API's. */
export function imageHostOf({ apiUrl, publicUrl }: Pick<SiteSettings, "apiUrl" | "publicUrl">): string {
  return apiUrl === publicUrl ? "" : apiUrl;
}

/** Origin and path without a trailing slash. */
export function withoutTrailingSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
