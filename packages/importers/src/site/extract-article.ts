import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom/worker";
import type { PreparedPage } from "./prepare-page.ts";

/** A page with more elements is no article, and takes long to read. */
const maxElements = 20_000;
/** Characters of the shortest article. */
const minLength = 140;

/** The main text of a page. */
export interface ExtractedArticle {
  title: string;
  html: string;
  byline: string | undefined;
  excerpt: string | undefined;
  /** Whether it consists mostly of links. */
  isListing: boolean;
}

/** Finds the article in a page, without navigation and footers; undefined if there is none. */
export function extractArticle({ html }: PreparedPage): ExtractedArticle | undefined {
  if ((html.match(/<[a-z]/gi)?.length ?? 0) > maxElements) return undefined;
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`);
  try {
    const found = new Readability(document, {
      charThreshold: minLength,
      keepClasses: true,
      disableJSONLD: true,
    }).parse();
    if (!found?.content || (found.length ?? 0) < minLength) return undefined;
    return {
      title: found.title ?? "",
      html: found.content,
      byline: found.byline ?? undefined,
      excerpt: found.excerpt ?? undefined,
      isListing: linkedLength(found.content) > (found.length ?? 0) / 2,
    };
  } catch {
    // The library fails on it.
    return undefined;
  }
}

/** Characters within links. */
function linkedLength(html: string): number {
  const links = parseHTML(`<html><body>${html}</body></html>`).document.querySelectorAll("a");
  return [...links].reduce((sum, { textContent }) => sum + (textContent?.length ?? 0), 0);
}
