import type { EndpointDocs } from "../../endpoint-docs.ts";
import { categoryResponse, tagResponse } from "../posts/response-schema.ts";

const [exampleId, otherId] = ["0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b", "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2c"];
const categoryId = { params: { categoryId: exampleId } };
const tagId = { params: { tagId: exampleId } };
const forEditors = "For programs with an API key of role `editor` or `admin`.";
const category = { description: "The category.", schema: categoryResponse };
const tag = { description: "The tag.", schema: tagResponse };
const nothing = { description: "Nothing more to say." };

export const taxonomyDocs = {
  createCategory: {
    summary: "Make a category",
    description: `The slug is made from the label unless \`slug\` says it; the place is behind the others unless \`displayPosition\` says it. ${forEditors}`,
    response: category,
    errors: ["SLUG_TAKEN", "LABEL_TAKEN"],
    example: { body: { category: { label: "Workshop", description: "What is being built." }, fieldsets: ["URL"] } },
  },
  updateCategory: {
    summary: "Change a category",
    description: `What is left out stays, \`null\` takes it away. Its language stays what it is. The page of a former slug leads to the new one. ${forEditors}`,
    response: category,
    errors: ["CATEGORY_NOT_FOUND", "SLUG_TAKEN", "LABEL_TAKEN"],
    example: { ...categoryId, body: { category: { displayPosition: 0 } } },
  },
  deleteCategory: {
    summary: "Delete a category",
    description: `Its posts and drafts stay, without it. ${forEditors}`,
    response: nothing,
    errors: ["CATEGORY_NOT_FOUND"],
    example: categoryId,
  },
  mergeCategory: {
    summary: "Merge a category into another",
    description: `Its posts and drafts get the other one instead, its page leads there, and it is gone. Both have to be in one language. ${forEditors}`,
    response: { description: "The category that has the posts of both.", schema: categoryResponse },
    errors: ["CATEGORY_NOT_FOUND"],
    example: { ...categoryId, body: { targetCategoryId: otherId } },
  },
  createTag: {
    summary: "Make a tag",
    description: `The slug is made from the label unless \`slug\` says it. ${forEditors}`,
    response: tag,
    errors: ["SLUG_TAKEN", "LABEL_TAKEN"],
    example: { body: { label: "lamps" } },
  },
  updateTag: {
    summary: "Change a tag",
    description: `What is left out stays. The page of a former slug leads to the new one. ${forEditors}`,
    response: tag,
    errors: ["TAG_NOT_FOUND", "SLUG_TAKEN", "LABEL_TAKEN"],
    example: { ...tagId, body: { tag: { label: "lights" } } },
  },
  deleteTag: {
    summary: "Delete a tag",
    description: `Its posts and drafts stay, without it. ${forEditors}`,
    response: nothing,
    errors: ["TAG_NOT_FOUND"],
    example: tagId,
  },
  mergeTag: {
    summary: "Merge a tag into another",
    description: `Its posts and drafts get the other one instead, its page leads there, and it is gone. Both have to be in one language. ${forEditors}`,
    response: { description: "The tag that has the posts of both.", schema: tagResponse },
    errors: ["TAG_NOT_FOUND"],
    example: { ...tagId, body: { targetTagId: otherId } },
  },
} as const satisfies Record<string, EndpointDocs>;
