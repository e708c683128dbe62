import { authErrors } from "./auth/errors.ts";
import { dataErrors } from "./data/errors.ts";
import type { ViolatedRule } from "./field-rules.ts";

export const redirectsErrors = {
  REDIRECT_NOT_REGISTERED: { status: 400, message: "This app has not registered this redirect URI or origin." },
  CHECKOUT_NOT_SET_UP: { status: 400, message: "This site has no page for this kind of checkout." },
} as const;

export const membersErrors = {
  MEMBER_NOT_FOUND: { status: 404, message: "There is no member with this id or email." },
  REVIEW_FINAL: {
    status: 409,
    message: "The member has been notified or changed since, so the decision cannot be undone.",
  },
  MEMBER_NOT_ACTIVE: { status: 409, message: "The member cannot sign in, and therefore sees the site as a visitor." },
  MEMBER_NOT_PENDING: { status: 409, message: "Only a member with pending approval can be approved or rejected." },
  MEMBER_JOB_NOT_FOUND: { status: 404, message: "There is no bulk action on members with this id." },
  MEMBER_ABOUT_NOT_FOUND: { status: 404, message: "There is no text about a member with this id." },
  MEMBER_ABOUT_EXISTS: { status: 409, message: "There is a text about this member. Update it instead." },
  MEMBER_ABOUT_CHANGED: { status: 409, message: "The text has changed since it was read." },
  MEMBER_MUTED: { status: 403, message: "The site owner has muted this member." },
  MEMBER_SELF_BLOCK_FORBIDDEN: { status: 400, message: "Members cannot block themselves." },
  MEMBER_SELF_FOLLOW_FORBIDDEN: { status: 400, message: "Members cannot follow themselves." },
  BADGE_NOT_FOUND: { status: 404, message: "There is no badge with this id." },
  BADGES_FULL: { status: 409, message: "A site has at most 100 badges." },
  CUSTOM_FIELD_NOT_FOUND: { status: 404, message: "There is no custom field with this id." },
  CUSTOM_FIELD_EXISTS: { status: 409, message: "There is a custom field with this name, or one too similar." },
  CUSTOM_FIELD_CHANGED: { status: 409, message: "The custom field has changed since it was read." },
  CUSTOM_FIELDS_FULL: { status: 409, message: "A site has at most 50 custom fields." },
  SLUG_ALREADY_EXISTS: { status: 409, message: "This slug is in use by another member or reserved." },
  MEMBER_NOT_CLOSED: { status: 409, message: "Only a blocked or offline member can be restored." },
} as const;

export const staffErrors = {
  STAFF_NOT_FOUND: { status: 404, message: "There is no staff account with this id." },
  LAST_OWNER: { status: 409, message: "This is the last owner who can sign in. Make another person an owner first." },
  SETUP_LINK_INVALID: {
    status: 403,
    message: "This setup link is invalid or has expired. Restart the server to get another one.",
  },
} as const;

export const siteErrors = {
  SITE_SETTINGS_CHANGED: { status: 409, message: "The settings have changed since they were read." },
  BACKUP_RUNNING: { status: 409, message: "A backup is being created." },
  MAIL_NOT_SENT: { status: 409, message: "The mail server did not accept the email." },
  PAGE_NOT_FOUND: { status: 404, message: "There is no page with this id or slug." },
  PAGE_CHANGED: { status: 409, message: "The page has changed since it was read." },
  PAGES_FULL: { status: 409, message: "A site has at most 500 pages. Delete one permanently first." },
  REDIRECT_NOT_FOUND: { status: 404, message: "There is no redirect with this id." },
  REDIRECTS_FULL: { status: 409, message: "A site has at most 10,000 redirects." },
} as const;

export const mediaErrors = {
  FILE_NOT_FOUND: { status: 404, message: "There is no file with this id." },
  FOLDER_NOT_FOUND: { status: 404, message: "There is no folder with this id." },
  FOLDER_EXISTS: { status: 409, message: "There is already a folder with this name." },
  FOLDER_LIMIT: { status: 409, message: "There are too many folders, or folders within folders." },
  UPLOAD_URL_INVALID: { status: 403, message: "This upload URL is invalid or has expired." },
  UPLOAD_URL_USED: { status: 409, message: "This upload URL has been used." },
  FILE_EMPTY: { status: 400, message: "The file is empty." },
  FILE_TYPE_REFUSED: { status: 415, message: "Files of this type are not accepted." },
  FILE_DAMAGED: { status: 400, message: "The file is truncated, damaged or too large to be displayed." },
  IMAGE_SIZE_UNKNOWN: { status: 400, message: "Images are not available in this size or format." },
  IMAGE_UNREADABLE: { status: 422, message: "This file cannot be resized." },
} as const;

export const formsErrors = {
  FORM_NOT_FOUND: { status: 404, message: "There is no form with this id." },
  FORM_DRAFT_NOT_FOUND: { status: 404, message: "The form has no unpublished changes." },
  SUBMISSION_WITHOUT_EMAIL: { status: 409, message: "The submission has no email address to reply to." },
  FORM_CHANGED: { status: 409, message: "The form has changed since it was read." },
  SUBMISSION_NOT_FOUND: { status: 404, message: "You have no submission with this id." },
  SUBMISSION_CHANGED: { status: 409, message: "The submission has changed since it was read." },
  SUBMISSION_STATUS_CONFLICT: { status: 409, message: "The submission's status does not allow this." },
  INVALID_CAPTCHA: { status: 400, message: "The form requires a captcha, and this one is missing, wrong or expired." },
  DOWNLOAD_LINK_INVALID: { status: 403, message: "This download link is invalid or has expired." },
  CONTACT_NOT_FOUND: { status: 404, message: "No member has this id, or the email of this submission." },
  FORM_EXISTS: { status: 409, message: "There is a form with this id." },
  CHECKOUT_NOT_FOUND: { status: 404, message: "There is no submission with this checkout." },
  PAYMENT_SIGNATURE_INVALID: {
    status: 401,
    message: "The signature of the payment page is missing, wrong or expired.",
  },
} as const;

export const blogErrors = {
  POST_NOT_FOUND: { status: 404, message: "No post you may see has this id or slug." },
  CATEGORY_NOT_FOUND: { status: 404, message: "There is no category with this id or slug." },
  TAG_NOT_FOUND: { status: 404, message: "There is no tag with this id, slug or label." },
  SLUG_TAKEN: { status: 409, message: "This slug is in use." },
  LABEL_TAKEN: { status: 409, message: "This label is in use by another category or tag." },
  POST_CHANGED: { status: 409, message: "The post has changed since it was read." },
  POST_TRANSLATED: { status: 409, message: "The post has a translation in this language." },
  REVISION_NOT_FOUND: { status: 404, message: "There is no such revision of the post." },
  POST_STATUS_CONFLICT: { status: 409, message: "The post's status does not allow this." },
  IMPORT_NOT_FOUND: { status: 404, message: "There is no import with this id." },
  IMPORT_STATUS_CONFLICT: { status: 409, message: "The import's status does not allow this." },
  LIKE_NOT_FOUND: { status: 404, message: "You have no like with this id." },
  POLL_NOT_FOUND: { status: 404, message: "The post has no poll with this id." },
  POLL_ALREADY_VOTED: { status: 409, message: "You have voted in this poll, which allows one vote." },
  POLL_CLOSED: { status: 409, message: "This poll is closed." },
  POLL_MEMBERS_ONLY: { status: 403, message: "Only members of the site can vote in this poll. Sign in first." },
  RATINGS_OFF: { status: 403, message: "This site does not allow ratings." },
  RATINGS_MEMBERS_ONLY: { status: 403, message: "Only members of the site can rate posts. Sign in first." },
  COMMENT_NOT_FOUND: { status: 404, message: "There is no comment with this id that you may see or change." },
  NEWSLETTER_OFF: { status: 409, message: "This site does not send posts by email." },
  NEWSLETTER_FINAL: { status: 409, message: "A post can be emailed only when it is first published." },
  COMMENTS_OFF: { status: 403, message: "This site does not allow comments." },
  COMMENTS_CLOSED: { status: 403, message: "This post accepts no more comments." },
  COMMENTS_FULL: { status: 409, message: "This thread accepts no more replies. Start a new one." },
  CURSOR_INVALID: { status: 400, message: "This cursor is invalid." },
} as const;

/** Status and message of an error code. */
export interface ErrorDefinition {
  readonly status: number;
  readonly message: string;
}

/** Codes that any route may return. */
export const commonErrors = {
  MALFORMED_REQUEST: { status: 400, message: "The request cannot be read. Send well-formed JSON in UTF-8." },
  INVALID_ARGUMENT: { status: 400, message: "A value in the request is invalid." },
  UNAUTHENTICATED: { status: 401, message: "The access token is missing, expired or from another site." },
  NOT_ALLOWED: { status: 403, message: "You are not allowed to do this." },
  NOT_FOUND: { status: 404, message: "There is nothing at this URL." },
  METHOD_NOT_ALLOWED: { status: 405, message: "This URL does not support this method." },
  SITE_QUOTA_EXCEEDED: {
    status: 409,
    message: "The site has reached a limit. Delete some of its content, or ask the operator to raise the limit.",
  },
  PAYLOAD_TOO_LARGE: { status: 413, message: "The request is too large." },
  URI_TOO_LONG: { status: 414, message: "The URL is too long." },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: "Send the body as uncompressed application/json." },
  RANGE_NOT_SATISFIABLE: { status: 416, message: "The requested range is beyond the end of the file." },
  TOO_MANY_REQUESTS: { status: 429, message: "Too many attempts. Retry after the time in Retry-After." },
  HEADERS_TOO_LARGE: { status: 431, message: "The request's headers are too large." },
  INTERNAL: { status: 500, message: "Something went wrong on our side." },
  UNAVAILABLE: { status: 503, message: "The service is busy. Try again in a moment." },
} as const satisfies Record<string, ErrorDefinition>;

/** All error codes by area; the error reference is generated from them. */
export const errors = {
  ...commonErrors,
  ...authErrors,
  ...redirectsErrors,
  ...membersErrors,
  ...blogErrors,
  ...dataErrors,
  ...formsErrors,
  ...mediaErrors,
  ...staffErrors,
  ...siteErrors,
} as const;

export type ErrorCode = keyof typeof errors;

/** A rejected field. `data` is always present, because the contract's client reads it. */
export interface FieldViolation {
  field: string;
  description: string;
  violatedRule: ViolatedRule;
  /** A more specific rule, such as one of `fieldRules`. */
  ruleName?: string;
  /** `type`: like `ruleName`. `minimum`, `maximum`: the limit that the value violates. */
  data: { type?: string; [key: string]: unknown };
}

/** Body of every error response. Source: errors.md §1. */
export interface ErrorEnvelope {
  message: string;
  details:
    | { applicationError: { code: string; description: string; data: Record<string, unknown> } }
    | { validationError: { fieldViolations: FieldViolation[] } };
}
