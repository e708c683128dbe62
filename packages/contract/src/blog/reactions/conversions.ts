import type { Conversion } from "../../wire/conversion-rules.ts";

/** Source: transforms.json, blog_likes. */
export const oneLike: Conversion = { response: { timestamp: ["like.createdDate"] } };
export const queryLikes: Conversion = { response: { timestamp: ["likes.createdDate"] } };
