import { factors } from "../auth/mfa/factors.ts";
import { apiKeyAuthentication } from "../auth/sign-on.ts";
import * as blog from "../blog/index.ts";
import * as memberModule from "../members/index.ts";
import type { Transport } from "../transport.ts";

/** Modules with the types that the platform's packages declare in them: `posts.Post`. */

export const posts = blog.posts;
export declare namespace posts {
  export type Post = blog.Post;
}

/** Categories of the blog. */
export const categories = blog.categories;
export declare namespace categories {
  export type Category = blog.Category;
}

/** Tags of the blog. */
export const tags = blog.tags;
export declare namespace tags {
  export type BlogTag = blog.Tag;
}

/** Members of the site. */
export const members = memberModule.members;
export declare namespace members {
  export type Member = memberModule.Member;
}

/** The calls of the platform's `authentication`, with `signOn` and the verification of a second factor. */
export const authentication = (transport: Transport) => ({
  ...apiKeyAuthentication(transport),
  verify: factors(transport).verify,
});
