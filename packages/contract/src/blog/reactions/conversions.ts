import type { Conversion } from "../../wire/conversion-rules.ts";

/** Source: transforms.json, blog_likes. */
export const oneLike: Conversion = { answer: { timestamp: ["like.createdDate"] } };
export const queryLikes: Conversion = { answer: { timestamp: ["likes.createdDate"] } };
