/** What a feed tells, in whichever format. */
export interface Feed {
  /** Stays when names and addresses change. An IRI. */
  id: string;
  title: string;
  /** Empty unless its category has one. */
  description: string;
  siteName: string;
  language: string;
  /** The page that shows the same posts, absolute. */
  pageUrl: string;
  /** Its own address, without the name of the format. */
  folderUrl: string;
  /** What follows the name of the format. */
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
  /** The whole text without markup. */
  contentText: string;
  authors: string[];
  /** Names of categories, then of tags. */
  labels: string[];
  language: string;
  published: Date;
  updated: Date;
  image: FeedImage | undefined;
}

export interface FeedImage {
  /** Absolute. */
  url: string;
  /** By its name; undefined where that does not tell. */
  mediaType: string | undefined;
  /** Pixels; nothing or 0 where they are not known. */
  width: number | null;
  height: number | null;
}

/** When the feed last changed; undefined when there is nothing in it. */
export function lastUpdate({ items }: Feed): Date | undefined {
  return items.reduce<Date | undefined>(
    (latest, { updated }) => (latest === undefined || updated > latest ? updated : latest),
    undefined,
  );
}
