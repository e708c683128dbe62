import type { Feed } from "./feed.ts";

/** JSON Feed 1.1. Source: https://www.jsonfeed.org/version/1.1/. */
export function writeJsonFeed(feed: Feed, selfUrl: string): { text: string } {
  const document = {
    version: "https://jsonfeed.org/version/1.1",
    title: feed.title,
    ...(feed.description && { description: feed.description }),
    home_page_url: feed.pageUrl,
    feed_url: selfUrl,
    language: feed.language,
    items: feed.items.map((item) => ({
      id: `urn:uuid:${item.id}`,
      url: item.url,
      title: item.title,
      summary: item.summary,
      content_text: item.contentText,
      ...(item.image === undefined ? {} : { image: item.image.url }),
      date_published: item.published.toISOString(),
      date_modified: item.updated.toISOString(),
      authors: item.authors.map((name) => ({ name })),
      tags: item.labels,
      language: item.language,
    })),
  };
  return { text: JSON.stringify(document) };
}
