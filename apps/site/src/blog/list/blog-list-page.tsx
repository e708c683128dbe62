import { parseImageUrl } from "@porchlight/client/blog";
import { lazy, Suspense } from "react";
import { useLoaderData } from "react-router";
import { imageHostOf } from "../../settings.ts";
import { FeedLinks } from "../../shell/feed-links.tsx";
import { useSite } from "../../site.ts";
import { ArchiveNav } from "../archive/archive-nav.tsx";
import { AuthorIntro, useAuthors } from "../author-card.tsx";
import { blogText } from "../blog-texts.ts";
import { BlogList } from "./blog-list.tsx";
import type { BlogListData } from "./blog-list-loader.ts";

export { authorLoader, blogListLoader, categoryLoader, tagLoader } from "./blog-list-loader.ts";

/** Few lists have translations. */
const Translations = lazy(() => import("../post/translations.tsx"));

/** All posts, or those of one category, tag or author. */
export function BlogListPage() {
  const list = useLoaderData<BlogListData>();
  const { settings } = useSite();
  const { filter, archive, cover } = list;
  const title = filter.author === undefined ? {} : { title: blogText("author.title", { name: filter.author }) };
  return (
    <div key={list.path}>
      <BlogList
        list={list}
        header={<ListHeader list={list} />}
        picture={parseImageUrl(cover, imageHostOf(settings))}
        image={parseImageUrl(cover, settings.apiUrl)}
        {...title}
      />
      {archive ? <ArchiveNav archive={archive} /> : null}
    </div>
  );
}

/** What belongs to an author, or to a category or tag: its feeds and translations. */
function ListHeader({ list: { name, path, filter, category } }: { list: BlogListData }) {
  const { siteName } = useSite().settings;
  const [author] = useAuthors(filter.author === undefined ? [] : [filter.author]);
  return (
    <>
      {author ? <AuthorIntro author={author} /> : null}
      {filter.categoryIds || filter.tagIds ? <FeedLinks title={`${name} · ${siteName}`} path={path} /> : null}
      {category?.translations[1] ? (
        <Suspense>
          <Translations
            versions={category.translations}
            folder="/blog/category/"
            path={path}
            language={category.language}
          />
        </Suspense>
      ) : null}
    </>
  );
}
