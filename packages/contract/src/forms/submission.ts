import type { WireFilter, WireSorting } from "../wire/query.ts";
import type { BulkResponse, CursorPagingMetadata, ExtendedFields, FormQuery, TagList } from "./form.ts";
import type { SubmissionErrorType, SubmissionStatus } from "./form-values.ts";

/** Exactly one property. */
export interface Submitter {
  memberId?: string;
  visitorId?: string;
  /** An API key. */
  applicationId?: string;
}

/** An uploaded file in a value of a `WIX_FILE` field, which is a list of files. */
export interface SubmittedFile {
  fileId: string;
  displayName?: string;
  url?: string;
  fileType?: string;
}

/** A chosen product in a value of a `PAYMENT` field, which is a list of products. */
export interface SubmittedProduct {
  productId: string;
  quantity?: number;
  /** Decimal text; for products with a price of the submitter's choice. */
  price?: string;
}

/** A consent that the submitter gave by a checkbox. A Porchlight extension, visible to API keys only. */
export interface ConsentRecord {
  target: string;
  /** The text next to the checkbox. */
  label: string;
  formRevision: string;
  /** ISO 8601, UTC. */
  date: string;
}

/** An email to the submitter. A Porchlight extension, visible to staff and API keys only. */
export interface SubmissionReply {
  id: string;
  /** Name of the staff member who wrote it; absent for API keys. */
  author?: string;
  /** The address that it was sent to. */
  to: string;
  message: string;
  /** ISO 8601, UTC. */
  createdDate: string;
}

/** What a submitter sends. */
export interface SubmissionInput {
  formId: string;
  /** Values by the target of their field. */
  submissions: Record<string, unknown>;
  /** `PENDING` requests confirmation by the owner; other statuses are ignored. Default: `CONFIRMED`. */
  status?: SubmissionStatus;
  extendedFields?: ExtendedFields;
  contactId?: string | null;
}

/** A submission. Source: entities.md, FormSubmission; recordings/forms.json. */
export interface FormSubmission {
  id: string;
  formId: string;
  namespace: string;
  status: SubmissionStatus;
  /** Values by the target of their field. */
  submissions: Record<string, unknown>;
  /** ISO 8601, UTC. */
  createdDate: string;
  updatedDate: string;
  /** Increases with each update. */
  revision: string;
  submitter: Submitter;
  seen: boolean;
  /** The contact of a member. */
  contactId?: string;
  extendedFields: { namespaces: Record<string, Record<string, unknown>> };
  tags?: { tags: TagList };
  /** Of a submission with a payment. */
  orderDetails?: { checkoutId: string; itemSubtotal: string; currency: string };
  consents?: ConsentRecord[];
}
export interface SubmissionResponse {
  submission: FormSubmission;
}

/** Options of a submission in addition to its values. Unknown keys are ignored. */
export interface SubmissionMetadata {
  /** Repeats with the same key and values are stored once, for a day. Without a key: for ten minutes. */
  idempotencyKey?: string;
  /** The invisible field of the page. With text, the response is as usual, and nothing is stored. */
  honeypot?: string;
  /** Language of the confirmation, such as `de`. Default: that of the site. */
  language?: string;
  [key: string]: unknown;
}

export type CreateSubmissionRequest = {
  body: {
    submission: SubmissionInput;
    captchaToken?: string | null;
    additionalMetadata?: SubmissionMetadata | null;
  };
};
export type SubmissionByIdRequest = { params: { submissionId: string } };
export type GetSubmissionRequest = SubmissionByIdRequest;
/** Omitted values stay; `null` removes one. `revision` must be the stored one. */
export type UpdateSubmissionRequest = {
  params: { submissionId: string };
  body: {
    submission: {
      revision: string;
      formId?: string;
      submissions?: Record<string, unknown>;
      status?: SubmissionStatus;
      seen?: boolean;
      extendedFields?: ExtendedFields;
      tags?: { tags?: TagList };
    };
  };
};
export type ConfirmSubmissionRequest = SubmissionByIdRequest;
/** Moves to the trash bin unless `permanent`. `preserveFiles`: uploaded files stay. */
export type DeleteSubmissionRequest = SubmissionByIdRequest & {
  query?: { permanent?: boolean | undefined; preserveFiles?: boolean | undefined };
};
export type BulkDeleteSubmissionsRequest = {
  body: { formId: string; submissionIds?: string[]; permanent?: boolean; preserveFiles?: boolean };
};
/** Default: all submissions of the form. */
export type BulkMarkSubmissionsAsSeenRequest = { body: { ids?: string[]; formId: string } };
export type QuerySubmissionsRequest = {
  body: { query: FormQuery; onlyYourOwn?: boolean; returnTotalCount?: boolean };
};
export interface QuerySubmissionsResponse {
  submissions: FormSubmission[];
  metadata: CursorPagingMetadata;
}
export interface QuerySubmissionsByNamespaceResponse extends QuerySubmissionsResponse {
  pagingMetadata: CursorPagingMetadata;
}
export type SearchSubmissionsRequest = {
  body: {
    search: {
      filter?: WireFilter | null;
      sort?: WireSorting[];
      cursorPaging?: FormQuery["cursorPaging"];
      search?: { expression?: string | null; mode?: "OR" | "AND"; fuzzy?: boolean };
    };
  };
};
export type CountSubmissionsRequest = {
  body: { formIds: string[]; namespace: string; statuses?: SubmissionStatus[] };
};
export type CountSubmissionsByFilterRequest = { body: { filter?: WireFilter | null } };
export interface FormSubmissionsCount {
  formId: string;
  totalCount: number;
  unseenCount: number;
}
export interface CountSubmissionsResponse {
  formsSubmissionsCount: FormSubmissionsCount[];
}
export type GetMediaUploadUrlRequest = { body: { formId: string; filename: string; mimeType?: string } };
export interface MediaUploadUrlResponse {
  /** Accepts the file's bytes by PUT, once; the response is `{file: {id, displayName, url, …}}`. */
  uploadUrl: string;
}
export type ValidateSubmissionRequest = {
  body: {
    submission: SubmissionInput;
    additionalMetadata?: SubmissionMetadata | null;
    /** Targets. Default: all fields. */
    fieldsToValidate?: string[];
  };
};
/** One invalid value. Also in `data` of the violations of `createSubmission`. */
export interface SubmissionValidationError {
  /** The field's target, followed by the part of the value: `address.city`. Empty for the form as a whole. */
  errorPath: string;
  errorType: SubmissionErrorType;
  /** The form's own message. */
  customErrorMessage?: string;
  /** Limits, such as `{ maxLength: 10 }`; for a closed form `{ reason }`. */
  params?: Record<string, unknown>;
}
export interface ValidateSubmissionResponse {
  valid: boolean;
  violationErrors?: {
    name: string;
    description: string;
    ruleName: string;
    submissionValidationErrors: { errors: SubmissionValidationError[] };
  }[];
}
export interface FormattedSubmissionResponse {
  submissionId: string;
  /** `fieldId`: unless the field was removed permanently. */
  submissions: { key: string; label: string; value: string; fieldId?: string }[];
}
/** A document with the values of a submission. Its link is valid for an hour, for anyone who has it. */
export interface SubmissionDocument {
  id: string;
  status: "READY";
  readyDetails: { downloadUrl: string };
}
export type DownloadSubmissionRequest = { params: { submissionId: string }; query: { accessToken: string } };
/** The document as an HTTP response. */
export interface DownloadSubmissionResponse {
  statusCode: number;
  headers: { key: string; value: string }[];
  /** Base64. */
  body: string;
}
export type UpsertContactFromSubmissionRequest = {
  body: { submissionId: string; contactId?: string | null; emailVerified?: boolean };
};
export interface UpsertContactFromSubmissionResponse {
  submitContactResponse: {
    /** Id of the member. */
    contactId: string;
    /** Whether the caller is this member. */
    identityType: "MEMBER" | "NOT_AUTHENTICATED_MEMBER";
    newContact: boolean;
  };
}
export type ListDeletedSubmissionsRequest = {
  query: {
    formId: string;
    submissionIds?: string[] | undefined;
    paging?: { limit?: number | undefined; cursor?: string | undefined } | undefined;
    statuses?: SubmissionStatus[] | undefined;
    namespace?: string | undefined;
  };
};
export interface ListDeletedSubmissionsResponse {
  submissions: FormSubmission[];
  pagingMetadata: CursorPagingMetadata;
}
export interface CountDeletedSubmissionsResponse {
  formsDeletedSubmissionsCount: { formId: string; totalCount: number }[];
}
export type CountDeletedSubmissionsRequest = {
  body: { formIds: string[]; namespace?: string; statuses?: SubmissionStatus[] };
};
/** Without ids: all submissions of the form in the trash bin. */
export type BulkRemoveSubmissionsFromTrashRequest = { body: { formId: string; submissionIds?: string[] } };
export interface SubmissionExtendedFieldsResponse extends SubmissionResponse {
  namespace: string;
  namespaceData: Record<string, unknown> | null;
}
export type UpdateSubmissionExtendedFieldsRequest = {
  params: { id: string };
  body: { namespace: string; namespaceData: Record<string, unknown> | null };
};
export type BulkUpdateSubmissionTagsRequest = {
  body: { submissionIds: string[]; assignTags?: { tags?: TagList }; unassignTags?: { tags?: TagList } };
};
export type BulkUpdateSubmissionTagsByFilterRequest = {
  body: { filter: WireFilter; assignTags?: { tags?: TagList }; unassignTags?: { tags?: TagList } };
};
export type BulkSubmissionsResponse = BulkResponse<never>;
/** A Porchlight extension: all submissions of a form, for programs. The response is the file. */
export type ExportSubmissionsRequest = {
  params: { formId: string };
  /** Default: CSV. */
  query?: { format?: "CSV" | "JSON" | undefined };
};

/** A Porchlight extension: what the payment page reports about a checkout. */
export type PaymentCallbackRequest = { params: { checkoutId: string }; body: { status: "PAID" | "CANCELED" } };

/** The replies to a submission, the oldest first. */
export interface ListSubmissionRepliesResponse {
  replies: SubmissionReply[];
  /** The address that a reply goes to; absent if the submission has none. */
  to?: string;
  /** Whether the values contain another address now. Replies go to the submitted one. */
  addressChanged?: boolean;
}
export type ReplyToSubmissionRequest = { params: { submissionId: string }; body: { message: string } };
export interface ReplyToSubmissionResponse {
  reply: SubmissionReply;
}
/** The tags of all submissions outside the trash bin, sorted, at most 500. */
export interface ListSubmissionTagsResponse {
  tags: string[];
}
