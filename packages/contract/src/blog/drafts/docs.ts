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
const draft = { description: "The draft; its text only when a fieldset asks for it.", schema: draftResponse };
const nothing = { description: "Nothing more to say." };

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
    summary: "Write a post",
    description: `A draft that only writers see, or with \`publish\` a post for everyone. The slug is made from the title unless \`seoSlug\` says it. ${forEditors}`,
    response: draft,
    errors: ["SLUG_TAKEN"],
    example: { body: { draftPost: { title: "The door is open", richContent }, publish: false } },
  },
  getDraftPost: {
    summary: "Read a draft",
    description: `A post as its writers see it, with changes that are not published. ${forEditors}`,
    response: draft,
    errors: ["POST_NOT_FOUND"],
    example: { ...draftPostId, query: { fieldsets: ["RICH_CONTENT"] } },
  },
  updateDraftPost: {
    summary: "Change a draft",
    description: `What is left out stays, \`null\` takes it away. Changes of a published post wait until it is published again. With \`revision\` as it was read, the call is refused when somebody else was quicker. \`action\` publishes, schedules, or takes back. ${forEditors}`,
    response: draft,
    errors: ["POST_NOT_FOUND", "POST_CHANGED", "POST_STATUS_CONFLICT", "SLUG_TAKEN"],
    example: { ...draftPostId, body: { draftPost: { title: "The door is wide open" }, action: "UPDATE_PUBLISH" } },
  },
  publishDraftPost: {
    summary: "Publish a draft",
    description: `Makes the draft, with its latest changes, what everyone sees. ${forEditors}`,
    response: { description: "The id of the post, which is that of its draft.", schema: publishedResponse },
    errors: ["POST_NOT_FOUND", "SLUG_TAKEN"],
    example: draftPostId,
  },
  listDraftPosts: {
    summary: "List drafts",
    description: `Posts of any status but the trash, those changed last first. A cursor of the answer gets the next page. ${forEditors}`,
    response: { description: "One page of drafts, and how many there are.", schema: listDraftsResponse },
    errors: ["CURSOR_INVALID"],
    example: { query: { status: "UNPUBLISHED", paging: { limit: 10 } } },
  },
  queryDraftPosts: {
    summary: "Query drafts",
    description: `Posts of any status but the trash that fit a filter, in any order, paged by cursor in both ways or by offset. ${forEditors}`,
    response: { description: "One page of drafts, and cursors to the pages around it.", schema: queryDraftsResponse },
    errors: ["CURSOR_INVALID"],
    example: { body: { query: { filter: { status: "SCHEDULED" }, cursorPaging: { limit: 10 } } } },
  },
  deleteDraftPost: {
    summary: "Delete a post",
    description: `Moves it to the trash, or with \`permanent\` removes it for good. ${forEditors}`,
    response: nothing,
    errors: ["POST_NOT_FOUND"],
    example: draftPostId,
  },
  bulkDeleteDraftPosts: {
    summary: "Delete many posts",
    description: `Up to 100, each on its own: what cannot be deleted keeps no other. ${forEditors}`,
    response: { description: "What became of each.", schema: bulkDraftsResponse },
    example: { query: { postIds: [exampleId] } },
  },
  bulkCreateDraftPosts: {
    summary: "Write many posts",
    description: `Up to 20, each on its own: one that cannot be made keeps no other. ${forEditors}`,
    response: { description: "What became of each.", schema: bulkDraftsResponse },
    example: { body: { draftPosts: [{ title: "The door is open" }], returnFullEntity: true } },
  },
  bulkUpdateDraftPosts: {
    summary: "Change many drafts",
    description: `Up to 20, each on its own. With a \`fieldMask\` the members that it names count and no others; one that is named and left out is taken away. ${forEditors}`,
    response: { description: "What became of each.", schema: bulkDraftsResponse },
    example: { body: { draftPosts: [{ draftPost: { id: exampleId, featured: true }, fieldMask: ["featured"] }] } },
  },
  listDeletedDraftPosts: {
    summary: "List the trash",
    description: `Those deleted last first. ${forEditors}`,
    response: { description: "One page of deleted posts, and how many there are.", schema: listDraftsResponse },
    errors: ["CURSOR_INVALID"],
    example: { query: { paging: { limit: 10 } } },
  },
  getDeletedDraftPost: {
    summary: "Read a deleted post",
    description: forEditors,
    response: draft,
    errors: ["POST_NOT_FOUND"],
    example: draftPostId,
  },
  restoreFromTrashBin: {
    summary: "Restore a deleted post",
    description: `It has the status that it had, but for a schedule that has passed: that is a draft again. ${forEditors}`,
    response: draft,
    errors: ["POST_NOT_FOUND"],
    example: draftPostId,
  },
  removeFromTrashBin: {
    summary: "Remove a deleted post for good",
    description: forEditors,
    response: nothing,
    errors: ["POST_NOT_FOUND"],
    example: draftPostId,
  },
} as const satisfies Record<string, EndpointDocs>;
