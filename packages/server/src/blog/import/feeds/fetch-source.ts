import { fromHtml } from "hast-util-from-html";
import { getOutbound } from "../../../platform/http/outbound/get.ts";
import { OutboundError, type OutboundPolicy } from "../../../platform/http/outbound/send.ts";
import { type FetchPicture, PictureError } from "../articles/image-store.ts";
import { ImportSourceError } from "../import-source.ts";
import { withoutUsers } from "../source-address.ts";
import { fileOfBytes, type SourceFile } from "../source-file.ts";
import { readPage } from "./open-feed.ts";

/** Of a feed with its pages, or an export, at an address; a larger one is imported as a file. */
const maxBytes = 64 * 1024 * 1024;
const accept =
  "application/atom+xml, application/rss+xml, application/xml;q=0.9, text/xml;q=0.9, text/html;q=0.5, */*;q=0.1";

/** What was at an address, all of it held. */
export interface FetchedSource extends SourceFile {
  /** Bytes. */
  size: number;
}

/**
 * What is at an address: itself, or for a page of a blog the feed that it names.
 *
 * @throws {ImportSourceError} Source: security requirements §8.1.
 */
export async function fetchSource(address: string, policy: OutboundPolicy): Promise<FetchedSource> {
  const source = await fetchFile(address, policy);
  if (!isPage(source.head)) return source;
  const bytes: Uint8Array[] = [];
  for await (const piece of source.read()) bytes.push(piece);
  const feed = feedOf(Buffer.concat(bytes).toString("utf8"), source.place);
  if (feed === undefined)
    throw new ImportSourceError(`"${address}" is a page that names no feed.`, { isMissing: true });
  const found = await fetchFile(feed, policy);
  if (isPage(found.head)) throw new ImportSourceError(`"${feed}" is a page and no feed.`, { isMissing: true });
  return found;
}

/** Pages of a feed that are followed. */
const maxPages = 100;

/** A feed and the pages that follow it. @throws {ImportSourceError} Source: RFC 5005 §3. */
export async function fetchFollowingPages(first: FetchedSource, policy: OutboundPolicy): Promise<SourceFile[]> {
  const pages = [first];
  const seen = new Set([first.place]);
  let size = first.size;
  for (let next = (await readPage(first)).next; next !== undefined && pages.length < maxPages; ) {
    if (seen.has(next)) break;
    seen.add(next);
    const page = await fetchFile(next, policy);
    size += page.size;
    if (size > maxBytes)
      throw new ImportSourceError(`The feed at "${first.name}" is larger than 64 MiB with the pages that follow it.`);
    pages.push(page);
    next = (await readPage(page)).next;
  }
  return pages;
}

async function fetchFile(address: string, policy: OutboundPolicy): Promise<FetchedSource> {
  try {
    const { status, url, bytes } = await getOutbound(address, policy, { maxBytes, accept });
    if (status === 200) return { ...fileOfBytes(url, bytes), size: bytes.length };
    const isMissing = status === 404 || status === 410;
    const reason = isMissing ? "There is nothing" : "There is no feed to be had";
    throw new ImportSourceError(`${reason} at "${withoutUsers(address)}": it answers ${status}.`, { isMissing });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new ImportSourceError(`"${withoutUsers(address)}" cannot be read. ${error.message}`, { cause: error });
  }
}

function isPage(head: Buffer): boolean {
  return /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)?(?:<!doctype html|<html[\s>])/i.test(
    head.toString("utf8"),
  );
}

/** Source: HTML, "Link type alternate". */
function feedOf(html: string, page: string): string | undefined {
  const waiting = [...fromHtml(html.slice(0, 512 * 1024)).children];
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    if (node.type !== "element") continue;
    const { rel, type, href } = node.properties;
    const isFeed = node.tagName === "link" && Array.isArray(rel) && rel.includes("alternate");
    if (isFeed && /^application\/(?:rss|atom)\+xml/i.test(String(type)) && typeof href === "string")
      return URL.parse(href, page)?.href;
    if (["html", "head"].includes(node.tagName)) waiting.push(...node.children);
  }
  return undefined;
}

/** Pictures from where they were. */
export function pictureFetcher(policy: OutboundPolicy): FetchPicture {
  return async (url, most) => {
    try {
      const { status, bytes } = await getOutbound(url, policy, { maxBytes: most, accept: "image/*" });
      if (status !== 200) throw new PictureError(`cannot be fetched: its address answers ${status}`);
      return bytes;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      throw new PictureError(
        `cannot be fetched: ${error.message.replace(/\.$/, "").replace(/^It /, "it ").replace(/^The /, "the ")}`,
      );
    }
  };
}
