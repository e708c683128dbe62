import type { Conversion } from "../../wire/conversion-rules.ts";
import { postRules } from "../posts/conversions.ts";

export const searchPosts: Conversion = { response: /* @__PURE__ */ postRules("results.post") };

/** Whatever the posts stand under. */
export const getPostsAround: Conversion = { response: /* @__PURE__ */ postRules("*") };
