import type { Conversion } from "../../wire/conversion-rules.ts";
import { postRules } from "../posts/conversions.ts";

export const searchPosts: Conversion = { response: /* @__PURE__ */ postRules("results.post") };

/** Under any key. */
export const getPostsAround: Conversion = { response: /* @__PURE__ */ postRules("*") };
