import type { Post } from "@porchlight/client/blog";
import type { Moment, PostLink } from "@porchlight/react";
import type { SiteClient } from "../../client.ts";

export interface RelatedPost extends PostLink {
  published: Moment;
}

/** Where a reader goes on after a post. */
export interface MorePosts {
  /** The post published before it. */
  earlier: PostLink | undefined;
  later: PostLink | undefined;
  related: RelatedPost[];
}

/** The posts before and after one, and those that go with it. */
export async function loadMorePosts(client: SiteClient, { _id }: Pick<Post, "_id">): Promise<MorePosts> {
  const { previous, next, related } = await client.discovery.getPostsAround(_id);
  return {
    earlier: previous && toLink(previous),
    later: next && toLink(next),
    related: related.map((post) => ({ ...toLink(post), published: post.firstPublishedDate })),
  };
}

function toLink({ title, slug }: Post): PostLink {
  return { label: title, href: `/blog/${encodeURIComponent(slug)}` };
}
