/** Parts of a draft that are returned only on request. Source: wire.md, Blog. */
export const draftFieldsets = ["UNKNOWN", "URL", "CONTENT", "RICH_CONTENT", "GENERATED_EXCERPT"] as const;
/** A part of a draft that is returned only on request. */
export type DraftFieldset = (typeof draftFieldsets)[number];

/** What an update does in addition to writing. Source: entities.md, Draft post. */
export const draftActions = [
  "UPDATE",
  "UPDATE_PUBLISH",
  "UPDATE_SCHEDULE",
  "UPDATE_REVERT_TO_DRAFT",
  "UPDATE_CANCEL_SCHEDULE",
  "UPDATE_REJECT",
  "UPDATE_PUBLICATION",
] as const;
/** What an update does in addition to writing, such as publishing. */
export type DraftAction = (typeof draftActions)[number];

/** Orders of listDraftPosts: entities.md has the short names, the recordings the long ones. */
export const draftSorts = [
  "EDITING_DATE_DESC",
  "EDITING_DATE_ASC",
  "EDITING_DATE_DESCENDING",
  "EDITING_DATE_ASCENDING",
] as const;
/** An order of `listDraftPosts`. */
export type DraftSort = (typeof draftSorts)[number];

/** Origin of the last change of a draft. Source: entities.md, Draft post, "Origin". */
export const draftOrigins = [
  "UNKNOWN",
  "ADMIN",
  "ADD_CATEGORIES",
  "AUTO_SAVE",
  "COPY_TEMPLATE",
  "IMPORT",
  "IMPORT_BULK",
  "IMPORT_HTML",
  "IMPORT_PATCH",
  "LANGUAGE_CHANGE",
  "MANUAL_SAVE",
  "MIGRATION",
  "MODERATION",
  "MOVE_TO_TRASH",
  "PRICING_PLANS_CHANGE",
  "PROVISION",
  "PUBLISH",
  "REASSIGN_OWNER",
  "REBLOG",
  "RESTORE",
  "REVERT_TO_DRAFT",
  "TRANSLATION",
  "UNPUBLISH",
  "UNSCHEDULE",
  "NEW_EDIT_SESSION",
  "SCHEDULING_SERVICE_SCHEDULE",
  "SCHEDULING_SERVICE_UNSCHEDULE",
  "SCHEDULING_SERVICE_PUBLISH",
  "SCHEDULE",
  "REMOVE_FROM_MODERATION",
  "REJECT_FROM_MODERATION",
  "APPROVE_IN_MODERATION",
  "DELETE_TAG",
  "PIN",
  "UNPIN",
  "AI_AUTO_SAVE",
] as const;
/** What changed a draft last. */
export type DraftOrigin = (typeof draftOrigins)[number];

export const moderationStatuses = ["UNKNOWN", "APPROVED", "REJECTED"] as const;
/** The result of a review. */
export type ModerationStatus = (typeof moderationStatuses)[number];

/** Maximum nesting of nodes in a document written through the API. */
export const maxDraftDepth = 100;
/** Maximum size of a request that writes drafts. Source: security requirements §2.1. */
export const maxDraftBytes = 4 * 1024 * 1024;
/** Maximum drafts per bulk create or update. */
export const maxBulkDrafts = 20;
export const maxBulkDeletions = 100;
