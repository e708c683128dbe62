import type { DraftPost } from "@porchlight/client/blog";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useConsole } from "../../context.ts";

const pageSize = 50;

/** The filters of the list, as in the address. */
export interface PostFilters {
  status: string;
  search: string;
  /** Id. */
  category: string;
  /** Name. */
  author: string;
  language: string;
  /** A field name, with a minus for the descending order. */
  sort: string;
}

/** Fields that the list can be sorted by. */
export const sortFields = ["title", "editedDate", "firstPublishedDate"] as const;

interface PostBatch {
  posts: DraftPost[];
  next: number | undefined;
}

/** The posts that match the filters, page by page. */
export function usePostList(filters: PostFilters) {
  const { site } = useConsole().clients;
  return useInfiniteQuery({
    queryKey: ["posts", "list", filters],
    queryFn: async ({ signal, pageParam }): Promise<PostBatch> => {
      const paging = { limit: pageSize, offset: pageParam };
      const { draftPosts } =
        filters.status === "trash"
          ? await site.draftPosts.listDeletedDraftPosts({ paging }, { signal })
          : await site.draftPosts.queryDraftPosts({ ...queryOf(filters), paging }, {}, { signal });
      return { posts: draftPosts, next: draftPosts.length === pageSize ? pageParam + pageSize : undefined };
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

function queryOf({ status, search, category, author, language, sort }: PostFilters) {
  const field = sortFields.find((name) => name === sort.replace(/^-/, "")) ?? "editedDate";
  const order = sort === "" || sort.startsWith("-") ? ("DESC" as const) : ("ASC" as const);
  return {
    filter: {
      ...(status && { status }),
      ...(search && { title: { $contains: search } }),
      ...(category && { categoryIds: { $hasSome: [category] } }),
      ...(author && { authors: { $hasSome: [author] } }),
      ...(language && { language }),
    },
    sort: [{ fieldName: field, order }],
  };
}

/** All categories, in the owner's order. */
export function useCategories() {
  const { categories } = useConsole().clients.site;
  return useQuery({
    queryKey: ["categories"],
    queryFn: async ({ signal }) => {
      const read = await categories.listCategories({ paging: { limit: 100 } }, { signal });
      return (read.categories ?? []).flatMap((category) =>
        category._id ? [{ ...category, _id: category._id, label: category.label ?? "" }] : [],
      );
    },
  });
}

/** The names that a post may have as its authors. */
export function useAuthorNames() {
  const { draftPosts } = useConsole().clients.site;
  return useQuery({
    queryKey: ["posts", "authors"],
    queryFn: async ({ signal }) => (await draftPosts.listPostAuthors({ signal })).authors,
    staleTime: 60_000,
  });
}

/** The languages of posts; the one with most posts first. */
export function usePostLanguages() {
  const { draftPosts } = useConsole().clients.site;
  return useQuery({
    queryKey: ["posts", "languages"],
    queryFn: async ({ signal }) => (await draftPosts.listPostLanguages({ signal })).languages,
  });
}
