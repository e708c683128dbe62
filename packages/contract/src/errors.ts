import { authErrors } from "./auth/errors.ts";
import { dataErrors } from "./data/errors.ts";

export const redirectsErrors = {
  REDIRECT_NOT_REGISTERED: { status: 400, message: "This app has not registered this redirect URI or origin." },
  CHECKOUT_NOT_SET_UP: { status: 400, message: "This site has no page for this kind of checkout." },
} as const;

export const membersErrors = {
  MEMBER_NOT_FOUND: { status: 404, message: "There is no member with this id or e-mail." },
  MEMBER_NOT_PENDING: { status: 409, message: "Only a member who waits for approval can be approved or rejected." },
  MEMBER_NOT_CLOSED: { status: 409, message: "Only a member who is blocked or offline can be let in again." },
} as const;

export const mediaErrors = {
  FILE_NOT_FOUND: { status: 404, message: "There is no file with this id." },
  UPLOAD_URL_INVALID: { status: 403, message: "This upload address was not made by this site, or is too old." },
  UPLOAD_URL_USED: { status: 409, message: "A file was uploaded to this address already." },
  FILE_EMPTY: { status: 400, message: "The file is empty." },
  FILE_TYPE_REFUSED: { status: 415, message: "Files of this kind are not taken." },
  FILE_DAMAGED: { status: 400, message: "The file is cut off, damaged or too large to be shown." },
  IMAGE_SIZE_UNKNOWN: { status: 400, message: "Pictures are not made in this size or format." },
  IMAGE_UNREADABLE: { status: 422, message: "No other size can be made of this file." },
} as const;

export const blogErrors = {
  POST_NOT_FOUND: { status: 404, message: "No post you may see has this id or slug." },
  CATEGORY_NOT_FOUND: { status: 404, message: "There is no category with this id or slug." },
  TAG_NOT_FOUND: { status: 404, message: "There is no tag with this id, slug or label." },
  SLUG_TAKEN: { status: 409, message: "Another one has this slug." },
  LABEL_TAKEN: { status: 409, message: "Another category or tag has this label." },
  POST_CHANGED: { status: 409, message: "Somebody else has changed the post since it was read." },
  POST_TRANSLATED: { status: 409, message: "The post has a translation in this language." },
  REVISION_NOT_FOUND: { status: 404, message: "This revision of the post is not kept." },
  POST_STATUS_CONFLICT: { status: 409, message: "The post's status does not allow this." },
  IMPORT_NOT_FOUND: { status: 404, message: "There is no import with this id." },
  IMPORT_STATUS_CONFLICT: { status: 409, message: "The import is under way, done or undone, and cannot do this now." },
  LIKE_NOT_FOUND: { status: 404, message: "You have no like with this id." },
  POLL_NOT_FOUND: { status: 404, message: "The post has no poll with this id." },
  POLL_ALREADY_VOTED: { status: 409, message: "You have voted in this poll, and it takes one vote from everyone." },
  POLL_CLOSED: { status: 409, message: "This poll is closed." },
  POLL_MEMBERS_ONLY: { status: 403, message: "Only members of the site vote in this poll. Sign in first." },
  RATINGS_OFF: { status: 403, message: "Posts of this site take no ratings." },
  RATINGS_MEMBERS_ONLY: { status: 403, message: "Only members of the site rate posts. Sign in first." },
  CURSOR_INVALID: { status: 400, message: "This cursor was not made by this site, or was changed." },
} as const;

/** Status and message of an error code. */
export interface ErrorDefinition {
  readonly status: number;
  readonly message: string;
}

/** Codes that any route may return. */
export const commonErrors = {
  MALFORMED_REQUEST: { status: 400, message: "The request cannot be read. Send well-formed JSON in UTF-8." },
  INVALID_ARGUMENT: { status: 400, message: "A value in the request does not fit." },
  UNAUTHENTICATED: { status: 401, message: "The access token is missing, expired or not of this site." },
  NOT_ALLOWED: { status: 403, message: "You have no right to do this." },
  NOT_FOUND: { status: 404, message: "There is nothing at this address." },
  METHOD_NOT_ALLOWED: { status: 405, message: "This address does not take this method." },
  PAYLOAD_TOO_LARGE: { status: 413, message: "The request is too large." },
  URI_TOO_LONG: { status: 414, message: "The address is too long." },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: "Send the body as uncompressed application/json." },
  RANGE_NOT_SATISFIABLE: { status: 416, message: "The file ends before the part that was asked for." },
  TOO_MANY_REQUESTS: { status: 429, message: "Too many tries. Wait as long as Retry-After says." },
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
  ...mediaErrors,
} as const;

export type ErrorCode = keyof typeof errors;

/** A rejected field. `data` is always present, because the contract's client reads it. */
export interface FieldViolation {
  field: string;
  description: string;
  violatedRule: string;
  ruleName?: string;
  data: { type?: string; [key: string]: unknown };
}

/** Body of every error response. Source: errors.md §1. */
export interface ErrorEnvelope {
  message: string;
  details:
    | { applicationError: { code: string; description: string; data: Record<string, unknown> } }
    | { validationError: { fieldViolations: FieldViolation[] } };
}
