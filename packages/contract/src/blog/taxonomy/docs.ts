import type { EndpointDocs } from "../../endpoint-docs.ts";
import { categoryResponse, tagResponse } from "../posts/response-schema.ts";

const [exampleId, otherId] = ["0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b", "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2c"];
const categoryId = { params: { categoryId: exampleId } };
const tagId = { params: { tagId: exampleId } };
const forEditors = "For programs with an API key of role `editor` or `admin`.";
const category = { description: "The category.", schema: categoryResponse };
const tag = { description: "The tag.", schema: tagResponse };
const nothing = { description: "An empty object." };

export const taxonomyDocs = {
  createCategory: {
    summary: "Create a category",
    description: `Default \`slug\`: derived from the label. Default \`displayPosition\`: last. ${forEditors}`,
    response: category,
    errors: ["NOT_ALLOWED", "SLUG_TAKEN", "LABEL_TAKEN"],
    example: { body: { category: { label: "Workshop", description: "Work in progress." }, fieldsets: ["URL"] } },
  },
  updateCategory: {
    summary: "Update a category",
    description: `Omitted properties stay, \`null\` clears them. The language cannot change. The page of a former slug redirects to the new one. ${forEditors}`,
    response: category,
    errors: ["NOT_ALLOWED", "CATEGORY_NOT_FOUND", "SLUG_TAKEN", "LABEL_TAKEN"],
    example: { ...categoryId, body: { category: { displayPosition: 0 } } },
  },
  deleteCategory: {
    summary: "Delete a category",
    description: `Its posts and drafts remain without it. ${forEditors}`,
    response: nothing,
    errors: ["NOT_ALLOWED", "CATEGORY_NOT_FOUND"],
    example: categoryId,
  },
  mergeCategory: {
    summary: "Merge a category into another",
    description: `Moves its posts and drafts to the target, redirects its page there and deletes it. Both must have the same language. ${forEditors}`,
    response: { description: "The target category.", schema: categoryResponse },
    errors: ["NOT_ALLOWED", "CATEGORY_NOT_FOUND"],
    example: { ...categoryId, body: { targetCategoryId: otherId } },
  },
  createTag: {
    summary: "Create a tag",
    description: `Default \`slug\`: derived from the label. ${forEditors}`,
    response: tag,
    errors: ["NOT_ALLOWED", "SLUG_TAKEN", "LABEL_TAKEN"],
    example: { body: { label: "lamps" } },
  },
  updateTag: {
    summary: "Update a tag",
    description: `Omitted properties stay, \`null\` clears them. The page of a former slug redirects to the new one. ${forEditors}`,
    response: tag,
    errors: ["NOT_ALLOWED", "TAG_NOT_FOUND", "SLUG_TAKEN", "LABEL_TAKEN"],
    example: { ...tagId, body: { tag: { label: "lights", description: "Lamps, candles and lighthouses." } } },
  },
  deleteTag: {
    summary: "Delete a tag",
    description: `Its posts and drafts remain without it. ${forEditors}`,
    response: nothing,
    errors: ["NOT_ALLOWED", "TAG_NOT_FOUND"],
    example: tagId,
  },
  mergeTag: {
    summary: "Merge a tag into another",
    description: `Moves its posts and drafts to the target, redirects its page there and deletes it. Both must have the same language. ${forEditors}`,
    response: { description: "The target tag.", schema: tagResponse },
    errors: ["NOT_ALLOWED", "TAG_NOT_FOUND"],
    example: { ...tagId, body: { targetTagId: otherId } },
  },
} as const satisfies Record<string, EndpointDocs>;
