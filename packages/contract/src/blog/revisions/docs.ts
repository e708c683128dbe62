import type { EndpointDocs } from "../../endpoint-docs.ts";
import { draftResponse, listRevisionsResponse, revisionResponse } from "../drafts/response-schema.ts";

const exampleId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";
const draftPostId = { params: { draftPostId: exampleId } };
const revision = { params: { draftPostId: exampleId, revision: "3" } };
const forEditors = "For programs with an API key of role `editor` or `admin`.";
const forWriters = `${forEditors} Members read those of their own posts if \`memberPosts\` allows them to write.`;
const draft = { description: "The draft; its content only with a fieldset.", schema: draftResponse };

export const revisionDocs = {
  translateDraft: {
    summary: "Start a translation of a post",
    description: `A draft in another language with the post's content. All translations of a post have the same \`translationId\`. ${forEditors}`,
    response: draft,
    errors: ["POST_NOT_FOUND", "POST_TRANSLATED"],
    example: { params: { postId: exampleId }, body: { language: "de" } },
  },
  updateDraftPostLanguage: {
    summary: "Set the language of a post",
    description: `For a published post it takes effect at the next publication. ${forEditors}`,
    response: draft,
    errors: ["POST_NOT_FOUND", "POST_TRANSLATED", "SLUG_TAKEN"],
    example: { params: { postId: exampleId }, body: { language: "de" } },
  },
  pinDraftPost: {
    summary: "Pin a post",
    description: `It appears first in the feed immediately. ${forEditors}`,
    response: draft,
    errors: ["POST_NOT_FOUND"],
    example: draftPostId,
  },
  unpinDraftPost: {
    summary: "Unpin a post",
    description: forEditors,
    response: draft,
    errors: ["POST_NOT_FOUND"],
    example: draftPostId,
  },
  listPostRevisions: {
    summary: "List the revisions of a post",
    description: `The stored revisions, newest first; settings limit their number and age. ${forWriters}`,
    response: { description: "One page of revisions and their total number.", schema: listRevisionsResponse },
    errors: ["POST_NOT_FOUND"],
    example: { ...draftPostId, query: { paging: { limit: 10 } } },
  },
  getPostRevision: {
    summary: "Get a revision of a post",
    description: forWriters,
    response: { description: "The draft of that revision, with its content.", schema: revisionResponse },
    errors: ["POST_NOT_FOUND", "REVISION_NOT_FOUND"],
    example: revision,
  },
  restorePostRevision: {
    summary: "Restore a revision of a post",
    description: `A regular change with its own revision; for a published post it takes effect at the next publication. Slug, language, dates, status and access stay; deleted categories, tags and posts are omitted. ${forWriters}`,
    response: draft,
    errors: ["POST_NOT_FOUND", "REVISION_NOT_FOUND", "POST_CHANGED", "POST_STATUS_CONFLICT"],
    example: { ...revision, body: {} },
  },
} as const satisfies Record<string, EndpointDocs>;
