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
  /** Without the site's name, which follows it; absent on the home page. */
  title?: string;
  description?: string | undefined;
  /** Path of the one address this page should be known by. */
  canonicalPath?: string;
  /** Where a list goes on. */
  nextPath?: string | undefined;
  /** What link previews are told of an article; absent on other pages. */
  article?: ArticleFacts;
  /** The picture that stands for the page; its address is absolute. */
  image?: ImageFile | undefined;
  /** Keeps the page out of search engines. */
  noIndex?: boolean;
}

/** What a page says about itself to tabs, search engines and link previews. React moves it into `<head>`. */
export function PageHead({ title, description, canonicalPath, nextPath, article, image, noIndex }: PageHeadProps) {
  const { publicUrl, siteName } = useSite().settings;
  const fullTitle = title ? `${title} · ${siteName}` : siteName;
  const canonical = canonicalPath === undefined ? undefined : publicUrl + canonicalPath;
  return (
    <>
      <title>{fullTitle}</title>
      {description ? <meta name="description" content={description} /> : null}
      {noIndex ? <meta name="robots" content="noindex" /> : null}
      {nextPath ? <link rel="next" href={nextPath} /> : null}
      {canonical ? (
        <>
          <link rel="canonical" href={canonical} />
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

/** One element for each content; what has none is left out. */
function properties(contents: Readonly<Record<string, Content | readonly string[]>>) {
  return Object.entries(contents).flatMap(([property, content]) =>
    [content]
      .flat()
      .map((one) => (one ? <meta key={property + one} property={property} content={String(one)} /> : null)),
  );
}
