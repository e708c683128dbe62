import type { EndpointDocs } from "../../endpoint-docs.ts";
import { draftResponse, listRevisionsResponse, revisionResponse } from "../drafts/response-schema.ts";
import {
  createPostPreviewResponse,
  listPostAuthorsResponse,
  listPostLanguagesResponse,
  reportPostEditingResponse,
} from "./schema.ts";

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
    errors: ["NOT_ALLOWED", "POST_NOT_FOUND", "POST_TRANSLATED"],
    example: { params: { postId: exampleId }, body: { language: "de" } },
  },
  updateDraftPostLanguage: {
    summary: "Set the language of a post",
    description: `For a published post it takes effect at the next publication. ${forEditors}`,
    response: draft,
    errors: ["NOT_ALLOWED", "POST_NOT_FOUND", "POST_TRANSLATED", "SLUG_TAKEN"],
    example: { params: { postId: exampleId }, body: { language: "de" } },
  },
  pinDraftPost: {
    summary: "Pin a post",
    description: `It appears first in the feed immediately. ${forEditors}`,
    response: draft,
    errors: ["NOT_ALLOWED", "POST_NOT_FOUND"],
    example: draftPostId,
  },
  unpinDraftPost: {
    summary: "Unpin a post",
    description: forEditors,
    response: draft,
    errors: ["NOT_ALLOWED", "POST_NOT_FOUND"],
    example: draftPostId,
  },
  listPostRevisions: {
    summary: "List the revisions of a post",
    description: `The stored revisions, newest first; settings limit their number and age. ${forWriters}`,
    response: { description: "One page of revisions and their total number.", schema: listRevisionsResponse },
    errors: ["NOT_ALLOWED", "POST_NOT_FOUND"],
    example: { ...draftPostId, query: { paging: { limit: 10 } } },
  },
  getPostRevision: {
    summary: "Get a revision of a post",
    description: forWriters,
    response: { description: "The draft of that revision, with its content.", schema: revisionResponse },
    errors: ["NOT_ALLOWED", "POST_NOT_FOUND", "REVISION_NOT_FOUND"],
    example: revision,
  },
  restorePostRevision: {
    summary: "Restore a revision of a post",
    description: `A regular change with its own revision; for a published post it takes effect at the next publication. Slug, language, dates, status and access stay; deleted categories, tags and posts are omitted. ${forWriters}`,
    response: draft,
    errors: ["NOT_ALLOWED", "POST_NOT_FOUND", "REVISION_NOT_FOUND", "POST_CHANGED", "POST_STATUS_CONFLICT"],
    example: { ...revision, body: {} },
  },
  createPostPreview: {
    summary: "Create a preview link of a post",
    description: `A path on the site that shows the saved draft for 30 minutes, without being indexed, cached or counted. ${forEditors} Authors create those of their own posts.`,
    response: { description: "The link.", schema: createPostPreviewResponse },
    errors: ["NOT_ALLOWED", "POST_NOT_FOUND"],
    example: draftPostId,
  },
  undoPostChange: {
    summary: "Undo the last change of a post's status",
    description: `Makes the post what it was before an editor published, scheduled or unpublished it: status, date, content, and changes that were not public. Possible for an hour, until the post is changed again, and not after a decision about a post in review, whose author has been notified. ${forEditors}`,
    response: draft,
    errors: ["NOT_ALLOWED", "POST_NOT_FOUND", "POST_CHANGED", "SLUG_TAKEN"],
    example: { ...draftPostId, body: { revision: "4" } },
  },
  reportPostEditing: {
    summary: "Report that a post is being edited",
    description:
      "For staff only. The console calls it every 15 seconds while a post is open. One person at a time is the editor of a post; others get their name. Without a call for 45 seconds, or with `leave`, a person is no longer editing.",
    response: { description: "The other person who is editing, if any.", schema: reportPostEditingResponse },
    errors: ["NOT_ALLOWED", "POST_NOT_FOUND"],
    example: { ...draftPostId, body: {} },
  },
  listPostAuthors: {
    summary: "List the names of authors",
    description: `The names on posts, and those of the staff who write, up to 500. ${forEditors} Authors get the same list.`,
    response: { description: "The names, in alphabetical order.", schema: listPostAuthorsResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  listPostLanguages: {
    summary: "List the languages of posts",
    description: `The languages of all posts, including drafts. ${forEditors} Authors get the same list.`,
    response: { description: "Language tags; the one with most posts first.", schema: listPostLanguagesResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
} as const satisfies Record<string, EndpointDocs>;
