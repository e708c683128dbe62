import { ownLanguageName } from "@porchlight/contract/texts/keys";
import { Anchor } from "@porchlight/react";
import { text } from "../../shell/shell-texts.ts";
import { useSite } from "../../site.ts";

export interface Translation {
  language: string;
  slug: string;
}

interface TranslationsProps {
  /** Including the page itself, oldest first. */
  versions: readonly Translation[];
  /** Path of the page itself. */
  path: string;
  /** Language of the page itself. */
  language: string;
  /** The path before the slug. */
  folder: string;
  /** Whether posts that share a slug are selected by language. */
  named?: boolean;
}

/** Links to the languages of a page, for readers and search engines. */
export default function Translations({ versions, path, language, folder, named }: TranslationsProps) {
  const { publicUrl, language: siteLanguage } = useSite().settings;
  /** The one shown at a slug without a language. */
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
              // Browsers may name languages differently.
              suppressHydrationWarning
            >
              {ownLanguageName(page.language)}
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  );
}
