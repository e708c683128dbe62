import type { GetPostBySlugOptions, Post } from "@porchlight/client/blog";
import { useClient } from "../provider.tsx";
import {
  type MoreToRead,
  type Read,
  type ReadOptions,
  type SuspendedRead,
  type SuspenseOptions,
  usePages,
  useRead,
  useSuspensePages,
  useSuspenseRead,
} from "../read/use-read.ts";
import {
  type BlogClient,
  type CategoryListOptions,
  describeCategories,
  describePost,
  describePosts,
  describeTags,
  type LoadedPosts,
  type PostListOptions,
  type PostName,
  readMorePosts,
  type TagListOptions,
} from "./post-queries.ts";

const useBlogClient = () => useClient() as ReturnType<typeof useClient> & BlogClient;
type Loaded<Describe extends (...args: never[]) => { queryFn: (...args: never[]) => Promise<unknown> }> = Awaited<
  ReturnType<ReturnType<Describe>["queryFn"]>
>;
type Categories = Loaded<typeof describeCategories>;
type Tags = Loaded<typeof describeTags>;

/**
 * Published posts, newest first, or in the order of `sort`.
 *
 * ```tsx
 * const { data, loadMore } = usePosts({ categoryIds: [id], limit: 10 });
 * ```
 */
export function usePosts<Selected = LoadedPosts>(
  options: PostListOptions = {},
  readOptions?: ReadOptions<LoadedPosts, Selected>,
): Read<Selected> & MoreToRead {
  const client = useBlogClient();
  return usePages(describePosts(client, options), readMorePosts(client, options), readOptions);
}

/** A published post; `data` is `null` if there is none with this slug or id. */
export function usePost<Selected = Post | null>(
  name: PostName,
  options?: GetPostBySlugOptions,
  readOptions?: ReadOptions<Post | null, Selected>,
): Read<Selected> {
  return useRead(describePost(useBlogClient(), name, options), readOptions);
}

/** The first 100 categories of the blog. */
export function useCategories<Selected = Categories>(
  options?: CategoryListOptions,
  readOptions?: ReadOptions<Categories, Selected>,
): Read<Selected> {
  return useRead(describeCategories(useBlogClient(), options), readOptions);
}

/** The tags of the blog, most used first. */
export function useTags<Selected = Tags>(
  options?: TagListOptions,
  readOptions?: ReadOptions<Tags, Selected>,
): Read<Selected> {
  return useRead(describeTags(useBlogClient(), options), readOptions);
}

/** As {@link usePosts}, but suspends until the first page is loaded, and throws errors. */
export function useSuspensePosts<Selected = LoadedPosts>(
  options: PostListOptions = {},
  readOptions?: SuspenseOptions<LoadedPosts, Selected>,
): SuspendedRead<Selected> & MoreToRead {
  const client = useBlogClient();
  return useSuspensePages(describePosts(client, options), readMorePosts(client, options), readOptions);
}

/** As {@link usePost}, but suspends until loaded, and throws errors. */
export function useSuspensePost<Selected = Post | null>(
  name: PostName,
  options?: GetPostBySlugOptions,
  readOptions?: SuspenseOptions<Post | null, Selected>,
): SuspendedRead<Selected> {
  return useSuspenseRead(describePost(useBlogClient(), name, options), readOptions);
}

/** As {@link useCategories}, but suspends until loaded, and throws errors. */
export function useSuspenseCategories<Selected = Categories>(
  options?: CategoryListOptions,
  readOptions?: SuspenseOptions<Categories, Selected>,
): SuspendedRead<Selected> {
  return useSuspenseRead(describeCategories(useBlogClient(), options), readOptions);
}

/** As {@link useTags}, but suspends until loaded, and throws errors. */
export function useSuspenseTags<Selected = Tags>(
  options?: TagListOptions,
  readOptions?: SuspenseOptions<Tags, Selected>,
): SuspendedRead<Selected> {
  return useSuspenseRead(describeTags(useBlogClient(), options), readOptions);
}
