import { Anchor } from "@porchlight/react";
import { text } from "../../shell/shell-texts.ts";
import { useSite } from "../../site.ts";
import { languageName } from "../../texts.ts";

export interface Translation {
  language: string;
  slug: string;
}

interface TranslationsProps {
  /** With the page itself, the oldest first. */
  versions: readonly Translation[];
  /** Path of the page itself. */
  path: string;
  /** Language of the page itself. */
  language: string;
  /** What stands before the slug in a path. */
  folder: string;
  /** Whether one that shares its slug is found by its language. */
  named?: boolean;
}

/** The languages that a page is there in, for readers and for search engines. */
export default function Translations({ versions, path, language, folder, named }: TranslationsProps) {
  const { publicUrl, language: siteLanguage } = useSite().settings;
  /** The one that is shown at a slug without a language. */
  const firstAt = (slug: string) => {
    const sharing = versions.filter((other) => other.slug === slug);
    return sharing.find((other) => other.language === siteLanguage) ?? sharing[0];
  };
  const pages = versions.flatMap((version) => {
    const href = folder + encodeURIComponent(version.slug);
    if (version.language === language) return { language, href: path };
    if (firstAt(version.slug) === version) return { language: version.language, href };
    return named
      ? { language: version.language, href: `${href}?language=${encodeURIComponent(version.language)}` }
      : [];
  });
  if (pages.length < 2) return null;
  return (
    <nav className="translations" aria-label={text("common.language")}>
      {pages.map((page) => (
        <link key={page.language} rel="alternate" hrefLang={page.language} href={publicUrl + page.href} />
      ))}
      <ul>
        {pages.map((page) => (
          <li key={page.language}>
            <Anchor
              href={page.href}
              hrefLang={page.language}
              lang={page.language}
              aria-current={page.language === language ? "page" : undefined}
              // Not every browser has the same names.
              suppressHydrationWarning
            >
              {languageName(page.language)}
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  );
}
