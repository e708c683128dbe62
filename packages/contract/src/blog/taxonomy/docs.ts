import type { EndpointReference } from "../../endpoint-docs.ts";
import { categoryAnswer, tagAnswer } from "../posts/response-schema.ts";

const [exampleId, otherId] = ["0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b", "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2c"];
const categoryId = { params: { categoryId: exampleId } };
const tagId = { params: { tagId: exampleId } };
const forEditors = "For programs with an API key of role `editor` or `admin`.";
const category = { description: "The category.", schema: categoryAnswer };
const tag = { description: "The tag.", schema: tagAnswer };
const nothing = { description: "Nothing more to say." };

export const taxonomyReferences = {
  createCategory: {
    summary: "Make a category",
    description: `The slug is made from the label unless \`slug\` says it; the place is behind the others unless \`displayPosition\` says it. ${forEditors}`,
    answer: category,
    refuses: ["SLUG_TAKEN", "LABEL_TAKEN"],
    example: { body: { category: { label: "Workshop", description: "What is being built." }, fieldsets: ["URL"] } },
  },
  updateCategory: {
    summary: "Change a category",
    description: `What is left out stays, \`null\` takes it away. Its language stays what it is. The page of a former slug leads to the new one. ${forEditors}`,
    answer: category,
    refuses: ["CATEGORY_NOT_FOUND", "SLUG_TAKEN", "LABEL_TAKEN"],
    example: { ...categoryId, body: { category: { displayPosition: 0 } } },
  },
  deleteCategory: {
    summary: "Delete a category",
    description: `Its posts and drafts stay, without it. ${forEditors}`,
    answer: nothing,
    refuses: ["CATEGORY_NOT_FOUND"],
    example: categoryId,
  },
  mergeCategory: {
    summary: "Merge a category into another",
    description: `Its posts and drafts get the other one instead, its page leads there, and it is gone. Both have to be in one language. ${forEditors}`,
    answer: { description: "The category that has the posts of both.", schema: categoryAnswer },
    refuses: ["CATEGORY_NOT_FOUND"],
    example: { ...categoryId, body: { targetCategoryId: otherId } },
  },
  createTag: {
    summary: "Make a tag",
    description: `The slug is made from the label unless \`slug\` says it. ${forEditors}`,
    answer: tag,
    refuses: ["SLUG_TAKEN", "LABEL_TAKEN"],
    example: { body: { label: "lamps" } },
  },
  updateTag: {
    summary: "Change a tag",
    description: `What is left out stays. The page of a former slug leads to the new one. ${forEditors}`,
    answer: tag,
    refuses: ["TAG_NOT_FOUND", "SLUG_TAKEN", "LABEL_TAKEN"],
    example: { ...tagId, body: { tag: { label: "lights" } } },
  },
  deleteTag: {
    summary: "Delete a tag",
    description: `Its posts and drafts stay, without it. ${forEditors}`,
    answer: nothing,
    refuses: ["TAG_NOT_FOUND"],
    example: tagId,
  },
  mergeTag: {
    summary: "Merge a tag into another",
    description: `Its posts and drafts get the other one instead, its page leads there, and it is gone. Both have to be in one language. ${forEditors}`,
    answer: { description: "The tag that has the posts of both.", schema: tagAnswer },
    refuses: ["TAG_NOT_FOUND"],
    example: { ...tagId, body: { targetTagId: otherId } },
  },
} as const satisfies Record<string, EndpointReference>;
