/** What pages show about an author of posts: an entry of the setting `authors`. */
export interface SiteAuthor {
  /** As in the `authors` of posts; unique. */
  readonly name: string;
  /** A few words about the author. */
  readonly text?: string | undefined;
  /** Path of an image of the media library, or an https URL. */
  readonly picture?: string | undefined;
  /** The author's own page: an https URL. */
  readonly link?: string | undefined;
}

/** Limits of the setting `authors`; of texts, in UTF-16 code units. */
export const siteAuthorLimits = { authors: 20, name: 100, text: 300, link: 500 } as const;
