/** Query options for TanStack Query, which the site installs itself. */
import type { CollectionName, DataItem, ItemPage, ItemQuery, Items } from "@porchlight/client/data";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { MemberClient } from "./auth/member-client.ts";
import {
  type BlogClient,
  type CategoryListOptions,
  describeCategories,
  describePost,
  describePosts,
  describeTags,
  type PostListOptions,
  type PostName,
  type TagListOptions,
} from "./blog/post-queries.ts";
import type { FormsClient } from "./forms/form-client.ts";
import { describeForm, describeSubmissions, type SubmissionListOptions } from "./forms/form-queries.ts";
import {
  type DirectoryClient,
  describeMemberBySlug,
  describeMembers,
  type MemberListOptions,
} from "./members/directory/member-queries.ts";
import { identityKey, siteKey } from "./read/query-description.ts";

type Authenticated = Pick<MemberClient, "auth">;

/**
 * Published posts.
 *
 * ```tsx
 * const { data } = useSuspenseQuery(postsQuery(client, { limit: 10 }));
 * ```
 */
export const postsQuery = (client: BlogClient, options?: PostListOptions) =>
  queryOptions(describePosts(client, options));

/** A published post by slug or id; `null` if there is none. */
export const postQuery = (client: BlogClient, name: PostName, options?: Parameters<typeof describePost>[2]) =>
  queryOptions(describePost(client, name, options));

/** The first 100 categories of the blog. */
export const categoriesQuery = (client: BlogClient, options?: CategoryListOptions) =>
  queryOptions(describeCategories(client, options));

/** The tags of the blog, most used first. */
export const tagsQuery = (client: BlogClient, options?: TagListOptions) => queryOptions(describeTags(client, options));

/**
 * One page of the items that a query finds; `page.next()` reads the next one.
 *
 * ```tsx
 * const { data: page } = useQuery(collectionQuery(client, client.items.query("Recipes").lt("minutes", 30)));
 * ```
 */
export const collectionQuery = <Item extends object, Result>(client: Authenticated, query: ItemQuery<Item, Result>) =>
  queryOptions({
    queryKey: [identityKey(client), "items", query.state],
    queryFn: (): Promise<ItemPage<Result>> => query.find(),
    // A page has methods.
    structuralSharing: false,
  });

/** An item; `null` if there is none that the caller may read. */
export const itemQuery = <Item extends object = DataItem>(
  client: Authenticated & { readonly items: Pick<Items, "get"> },
  collection: CollectionName<Item>,
  itemId: string,
) =>
  queryOptions({
    queryKey: [identityKey(client), "item", collection, itemId],
    queryFn: ({ signal }): Promise<Item | null> => client.items.get<Item>(collection, itemId, {}, { signal }),
  });

/** Members with a public profile, newest first. */
export const membersQuery = (client: DirectoryClient, options?: MemberListOptions) =>
  queryOptions(describeMembers(client, options));

/** The member with a slug; `null` if there is none that the caller may see. */
export const memberQuery = (client: DirectoryClient, slug: string) => queryOptions(describeMemberBySlug(client, slug));

/** The signed-in member; `null` for a visitor. */
export const myMemberQuery = (client: Pick<MemberClient, "auth" | "members">) =>
  queryOptions({
    queryKey: [identityKey(client), "my-member"],
    queryFn: async () => (await client.members?.getCurrentMember({ fieldsets: ["FULL"] }))?.member ?? null,
  });

/** The definition of a form. */
export const formQuery = (client: Pick<FormsClient, "forms">, formId: string) =>
  queryOptions(describeForm(client, formId));

/** The caller's own submissions, newest first. */
export const submissionsQuery = (
  client: Pick<FormsClient, "submissions"> & Authenticated,
  options?: SubmissionListOptions,
) => queryOptions(describeSubmissions(client, options));

/**
 * Removes what belongs to a member from the cache when another person signs in, and everything after a sign-out.
 * A renewed session changes nothing. Call it once for each query client; returns a function that stops it.
 */
export function clearOnIdentityChange(client: Pick<MemberClient, "on">, queryClient: QueryClient): () => void {
  const clearMembers = () => {
    queryClient.removeQueries({
      predicate: ({ queryKey }) => queryKey[0] !== siteKey && typeof queryKey[0] === "string",
    });
    void queryClient.invalidateQueries({ queryKey: [siteKey] });
  };
  const stops = [
    client.on("signedIn", clearMembers),
    client.on("signedOut", () => queryClient.clear()),
    client.on("sessionLost", () => queryClient.clear()),
    client.on("restored", () => void queryClient.invalidateQueries()),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
