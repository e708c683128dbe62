import { likedFqdn } from "@porchlight/contract/blog/reactions/like";
import { collectionId, itemId } from "../fill-items.ts";
import { slugOf } from "../fill-posts.ts";
import type { Operation, WorkloadRequest } from "./open-loop.ts";
import { memberPassword, ownCollectionId, type WorkloadContent, workloadSizes } from "./prepare.ts";

const browser = { accept: "text/html", "accept-encoding": "gzip, br" };
const categories = 20;
/** Half of all page views are of the newest hundredth of the posts. */
const popularShare = 0.5;
const popularPosts = workloadSizes.posts / 100;
const words = ["lamp", "flame", "wick", "night", "filled", "stays"];
/** More items than this would be unrealistic for one member. */
const maxOwnItems = 50;

const below = (limit: number) => Math.floor(Math.random() * limit);
const oneOf = <Value>(values: readonly Value[]): Value => values[below(values.length)]!;
const anyPost = () => slugOf(1 + below(Math.random() < popularShare ? popularPosts : workloadSizes.posts));

/**
 * A site with a blog, a collection, and members: of 100 requests, 84 are reads by visitors, and 8 are writes.
 *
 * @param hasSite Whether the servers serve the member site.
 */
export function workloadOperations(content: WorkloadContent, hasSite: boolean): Operation[] {
  const pages: Operation[] = [
    { name: "page: home", weight: 8, next: () => ({ path: "/", headers: browser }) },
    { name: "page: blog", weight: 8, next: () => ({ path: "/blog", headers: browser }) },
    { name: "page: post", weight: 20, next: () => ({ path: `/blog/${anyPost()}`, headers: browser }) },
  ];
  return [...(hasSite ? pages : []), ...readsOf(content), ...memberCallsOf(content)];
}

function readsOf({ visitorToken, formId }: WorkloadContent): Operation[] {
  const headers = { authorization: visitorToken };
  const read = (name: string, weight: number, next: () => WorkloadRequest): Operation => ({
    name,
    weight,
    next: () => ({ headers, ...next() }),
  });
  const queryItems = (query: object): WorkloadRequest => ({
    path: "/wix-data/v2/items/query",
    body: { dataCollectionId: collectionId, query },
  });
  return [
    read("posts: list", 10, () => ({ path: "/v3/posts?paging.limit=20" })),
    read("posts: by slug", 12, () => ({ path: `/v3/posts/slugs/${anyPost()}?fieldsets=RICH_CONTENT` })),
    read("posts: search", 2, () => ({ path: `/v3/posts/search?expression=${oneOf(words)}&paging.limit=10` })),
    read("items: by id", 8, () => ({
      path: `/wix-data/v2/items/${itemId(1 + below(workloadSizes.items))}?dataCollectionId=${collectionId}`,
    })),
    read("items: query", 12, () =>
      queryItems({
        filter: { category: `category-${below(categories)}`, views: { $gte: 5_000 } },
        sort: [{ fieldName: "views", order: "DESC" }],
        cursorPaging: { limit: 20 },
      }),
    ),
    read("items: newest", 4, () =>
      queryItems({ sort: [{ fieldName: "_createdDate", order: "DESC" }], cursorPaging: { limit: 20 } }),
    ),
    read("form: submit", 1, () => ({
      path: "/form-submission-service/v4/submissions",
      body: { submission: { formId, submissions: { message: "Is the workshop open on Sunday?" } } },
    })),
  ];
}

function memberCallsOf({ visitorToken, clientId, postIds, members, refreshTokens }: WorkloadContent): Operation[] {
  const member = () => oneOf(members);
  const call = (name: string, weight: number, next: () => WorkloadRequest): Operation => ({ name, weight, next });
  return [
    call("member: sign in", 0.5, () => ({
      path: "/_api/iam/authentication/v2/login",
      headers: { authorization: visitorToken },
      body: { loginId: { email: member().email }, password: memberPassword },
    })),
    call("member: renew tokens", 2, () => {
      const refreshToken = refreshTokens.shift();
      if (refreshToken === undefined) return { path: "/oauth2/token", body: { grantType: "anonymous", clientId } };
      let next = refreshToken;
      return {
        path: "/oauth2/token",
        body: { grantType: "refresh_token", clientId, refreshToken },
        onSuccess: (body) => (next = (JSON.parse(body) as { refresh_token: string }).refresh_token),
        onEnd: () => refreshTokens.push(next),
      };
    }),
    call("member: profile", 3, () => ({
      path: "/members/v1/members/my",
      headers: { authorization: member().accessToken },
    })),
    call("member: own items", 5, () => ({
      path: "/wix-data/v2/items/query",
      headers: { authorization: member().accessToken },
      body: { dataCollectionId: ownCollectionId, query: { cursorPaging: { limit: 20 } } },
    })),
    call("member: insert item", 1.5, () => {
      const { accessToken, itemIds } = member();
      return {
        path: "/wix-data/v2/items",
        headers: { authorization: accessToken },
        body: { dataCollectionId: ownCollectionId, dataItem: { data: { text: "A note about a lamp" } } },
        onSuccess(body) {
          itemIds.push((JSON.parse(body) as { dataItem: { id: string } }).dataItem.id);
          if (itemIds.length > maxOwnItems) itemIds.shift();
        },
      };
    }),
    call("member: update item", 1.5, () => {
      const { accessToken, itemIds } = member();
      const id = oneOf(itemIds);
      return {
        path: "/wix-data/v2/items/update",
        headers: { authorization: accessToken },
        body: {
          dataCollectionId: ownCollectionId,
          dataItem: { id, data: { _id: id, text: "A note that was changed" } },
        },
      };
    }),
    call("member: like", 1, () => ({
      path: "/blog/v1/likes",
      headers: { authorization: member().accessToken },
      body: { like: { fqdn: likedFqdn, entityId: oneOf(postIds) } },
    })),
    call("member: comment", 0.5, () => ({
      path: "/_api/porchlight/v1/comments",
      headers: { authorization: member().accessToken },
      body: { postId: oneOf(postIds), text: "The lamp on our porch has burned since March." },
    })),
  ];
}
