import { escapeHtml } from "../../platform/http/html.ts";
import { type Feed, type FeedImage, type FeedItem, lastUpdate } from "./feed.ts";
import { type Xml, xml } from "./xml.ts";

/** RSS 2.0. Source: https://www.rssboard.org/rss-specification, RSS Best Practices Profile. */
export function writeRss(feed: Feed, selfUrl: string): Xml {
  const updated = lastUpdate(feed);
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${feed.title}</title>
<link>${feed.pageUrl}</link>
<description>${feed.description || feed.title}</description>
<language>${feed.language}</language>
<atom:link rel="self" type="application/rss+xml" href="${selfUrl}"/>
${updated && xml`<lastBuildDate>${updated.toUTCString()}</lastBuildDate>\n`}${feed.items.map(writeItem)}</channel>
</rss>
`;
}

function writeItem(item: FeedItem): Xml {
  // Readers take a description for HTML, so text is escaped for both.
  return xml`<item>
<title>${item.title}</title>
<link>${item.url}</link>
<guid isPermaLink="false">urn:uuid:${item.id}</guid>
<pubDate>${item.published.toUTCString()}</pubDate>
${item.authors.map((name) => xml`<dc:creator>${name}</dc:creator>\n`)}${item.labels.map((label) => xml`<category>${label}</category>\n`)}<description>${escapeHtml(item.summary)}</description>
${item.image && writeImage(item.image)}</item>
`;
}

/** Source: https://www.rssboard.org/media-rss. */
function writeImage({ url, mediaType, width, height }: FeedImage): Xml {
  const type = mediaType && xml` type="${mediaType}"`;
  const size = width && height ? xml` width="${String(width)}" height="${String(height)}"` : undefined;
  return xml`<media:content url="${url}" medium="image"${type}${size}/>\n`;
}

/** Atom. Source: RFC 4287. */
export function writeAtom(feed: Feed, selfUrl: string): Xml {
  const updated = lastUpdate(feed) ?? new Date(0);
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">
<id>${feed.id}</id>
<title>${feed.title}</title>
<updated>${updated.toISOString()}</updated>
${feed.description && xml`<subtitle>${feed.description}</subtitle>\n`}<link rel="self" type="application/atom+xml" href="${selfUrl}"/>
<link rel="alternate" type="text/html" href="${feed.pageUrl}"/>
<author><name>${feed.siteName}</name></author>
${feed.items.map(writeEntry)}</feed>
`;
}

function writeEntry(item: FeedItem): Xml {
  return xml`<entry xml:lang="${item.language}">
<id>urn:uuid:${item.id}</id>
<title>${item.title}</title>
<link rel="alternate" type="text/html" href="${item.url}"/>
<published>${item.published.toISOString()}</published>
<updated>${item.updated.toISOString()}</updated>
${item.authors.map((name) => xml`<author><name>${name}</name></author>\n`)}${item.labels.map((label) => xml`<category term="${label}"/>\n`)}<summary>${item.summary}</summary>
${item.image && xml`<link rel="enclosure"${item.image.mediaType && xml` type="${item.image.mediaType}"`} href="${item.image.url}"/>\n`}</entry>
`;
}

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
