import { createRawHtmlCleaner } from "../rich-content/html/raw-html.ts";

/** Larger pages are left out. */
export const maxPageBytes = 4 * 1024 * 1024;
/** Structured data that is read per page. */
const maxDataBlocks = 20;
/** Scripts and styles that are read per page. */
const maxRawTexts = 500;

/** A page that parsers can read in linear time. */
export interface PreparedPage {
  /** Without scripts, styles and comments. */
  html: string;
  /** Texts of the structured data: JSON-LD. */
  data: string[];
  /** Texts of its `<style>` elements. */
  styles: string[];
  /** Attributes of Ghost's portal script, which a page of Ghost contains. */
  portal: { key: string; api: string } | undefined;
}

/** Prepares a page; undefined if it nests too deeply. */
export function preparePage(bytes: Buffer): PreparedPage | undefined {
  const source = decodePage(bytes);
  const cleaner = createRawHtmlCleaner(() => undefined);
  const html = cleaner.clean(source, 1);
  if (cleaner.tooDeep) return undefined;
  return {
    html: html.replaceAll(/<(\/?)x-(iframe|title)\b/g, "<$1$2"),
    styles: rawTexts(source, "style").map(({ text }) => text),
    ...readScripts(source),
  };
}

/** Source: HTML, "Determining the character encoding". */
function decodePage(bytes: Buffer): string {
  const declared = /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]{1,40})/i.exec(bytes.toString("latin1", 0, 4_096))?.[1];
  try {
    return new TextDecoder(declared ?? "utf-8").decode(bytes);
  } catch {
    return bytes.toString("utf8");
  }
}

function readScripts(html: string): Pick<PreparedPage, "data" | "portal"> {
  const scripts = rawTexts(html, "script");
  const portals = scripts.map(({ tag }) => ({ key: attribute(tag, "data-key"), api: attribute(tag, "data-api") }));
  const portal = portals.flatMap(({ key, api }) => (key !== undefined && api !== undefined ? [{ key, api }] : []))[0];
  const data = scripts.filter(({ tag }) => /application\/ld\+json/i.test(tag)).map(({ text }) => text);
  return { data: data.slice(0, maxDataBlocks), portal };
}

/** Start tags and texts of the elements, whose text is raw. One pass. */
function rawTexts(html: string, name: "script" | "style"): { tag: string; text: string }[] {
  const found: { tag: string; text: string }[] = [];
  const lower = html.toLowerCase();
  for (let start = lower.indexOf(`<${name}`); start !== -1 && found.length < maxRawTexts; ) {
    const open = lower.indexOf(">", start);
    const end = open === -1 ? -1 : lower.indexOf(`</${name}`, open);
    if (end === -1) break;
    found.push({ tag: html.slice(start, Math.min(open, start + 2_000)), text: html.slice(open + 1, end) });
    start = lower.indexOf(`<${name}`, end);
  }
  return found;
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']{1,500})["']`, "i").exec(tag)?.[1];
}
