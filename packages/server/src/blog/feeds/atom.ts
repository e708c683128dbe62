import { type Feed, type FeedItem, lastUpdate } from "./feed.ts";
import { type Xml, xml } from "./xml.ts";

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
