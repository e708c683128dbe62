import * as posts from "@porchlight/contract/blog/posts/endpoints";
import type { Post } from "@porchlight/contract/blog/posts/post";
import type { PostFieldset } from "@porchlight/contract/blog/posts/post-status";
import { categoryResponse, postResponse, tagResponse } from "@porchlight/contract/blog/posts/response-schema";
import {
  GraphQLError,
  type GraphQLFieldConfigMap,
  GraphQLID,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from "graphql";
import {
  connectionType,
  type PageArguments,
  pageArguments,
  readConnection,
  readOffsetConnection,
  selectedFields,
  selectedNodeFields,
  selectedTotal,
} from "./connection.ts";
import type { GraphqlContext } from "./graphql-context.ts";
import type { AdditionalFields, GraphQLNullableOutput, TypeFactory } from "./types.ts";

/** The property of a post that each fieldset adds. */
const fieldsetOf: Readonly<Record<string, PostFieldset>> = {
  url: "URL",
  contentText: "CONTENT_TEXT",
  richContent: "RICH_CONTENT",
  metrics: "METRICS",
  seoData: "SEO",
  referenceId: "REFERENCE_ID",
};

const fieldsetsFor = (selected: ReadonlySet<string>): PostFieldset[] =>
  [...selected].flatMap((name) => fieldsetOf[name] ?? []);
const listFieldsetsFor = (selected: ReadonlySet<string>): ("URL" | "SEO")[] =>
  fieldsetsFor(selected).filter((fieldset) => fieldset === "URL" || fieldset === "SEO");

interface ByIdOrSlug {
  id?: string | null;
  slug?: string | null;
  language?: string | null;
}

const byIdOrSlug = {
  id: { type: GraphQLID },
  slug: { type: GraphQLString },
  language: { type: GraphQLString, description: "Language of the slug. Default: the language of the site." },
};

/** Calls the read by id or by slug. @throws {GraphQLError} unless exactly one of them is given. */
function readOne<Result>(
  { id, slug, language }: ByIdOrSlug,
  byId: (id: string) => Promise<Result>,
  bySlug: (params: { slug: string }, language: string | undefined) => Promise<Result>,
): Promise<Result> {
  if ((id == null) === (slug == null))
    throw new GraphQLError("Pass either id or slug.", { extensions: { code: "INVALID_ARGUMENT" } });
  return id == null ? bySlug({ slug: slug! }, language ?? undefined) : byId(id);
}

const blogTypes = (types: TypeFactory) => ({
  post: types.outputOf(postResponse, "post"),
  category: types.outputOf(categoryResponse, "category"),
  tag: types.outputOf(tagResponse, "tag"),
});

/** Reads of the blog. */
export function blogFields(types: TypeFactory): GraphQLFieldConfigMap<unknown, GraphqlContext> {
  const { post, category, tag } = blogTypes(types);
  return {
    post: {
      type: post,
      description: "A published post.",
      args: byIdOrSlug,
      async resolve(_root, args: ByIdOrSlug, { call }, info) {
        const fieldsets = fieldsetsFor(selectedFields(info));
        const found = await readOne(
          args,
          (postId) => call(posts.getPost, { params: { postId }, query: { fieldsets } }),
          (params, language) => call(posts.getPostBySlug, { params, query: { fieldsets, language } }),
        );
        return found.post;
      },
    },
    posts: {
      type: new GraphQLNonNull(connectionType("Post", post)),
      description: "Published posts. Default order: newest first.",
      args: pageArguments,
      async resolve(_root, args: PageArguments, { call }, info) {
        const fieldsets = fieldsetsFor(selectedNodeFields(info));
        return readConnection(args, async (query) => {
          const body = { query, fieldsets, ...selectedTotal(info) };
          const page = await call(posts.queryPosts, { body });
          return { nodes: page.posts, paging: page.pagingMetadata };
        });
      },
    },
    category: {
      type: category,
      args: byIdOrSlug,
      async resolve(_root, args: ByIdOrSlug, { call }, info) {
        const fieldsets = listFieldsetsFor(selectedFields(info));
        const found = await readOne(
          args,
          (categoryId) => call(posts.getCategory, { params: { categoryId }, query: { fieldsets } }),
          (params, language) => call(posts.getCategoryBySlug, { params, query: { fieldsets, language } }),
        );
        return found.category;
      },
    },
    categories: {
      type: new GraphQLNonNull(connectionType("Category", category)),
      args: pageArguments,
      async resolve(_root, args: PageArguments, { call }, info) {
        const fieldsets = listFieldsetsFor(selectedNodeFields(info));
        return readOffsetConnection(args, async (query) => {
          const page = await call(posts.queryCategories, { body: { query, fieldsets } });
          return { nodes: page.categories, paging: page.pagingMetadata };
        });
      },
    },
    tag: {
      type: tag,
      args: byIdOrSlug,
      async resolve(_root, args: ByIdOrSlug, { call }, info) {
        const fieldsets = listFieldsetsFor(selectedFields(info));
        const found = await readOne(
          args,
          (tagId) => call(posts.getTag, { params: { tagId }, query: { fieldsets } }),
          (params, language) => call(posts.getTagBySlug, { params, query: { fieldsets, language } }),
        );
        return found.tag;
      },
    },
    tags: {
      type: new GraphQLNonNull(connectionType("Tag", tag)),
      args: pageArguments,
      async resolve(_root, args: PageArguments, { call }, info) {
        const fieldsets = listFieldsetsFor(selectedNodeFields(info));
        return readOffsetConnection(args, async (query) => {
          const page = await call(posts.queryTags, { body: { query, fieldsets } });
          return { nodes: page.tags, paging: page.pagingMetadata };
        });
      },
    },
  };
}

/** Categories and tags of posts, read in batches. */
export function additionalPostFields(types: () => TypeFactory): AdditionalFields {
  return {
    Post: () => {
      const { category, tag } = blogTypes(types());
      const listOf = (type: GraphQLNullableOutput) => new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)));
      return {
        categories: {
          type: listOf(category),
          resolve: (post, _args, { loaders }) => loadAll(loaders.category, (post as Post).categoryIds),
        },
        tags: {
          type: listOf(tag),
          resolve: (post, _args, { loaders }) => loadAll(loaders.tag, (post as Post).tagIds),
        },
      };
    },
  };
}

async function loadAll<Row>(
  loader: { loadMany(ids: readonly string[]): Promise<(Row | Error | null)[]> },
  ids: readonly string[],
): Promise<Row[]> {
  const found = await loader.loadMany(ids);
  const failure = found.find((one): one is Error & Row => one instanceof Error);
  if (failure) throw failure;
  return found.filter((one): one is Row => one !== null);
}
