import type { ImageFile } from "@porchlight/client/blog";
import { useSite } from "../site.ts";

/** Source: https://ogp.me, "Article". */
export interface ArticleFacts {
  /** ISO 8601. */
  published: string | undefined;
  /** ISO 8601. */
  modified: string | undefined;
  authors: readonly string[];
  tags: readonly string[];
}

interface PageHeadProps {
  /** URLs of the page's style sheets, besides the one of every page. The page is shown when they are loaded. */
  styles?: readonly string[];
  /** Without the site's name, which is appended; absent on the home page. */
  title?: string;
  description?: string | undefined;
  /** Canonical path of this page. */
  canonicalPath?: string;
  /** URL of the original on another site; replaces the canonical URL. */
  canonicalUrl?: string | undefined;
  /** Path of the list's next page. */
  nextPath?: string | undefined;
  /** Article data for link previews. */
  article?: ArticleFacts;
  /** The page's image for link previews; its URL is absolute. */
  image?: ImageFile | undefined;
  /** Excludes the page from search engines. */
  noIndex?: boolean | undefined;
}

/** Metadata for browsers, search engines and link previews. React moves it into `<head>`. */
export function PageHead(props: PageHeadProps) {
  const { title, description, canonicalPath, canonicalUrl, nextPath, article, image, noIndex, styles } = props;
  const { publicUrl, siteName } = useSite().settings;
  const fullTitle = title ? `${title} · ${siteName}` : siteName;
  const canonical = canonicalPath === undefined ? undefined : publicUrl + canonicalPath;
  return (
    <>
      {styles?.map((href) => (
        <link key={href} rel="stylesheet" href={href} precedence="page" />
      ))}
      <title>{fullTitle}</title>
      {description ? <meta name="description" content={description} /> : null}
      {noIndex ? <meta name="robots" content="noindex" /> : null}
      {nextPath ? <link rel="next" href={nextPath} /> : null}
      {canonical ? (
        <>
          <link rel="canonical" href={canonicalUrl ?? canonical} />
          {properties({
            "og:url": canonical,
            "og:title": title ?? siteName,
            "og:site_name": siteName,
            "og:type": article ? "article" : "website",
            "og:description": description,
            "og:image": image?.src,
            "og:image:width": image?.width,
            "og:image:height": image?.height,
            "og:image:alt": image?.alt,
            "article:published_time": article?.published,
            "article:modified_time": article?.modified,
            "article:author": article?.authors,
            "article:tag": article?.tags,
          })}
          <meta name="twitter:card" content={image ? "summary_large_image" : "summary"} />
        </>
      ) : null}
    </>
  );
}

type Content = string | number | undefined;

/** One `<meta>` per value; empty ones are omitted. */
function properties(contents: Readonly<Record<string, Content | readonly string[]>>) {
  return Object.entries(contents).flatMap(([property, content]) =>
    [content]
      .flat()
      .map((one) => (one ? <meta key={property + one} property={property} content={String(one)} /> : null)),
  );
}
