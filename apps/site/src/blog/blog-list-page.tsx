import { useLoaderData } from "react-router";
import { ArchiveNav } from "./archive-nav.tsx";
import { BlogList } from "./blog-list.tsx";
import type { BlogListData } from "./blog-list-loader.ts";
import { blogText } from "./blog-texts.ts";

export { authorLoader, blogListLoader, categoryLoader, tagLoader } from "./blog-list-loader.ts";

/** Posts in order, all of them or those of one category, tag or author. */
export function BlogListPage() {
  const list = useLoaderData<BlogListData>();
  const { filter, archive } = list;
  const title = filter.author === undefined ? {} : { title: blogText("author.title", { name: filter.author }) };
  return (
    <div key={list.path} className={archive ? "blog-columns" : undefined}>
      <BlogList list={list} {...title} />
      {archive ? <ArchiveNav archive={archive} /> : null}
    </div>
  );
}
