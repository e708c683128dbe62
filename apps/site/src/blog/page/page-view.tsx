import { prepareRichContent, RichContent } from "@porchlight/react";
import { useMemo } from "react";
import type { SiteClient } from "../../client.ts";
import { imageHostOf } from "../../settings.ts";
import { useSite } from "../../site.ts";
import { highlightCode } from "../post/highlight-code.ts";
import { rewriteImageUrls } from "../post/post-images.ts";

export type SitePage = Awaited<ReturnType<SiteClient["publishedPages"]["getPublishedPage"]>>;

/** Loads what the content of a page needs. */
export async function preparePage(page: SitePage, report: (error: unknown) => void): Promise<SitePage> {
  const { richContent } = page;
  const [highlighted = richContent] = await Promise.all([
    highlightCode(richContent).catch(report),
    prepareRichContent(richContent).catch(report),
  ]);
  return { ...page, richContent: highlighted ?? richContent };
}

/** The title and content of a page. */
export function PageView({ page }: { page: SitePage }) {
  const { settings, nonce } = useSite();
  const richContent = useMemo(() => rewriteImageUrls(page.richContent, settings), [page, settings]);
  return (
    <article className="site-post">
      <header className="site-post-header">
        <h1 className="site-post-title" tabIndex={-1}>
          <bdi>{page.title}</bdi>
        </h1>
      </header>
      <RichContent content={richContent} headingOffset={1} frameHost={imageHostOf(settings)} nonce={nonce} />
    </article>
  );
}
