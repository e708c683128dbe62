import { draftRules } from "../blog/drafts/conversions.ts";
import { categoryRules, postRules, tagRules } from "../blog/posts/conversions.ts";
import type { ConversionRules } from "../wire/conversion-rules.ts";

/** Conversion of entities in events. Source: webhooks.md, "Event types". */
export const postEntity: ConversionRules = /* @__PURE__ */ postRules("entity");
export const draftEntity: ConversionRules = /* @__PURE__ */ draftRules("entity");
export const categoryEntity: ConversionRules = /* @__PURE__ */ categoryRules("entity");
export const tagEntity: ConversionRules = /* @__PURE__ */ tagRules("entity");
export const likeEntity: ConversionRules = { timestamp: ["entity.createdDate"] };
export const itemEntity: ConversionRules = { verbatim: ["entity.data"] };
export const plainEntity: ConversionRules = {};
