/** A response to a request of an API, or why there is none: a sentence. */
export type JsonResponse = { status: number; body: unknown; total: number | undefined } | { reason: string };

/** Fetches JSON. The body is undefined if it is none. */
export type FetchJson = (url: string) => Promise<JsonResponse>;

/** A page of a collection. */
export interface CollectionPage {
  items: readonly unknown[];
  /** Of the collection, if the API names it. */
  total?: number | undefined;
  /** Default: whether the page has fewer items than requested, as long as `total` has not more. */
  isLast?: boolean;
}

/** The items of a collection. */
export interface ReadItems {
  items: unknown[];
  /** What could not be read: sentences. */
  notes: string[];
}

interface Collection {
  /** For reports, such as `posts`. */
  name: string;
  /** The address of page 1. Other pages have another parameter `page`. */
  url: URL;
  fetchJson: FetchJson;
  /** Reads a response; undefined if it contains no page. */
  readPage: (response: { status: number; body: unknown; total: number | undefined }) => CollectionPage | undefined;
}

/** Items per page that readers request. */
export const perPage = 50;
const maxPages = 400;

/** Reads all pages of a collection; undefined if it is not public. What was read before a failure is returned. */
export async function readAllPages({ name, url, fetchJson, readPage }: Collection): Promise<ReadItems | undefined> {
  const items: unknown[] = [];
  let total: number | undefined;
  for (let page = 1; page <= maxPages; page += 1) {
    url.searchParams.set("page", String(page));
    const response = await fetchJson(url.href);
    const found = "reason" in response ? undefined : readPage(response);
    if (found === undefined) {
      if (page === 1 && !("reason" in response) && response.status < 500) return undefined;
      const reason = "reason" in response ? response.reason : `The server returned ${response.status}.`;
      return { items, notes: [`The ${name} from page ${page} on could not be read. ${reason}`] };
    }
    for (const item of found.items) items.push(item);
    total = found.total ?? total;
    const isShort = found.items.length < perPage && items.length >= (total ?? 0);
    if (found.items.length === 0 || (found.isLast ?? isShort)) break;
  }
  const missing = (total ?? 0) - items.length;
  return { items, notes: missing > 0 ? [`The site has ${total} ${name}, of which ${missing} could not be read.`] : [] };
}
