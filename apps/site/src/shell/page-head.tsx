import { useSite } from "../site.ts";

interface PageHeadProps {
  /** Without the site's name, which follows it; absent on the home page. */
  title?: string;
  description?: string | undefined;
  /** Path of the one address this page should be known by. */
  canonicalPath?: string;
  /** Open Graph type. */
  kind?: "website" | "article";
  /** Absolute address of the picture that stands for the page. */
  image?: string | undefined;
  /** Keeps the page out of search engines. */
  noIndex?: boolean;
}

/** What a page says about itself to tabs, search engines and link previews. React moves it into `<head>`. */
export function PageHead({ title, description, canonicalPath, kind = "website", image, noIndex }: PageHeadProps) {
  const { publicUrl, siteName } = useSite().settings;
  const fullTitle = title ? `${title} · ${siteName}` : siteName;
  const canonical = canonicalPath === undefined ? undefined : publicUrl + canonicalPath;
  return (
    <>
      <title>{fullTitle}</title>
      {description ? <meta name="description" content={description} /> : null}
      {noIndex ? <meta name="robots" content="noindex" /> : null}
      {canonical ? (
        <>
          <link rel="canonical" href={canonical} />
          <meta property="og:url" content={canonical} />
          <meta property="og:title" content={title ?? siteName} />
          <meta property="og:site_name" content={siteName} />
          <meta property="og:type" content={kind} />
          {description ? <meta property="og:description" content={description} /> : null}
          {image ? <meta property="og:image" content={image} /> : null}
          <meta name="twitter:card" content={image ? "summary_large_image" : "summary"} />
        </>
      ) : null}
    </>
  );
}
