import type { CommentPage } from "@porchlight/client/blog";

/** Structured data of a post for search engines. Source: schema.org, BlogPosting. */
export interface PostMetadata {
  title: string;
  description: string | undefined;
  /** Names. */
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

/** Structured data of a post by `persons`, with the comments that its page shows. */
export function blogPosting(metadata: PostMetadata, persons: readonly object[], comments?: CommentPage): object {
  return {
    "@context": "https://schema.org",
    "@type": "BlogPosting",
    headline: metadata.title,
    description: metadata.description,
    datePublished: metadata.published,
    dateModified: metadata.modified,
    inLanguage: metadata.language,
    image: metadata.image,
    keywords: metadata.tags.length > 0 ? metadata.tags : undefined,
    author: persons.length > 0 ? persons : undefined,
    mainEntityOfPage: metadata.url,
    url: metadata.url,
    ...(comments && {
      commentCount: comments.total,
      comment: comments.comments
        .filter(({ status }) => status === "PUBLISHED")
        .map(({ _id, author, text, _createdDate }) => ({
          "@type": "Comment",
          url: `${metadata.url}#comment-${_id}`,
          text,
          dateCreated: new Date(_createdDate).toISOString(),
          author: author.name ? { "@type": "Person", name: author.name } : undefined,
        })),
    }),
    publisher: { "@type": "Organization", name: metadata.siteName, url: metadata.siteUrl },
  };
}
