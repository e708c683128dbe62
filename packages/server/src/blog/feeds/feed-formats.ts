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
