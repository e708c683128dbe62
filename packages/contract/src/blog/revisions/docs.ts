import type { EndpointDocs } from "../../endpoint-docs.ts";
import { draftResponse, listRevisionsResponse, revisionResponse } from "../drafts/response-schema.ts";

const exampleId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";
const draftPostId = { params: { draftPostId: exampleId } };
const revision = { params: { draftPostId: exampleId, revision: "3" } };
const forEditors = "For programs with an API key of role `editor` or `admin`.";
const forWriters = `${forEditors} Members read those of their own posts where \`memberPosts\` lets them write.`;
const draft = { description: "The draft; its text only when a fieldset asks for it.", schema: draftResponse };

export const revisionDocs = {
  translateDraft: {
    summary: "Begin a translation of a post",
    description: `A draft in another language with all that the post has, as its writers see it. Both have the same \`translationId\`, as do all translations of one post. ${forEditors}`,
    response: draft,
    errors: ["POST_NOT_FOUND", "POST_TRANSLATED"],
    example: { params: { postId: exampleId }, body: { language: "de" } },
  },
  updateDraftPostLanguage: {
    summary: "Say which language a post is in",
    description: `A change like others: of a published post it waits until it is published again. ${forEditors}`,
    response: draft,
    errors: ["POST_NOT_FOUND", "POST_TRANSLATED", "SLUG_TAKEN"],
    example: { params: { postId: exampleId }, body: { language: "de" } },
  },
  pinDraftPost: {
    summary: "Pin a post",
    description: `It comes first in the feed, at once. ${forEditors}`,
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
    summary: "List what a post was",
    description: `What it was after each change that was saved, the newest first; how many and how old are settings. ${forWriters}`,
    response: { description: "One page of revisions, and how many there are.", schema: listRevisionsResponse },
    errors: ["POST_NOT_FOUND"],
    example: { ...draftPostId, query: { paging: { limit: 10 } } },
  },
  getPostRevision: {
    summary: "Read what a post was",
    description: forWriters,
    response: { description: "The draft as it was, with its text.", schema: revisionResponse },
    errors: ["POST_NOT_FOUND", "REVISION_NOT_FOUND"],
    example: revision,
  },
  restorePostRevision: {
    summary: "Make a post what it was",
    description: `A change like others, with a revision of its own: of a published post it waits until it is published again. Its slug, language, dates and status stay, and who may read it; categories, tags and posts that are gone by now are left out. ${forWriters}`,
    response: draft,
    errors: ["POST_NOT_FOUND", "REVISION_NOT_FOUND", "POST_CHANGED", "POST_STATUS_CONFLICT"],
    example: { ...revision, body: {} },
  },
} as const satisfies Record<string, EndpointDocs>;
