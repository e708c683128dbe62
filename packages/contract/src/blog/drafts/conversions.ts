import type { Conversion, ConversionRules } from "../../wire/conversion-rules.ts";
import { postRules } from "../posts/conversions.ts";

/** `lastPublishedDate` is not converted. Source: transforms.json, blog_draft-posts. */
export const draftRules = (draft: string): ConversionRules => {
  const { timestamp = [], ...rules } = postRules(draft);
  return {
    ...rules,
    timestamp: [
      ...timestamp.filter((path) => path !== `${draft}.lastPublishedDate`),
      `${draft}.editedDate`,
      `${draft}.scheduledPublishDate`,
      `${draft}.createdDate`,
    ],
  };
};

const one = /* @__PURE__ */ draftRules("draftPost");
const many = /* @__PURE__ */ draftRules("draftPosts");
const bulkResponse = /* @__PURE__ */ draftRules("results.item");

export const writeDraft: Conversion = { request: one, response: one };
export const readDraft: Conversion = { response: one };
export const listDrafts: Conversion = { response: many };
export const createDrafts: Conversion = { request: many, response: bulkResponse };
export const updateDrafts: Conversion = {
  request: /* @__PURE__ */ draftRules("draftPosts.draftPost"),
  response: bulkResponse,
};

/** The date of a revision is not converted, because no rule of the contract names it. */
export const getRevision: Conversion = { response: /* @__PURE__ */ draftRules("revision.draftPost") };
