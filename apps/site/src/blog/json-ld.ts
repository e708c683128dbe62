/** Structured data of a post for search engines. Source: schema.org, BlogPosting. */
export interface PostFacts {
  title: string;
  description: string | undefined;
  authors: readonly string[];
  tags: readonly string[];
  /** ISO 8601. */
  published: string | undefined;
  /** ISO 8601. */
  modified: string | undefined;
  image: string | undefined;
  language: string;
  url: string;
  siteName: string;
  siteUrl: string;
}

export function blogPosting(facts: PostFacts): object {
  return {
    "@context": "https://schema.org",
    "@type": "BlogPosting",
    headline: facts.title,
    description: facts.description,
    datePublished: facts.published,
    dateModified: facts.modified,
    inLanguage: facts.language,
    image: facts.image,
    keywords: facts.tags.length > 0 ? facts.tags : undefined,
    author: facts.authors.length > 0 ? facts.authors.map((name) => ({ "@type": "Person", name })) : undefined,
    mainEntityOfPage: facts.url,
    url: facts.url,
    publisher: { "@type": "Organization", name: facts.siteName, url: facts.siteUrl },
  };
}
