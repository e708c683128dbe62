import type { EndpointDocs } from "../../endpoint-docs.ts";
import {
  bulkDraftsResponse,
  draftResponse,
  listDraftsResponse,
  publishedResponse,
  queryDraftsResponse,
} from "./response-schema.ts";

const exampleId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";
const draftPostId = { params: { draftPostId: exampleId } };
const forEditors = "For programs with an API key of role `editor` or `admin`.";
const draft = { description: "The draft; its content only with a fieldset.", schema: draftResponse };
const nothing = { description: "An empty object." };

const richContent = {
  nodes: [
    {
      type: "PARAGRAPH",
      id: "p1",
      nodes: [{ type: "TEXT", id: "", nodes: [], textData: { text: "Come in.", decorations: [] } }],
    },
  ],
};

export const draftDocs = {
  createDraftPost: {
    summary: "Create a draft",
    description: `A draft visible only to writers, or with \`publish\` a published post. Default slug: derived from the title; see \`seoSlug\`. A repeat with the same \`idempotencyKey\`, a UUID, returns the first draft. ${forEditors}`,
    response: draft,
    errors: ["NOT_ALLOWED", "SLUG_TAKEN"],
    example: { body: { draftPost: { title: "The door is open", richContent }, publish: false } },
  },
  getDraftPost: {
    summary: "Get a draft",
    description: `A post as seen by its writers, with unpublished changes. ${forEditors}`,
    response: draft,
    errors: ["NOT_ALLOWED", "POST_NOT_FOUND"],
    example: { ...draftPostId, query: { fieldsets: ["RICH_CONTENT"] } },
  },
  updateDraftPost: {
    summary: "Update a draft",
    description: `Omitted properties stay, \`null\` clears them. Changes of a published post take effect at the next publication. With \`revision\`, the call fails if the draft has changed since it was read; a repeat with the same \`idempotencyKey\`, a UUID, succeeds until someone else changes the draft. \`action\` publishes, schedules, or unpublishes. ${forEditors}`,
    response: draft,
    errors: ["NOT_ALLOWED", "POST_NOT_FOUND", "POST_CHANGED", "POST_STATUS_CONFLICT", "SLUG_TAKEN"],
    example: { ...draftPostId, body: { draftPost: { title: "The door is wide open" }, action: "UPDATE_PUBLISH" } },
  },
  publishDraftPost: {
    summary: "Publish a draft",
    description: `Publishes the draft with its latest changes. ${forEditors}`,
    response: { description: "The id of the post, which is the id of the draft.", schema: publishedResponse },
    errors: ["NOT_ALLOWED", "POST_NOT_FOUND", "SLUG_TAKEN"],
    example: draftPostId,
  },
  listDraftPosts: {
    summary: "List drafts",
    description: `Posts of any status except the trash, last edited first. Use the response's cursor for the next page. ${forEditors}`,
    response: { description: "One page of drafts and their total number.", schema: listDraftsResponse },
    errors: ["NOT_ALLOWED", "CURSOR_INVALID"],
    example: { query: { status: "UNPUBLISHED", paging: { limit: 10 } } },
  },
  queryDraftPosts: {
    summary: "Query drafts",
    description: `Posts of any status except the trash that match a filter, in any order, with cursor paging in both directions or offset paging. ${forEditors}`,
    response: { description: "One page of drafts, with cursors to the adjacent pages.", schema: queryDraftsResponse },
    errors: ["NOT_ALLOWED", "CURSOR_INVALID"],
    example: { body: { query: { filter: { status: "SCHEDULED" }, cursorPaging: { limit: 10 } } } },
  },
  deleteDraftPost: {
    summary: "Delete a post",
    description: `Moves it to the trash, or with \`permanent\` deletes it permanently. ${forEditors}`,
    response: nothing,
    errors: ["NOT_ALLOWED", "POST_NOT_FOUND"],
    example: draftPostId,
  },
  bulkDeleteDraftPosts: {
    summary: "Delete several posts",
    description: `Up to 100, independently of each other. ${forEditors}`,
    response: { description: "The result for each.", schema: bulkDraftsResponse },
    errors: ["NOT_ALLOWED"],
    example: { query: { postIds: [exampleId] } },
  },
  bulkCreateDraftPosts: {
    summary: "Create several drafts",
    description: `Up to 20, independently of each other. ${forEditors}`,
    response: { description: "The result for each.", schema: bulkDraftsResponse },
    errors: ["NOT_ALLOWED"],
    example: { body: { draftPosts: [{ title: "The door is open" }], returnFullEntity: true } },
  },
  bulkUpdateDraftPosts: {
    summary: "Update several drafts",
    description: `Up to 20, independently of each other. A \`fieldMask\` limits the update to the named properties; named but omitted ones are cleared. ${forEditors}`,
    response: { description: "The result for each.", schema: bulkDraftsResponse },
    errors: ["NOT_ALLOWED"],
    example: { body: { draftPosts: [{ draftPost: { id: exampleId, featured: true }, fieldMask: ["featured"] }] } },
  },
  listDeletedDraftPosts: {
    summary: "List the trash",
    description: `Last deleted first. ${forEditors}`,
    response: { description: "One page of deleted posts and their total number.", schema: listDraftsResponse },
    errors: ["NOT_ALLOWED", "CURSOR_INVALID"],
    example: { query: { paging: { limit: 10 } } },
  },
  getDeletedDraftPost: {
    summary: "Get a deleted post",
    description: forEditors,
    response: draft,
    errors: ["NOT_ALLOWED", "POST_NOT_FOUND"],
    example: draftPostId,
  },
  restoreFromTrashBin: {
    summary: "Restore a deleted post",
    description: `Restores its former status; a schedule in the past becomes a draft. ${forEditors}`,
    response: draft,
    errors: ["NOT_ALLOWED", "POST_NOT_FOUND"],
    example: draftPostId,
  },
  removeFromTrashBin: {
    summary: "Delete a post permanently",
    description: forEditors,
    response: nothing,
    errors: ["NOT_ALLOWED", "POST_NOT_FOUND"],
    example: draftPostId,
  },
} as const satisfies Record<string, EndpointDocs>;
