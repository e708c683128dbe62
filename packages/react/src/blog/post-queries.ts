import type {
  categoryCalls,
  GetPostBySlugOptions,
  ListCategoriesOptions,
  ListPostsOptions,
  Post,
  postCalls,
  tagCalls,
} from "@porchlight/client/blog";
import { type QueryDescription, siteKey } from "../read/query-description.ts";
import { requireModule } from "../require-module.ts";

type Posts = ReturnType<typeof postCalls>;
type Categories = ReturnType<typeof categoryCalls>;
type Tags = ReturnType<typeof tagCalls>;
type Category = Awaited<ReturnType<Categories["listCategories"]>>["categories"][number];
type Tag = Awaited<ReturnType<Tags["queryTags"]>>["tags"][number];

/** A client with the modules of the blog. */
export interface BlogClient {
  /** Module `posts` or `postCalls`. */
  readonly posts?: Pick<Posts, "listPosts" | "getPost" | "getPostBySlug">;
  /** Module `categories` or `categoryCalls`. */
  readonly categories?: Pick<Categories, "listCategories">;
  /** Module `tags` or `tagCalls`. */
  readonly tags?: Pick<Tags, "queryTags">;
}

/** Which posts, and how many per page. */
export interface PostListOptions extends Omit<ListPostsOptions, "paging"> {
  /** Posts per page, 1 to 100. Default: 20. */
  limit?: number | undefined;
}

/** Posts of one or more pages. */
export interface LoadedPosts {
  /** Posts of all loaded pages. */
  posts: readonly Post[];
  /** Number of all posts that match. */
  total: number;
  /** Whether there is another page. */
  hasMore: boolean;
}

const defaultLimit = 20;

/** Published posts. @throws {Error} if the client was created without the module. */
export function describePosts(client: BlogClient, options: PostListOptions = {}): QueryDescription<LoadedPosts> {
  const posts = requireModule(client.posts, "posts", "blog");
  return {
    queryKey: [siteKey, "posts", options],
    queryFn: ({ signal }) => readPosts(posts, options, [], signal),
  };
}

/** Reads the posts after `before`. */
export function readMorePosts(client: BlogClient, options: PostListOptions) {
  const posts = requireModule(client.posts, "posts", "blog");
  return (before: LoadedPosts, { signal }: { signal: AbortSignal }) => readPosts(posts, options, before.posts, signal);
}

async function readPosts(
  calls: Pick<Posts, "listPosts">,
  { limit = defaultLimit, ...options }: PostListOptions,
  before: readonly Post[],
  signal: AbortSignal,
): Promise<LoadedPosts> {
  const paging = { limit, offset: before.length };
  const { posts, metaData } = await calls.listPosts({ ...options, paging }, { signal });
  // A new post moves the others to the next page.
  const loaded = new Set(before.map(({ _id }) => _id));
  const all = [...before, ...posts.filter(({ _id }) => !loaded.has(_id))];
  const total = metaData.total ?? all.length;
  return { posts: all, total, hasMore: posts.length > 0 && all.length < total };
}

/** Names a post by its slug or id. */
export type PostName = { slug: string } | { id: string };

/** A published post; `null` if there is none. @throws {Error} if the client was created without the module. */
export function describePost(
  client: BlogClient,
  name: PostName,
  options: GetPostBySlugOptions = {},
): QueryDescription<Post | null> {
  const posts = requireModule(client.posts, "posts", "blog");
  return {
    queryKey: [siteKey, "post", name, options],
    async queryFn({ signal }) {
      try {
        const read =
          "slug" in name
            ? posts.getPostBySlug(name.slug, options, { signal })
            : posts.getPost(name.id, options, { signal });
        return (await read).post;
      } catch (error) {
        if ((error as { kind?: unknown }).kind === "notFound") return null;
        throw error;
      }
    },
  };
}

/** Options of the categories to read. */
export type CategoryListOptions = Omit<ListCategoriesOptions, "paging">;

const maxCategories = 100;

/** The first 100 categories. @throws {Error} if the client was created without the module. */
export function describeCategories(
  client: BlogClient,
  options: CategoryListOptions = {},
): QueryDescription<readonly Category[]> {
  const categories = requireModule(client.categories, "categories", "blog");
  return {
    queryKey: [siteKey, "categories", options],
    queryFn: async ({ signal }) =>
      (await categories.listCategories({ ...options, paging: { limit: maxCategories } }, { signal })).categories,
  };
}

/** Options of the tags to read. */
export interface TagListOptions {
  /** BCP 47 tag. Default: all languages. */
  language?: string | undefined;
  /** Number of tags, 1 to 100. Default: 100. */
  limit?: number | undefined;
}

const maxTags = 100;

/** Tags by the number of their posts. @throws {Error} if the client was created without the module. */
export function describeTags(client: BlogClient, options: TagListOptions = {}): QueryDescription<readonly Tag[]> {
  const tags = requireModule(client.tags, "tags", "blog");
  const { language, limit = maxTags } = options;
  return {
    queryKey: [siteKey, "tags", options],
    queryFn: async ({ signal }) => {
      const query = {
        ...(language && { filter: { language } }),
        sort: [{ fieldName: "publishedPostCount" as const, order: "DESC" as const }],
        paging: { limit },
      };
      return (await tags.queryTags(query, {}, { signal })).tags;
    },
  };
}
