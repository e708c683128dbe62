import type { SiteAuthor } from "@porchlight/contract/site/site-author";
import { Anchor } from "@porchlight/react";
import type { SiteSettings } from "../settings.ts";
import { useSite } from "../site.ts";
import { authorPath } from "./blog-content.ts";
import { blogText } from "./blog-texts.ts";
import { portraitUrl } from "./post/post-images.ts";

/** Profiles that contain more than a name. */
export function useAuthors(names: readonly string[]): SiteAuthor[] {
  const { authors = [] } = useSite().settings;
  return authors.filter(({ name, text, picture, link }) => names.includes(name) && (text || picture || link));
}

/** Portrait, name, and text of an author, at the end of a post. */
export function AuthorCard({ author }: { author: SiteAuthor }) {
  const { name } = author;
  return (
    <section className="author" aria-label={name}>
      <AuthorPicture author={author} />
      <div>
        <p className="author-name">
          <bdi>{name}</bdi>
        </p>
        <AuthorText author={author} />
        <p className="author-links">
          <Anchor href={authorPath(name)}>{blogText("author.title", { name })}</Anchor>
          <AuthorLink author={author} />
        </p>
      </div>
    </section>
  );
}

/** Portrait, text, and link of an author, above the posts. */
export function AuthorIntro({ author }: { author: SiteAuthor }) {
  return (
    <div className="author">
      <AuthorPicture author={author} />
      <div>
        <AuthorText author={author} />
        <p className="author-links">
          <AuthorLink author={author} />
        </p>
      </div>
    </div>
  );
}

function AuthorText({ author: { text } }: { author: SiteAuthor }) {
  return text ? <p dir="auto">{text}</p> : null;
}

function AuthorLink({ author: { link } }: { author: SiteAuthor }) {
  return link ? (
    <a href={link} rel="noopener">
      {new URL(link).hostname.replace(/^www\./, "")}
    </a>
  ) : null;
}

function AuthorPicture({ author: { picture } }: { author: SiteAuthor }) {
  const { settings } = useSite();
  if (!picture) return null;
  return <img src={portraitUrl(picture, settings)} width={80} height={80} alt="" loading="lazy" decoding="async" />;
}

/** Structured data of authors, with their pages on this site. Source: schema.org, Person. */
export function authorPersons(names: readonly string[], { authors = [], publicUrl, apiUrl }: SiteSettings): object[] {
  return names.map((name) => {
    const { picture, link } = authors.find((author) => author.name === name) ?? {};
    const image = picture?.startsWith("/") ? apiUrl + picture : picture;
    return { "@type": "Person", name, url: publicUrl + authorPath(name), image, sameAs: link };
  });
}
