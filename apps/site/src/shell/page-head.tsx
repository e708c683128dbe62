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
  /** Absolute address of the picture that stands for the page. */
  image?: string | undefined;
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
          <meta property="og:url" content={canonical} />
          <meta property="og:title" content={title ?? siteName} />
          <meta property="og:site_name" content={siteName} />
          <meta property="og:type" content={article ? "article" : "website"} />
          {description ? <meta property="og:description" content={description} /> : null}
          {image ? <meta property="og:image" content={image} /> : null}
          <meta name="twitter:card" content={image ? "summary_large_image" : "summary"} />
        </>
      ) : null}
      {article ? <ArticleMeta {...article} /> : null}
    </>
  );
}

function ArticleMeta({ published, modified, authors, tags }: ArticleFacts) {
  return (
    <>
      {published ? <meta property="article:published_time" content={published} /> : null}
      {modified ? <meta property="article:modified_time" content={modified} /> : null}
      {authors.map((name) => (
        <meta key={name} property="article:author" content={name} />
      ))}
      {tags.map((name) => (
        <meta key={name} property="article:tag" content={name} />
      ))}
    </>
  );
}
