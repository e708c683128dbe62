import { factors } from "../auth/mfa/factors.ts";
import { apiKeyAuthentication } from "../auth/sign-on.ts";
import * as blog from "../blog/index.ts";
import * as memberModule from "../members/index.ts";
import type { Transport } from "../transport.ts";

/** Modules with the types that the platform's packages declare in them: `posts.Post`. */

/** Posts, and the type `posts.Post`. */
export const posts = blog.posts;
/** Types of posts. */
export declare namespace posts {
  export type Post = blog.Post;
}

/** Categories, and the type `categories.Category`. */
export const categories = blog.categories;
/** Types of categories. */
export declare namespace categories {
  export type Category = blog.Category;
}

/** Tags, and the type `tags.BlogTag`. */
export const tags = blog.tags;
/** Types of tags. */
export declare namespace tags {
  export type BlogTag = blog.Tag;
}

/** Members, and the type `members.Member`. */
export const members = memberModule.members;
/** Types of members. */
export declare namespace members {
  export type Member = memberModule.Member;
}

/** The calls of the platform's `authentication`, with `signOn` and the verification of a second factor. */
export const authentication = (transport: Transport) => ({
  ...apiKeyAuthentication(transport),
  verify: factors(transport).verify,
});
