import type { Conversion, ConversionRules } from "../../wire/conversion-rules.ts";

/** Float properties of rich content, in any node. Source: transforms.json, "richContent". */
const richContentFloats = [
  "duration",
  "centerX",
  "centerY",
  "position",
  "ratio",
  "height",
  "width",
  "x",
  "y",
  "lat",
  "lng",
  "fontSize",
  "itemSpacing",
];

/** Source: transforms.json, blog_posts. */
export const postRules = (post: string): ConversionRules => ({
  timestamp: [
    `${post}.firstPublishedDate`,
    `${post}.lastPublishedDate`,
    `${post}.richContent.metadata.createdTimestamp`,
    `${post}.richContent.metadata.updatedTimestamp`,
    `${post}.moderationDetails.submittedDate`,
    `${post}.moderationDetails.moderationDate`,
  ],
  bytes: [`${post}.richContentCompressed`],
  float: [`${post}.metrics.averageRating`, ...richContentFloats.map((name) => `${post}.richContent.**.${name}`)],
  image: [`${post}.heroImage`, `${post}.media.wixMedia.image`],
  videoV2: [`${post}.media.wixMedia.videoV2`],
  pageURL: [`${post}.url`, `${post}.translations.url`],
  verbatim: [`${post}.richContent`],
});

/** Source: transforms.json, blog_categories. */
export const categoryRules = (category: string): ConversionRules => ({
  timestamp: [`${category}.updatedDate`],
  image: [`${category}.coverImage`],
  pageURL: [`${category}.url`, `${category}.translations.url`],
});

export const listPosts: Conversion = { response: /* @__PURE__ */ postRules("posts") };
export const getPost: Conversion = { response: /* @__PURE__ */ postRules("post") };
export const getPostMetrics: Conversion = { response: { float: ["metrics.averageRating"] } };
export const listCategories: Conversion = { response: /* @__PURE__ */ categoryRules("categories") };
export const getCategory: Conversion = { response: /* @__PURE__ */ categoryRules("category") };
/** Source: transforms.json, blog_tags. */
export const tagRules = (tag: string): ConversionRules => ({
  timestamp: [`${tag}.createdDate`, `${tag}.updatedDate`],
  image: [`${tag}.coverImage`],
  pageURL: [`${tag}.url`],
});
export const getTag: Conversion = { response: /* @__PURE__ */ tagRules("tag") };
export const queryTags: Conversion = { response: /* @__PURE__ */ tagRules("tags") };
export const queryPostCountStats: Conversion = { response: { timestamp: ["stats.periodStart"] } };

const category = /* @__PURE__ */ categoryRules("category");

export const writeCategory: Conversion = { request: category, response: category };
export const mergeCategory: Conversion = { response: category };
export const writeTag: Conversion = { request: { image: ["coverImage", "tag.coverImage"] }, ...getTag };
