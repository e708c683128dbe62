/** A feed, independent of its format. */
export interface Feed {
  /** An IRI that does not change with names and URLs. */
  id: string;
  title: string;
  /** Description of the category, or empty. */
  description: string;
  siteName: string;
  language: string;
  /** Absolute URL of the page with the same posts. */
  pageUrl: string;
  /** URL of the feed without its file name. */
  folderUrl: string;
  /** Query string of the feed. */
  search: string;
  /** Newest first. */
  items: FeedItem[];
}

export interface FeedItem {
  id: string;
  /** Absolute. */
  url: string;
  title: string;
  summary: string;
  /** The full text without markup. */
  contentText: string;
  authors: string[];
  /** Labels of categories, then of tags. */
  labels: string[];
  language: string;
  published: Date;
  updated: Date;
  image: FeedImage | undefined;
}

export interface FeedImage {
  /** Absolute. */
  url: string;
  /** Derived from the file name, if possible. */
  mediaType: string | undefined;
  /** Pixels; null or 0 if unknown. */
  width: number | null;
  height: number | null;
}

/** Last change of the feed; `undefined` for an empty feed. */
export function lastUpdate({ items }: Feed): Date | undefined {
  return items.reduce<Date | undefined>(
    (latest, { updated }) => (latest === undefined || updated > latest ? updated : latest),
    undefined,
  );
}
