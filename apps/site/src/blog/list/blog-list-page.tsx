import { imageSrcSet, parseImageUrl } from "@porchlight/client/blog";
import { lazy, Suspense } from "react";
import { useLoaderData } from "react-router";
import { imageHostOf } from "../../settings.ts";
import { FeedLinks } from "../../shell/feed-links.tsx";
import { useSite } from "../../site.ts";
import { ArchiveNav } from "../archive/archive-nav.tsx";
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
  const { filter, archive, category } = list;
  const title = filter.author === undefined ? {} : { title: blogText("author.title", { name: filter.author }) };
  return (
    <div key={list.path} className={archive ? "blog-columns" : undefined}>
      <BlogList
        list={list}
        header={<ListHeader list={list} />}
        image={parseImageUrl(category?.cover, settings.apiUrl)}
        {...title}
      />
      {archive ? <ArchiveNav archive={archive} /> : null}
    </div>
  );
}

/** The header of a category or tag. */
function ListHeader({ list: { name, path, filter, category } }: { list: BlogListData }) {
  const { settings } = useSite();
  const cover = parseImageUrl(category?.cover, imageHostOf(settings));
  return (
    <>
      {filter.categoryIds || filter.tagIds ? <FeedLinks title={`${name} · ${settings.siteName}`} path={path} /> : null}
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
      {cover ? (
        <img
          className="list-cover"
          sizes="(min-width: 768px) 46rem, 100vw"
          srcSet={imageSrcSet(cover.src, cover.width)}
          src={cover.src}
          width={cover.width}
          height={cover.height}
          alt={cover.alt}
        />
      ) : null}
    </>
  );
}
