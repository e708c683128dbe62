import { endpoint } from "../endpoint.ts";
import { encodeComplexQuery } from "../wire/complex-query.ts";
import type {
  BulkDeleteSubmissionsRequest,
  BulkMarkSubmissionsAsSeenRequest,
  BulkRemoveSubmissionsFromTrashRequest,
  BulkSubmissionsResponse,
  BulkUpdateSubmissionTagsByFilterRequest,
  BulkUpdateSubmissionTagsRequest,
  ConfirmSubmissionRequest,
  CountDeletedSubmissionsRequest,
  CountDeletedSubmissionsResponse,
  CountSubmissionsByFilterRequest,
  CountSubmissionsRequest,
  CountSubmissionsResponse,
  CreateSubmissionRequest,
  DeleteSubmissionRequest,
  DownloadSubmissionRequest,
  DownloadSubmissionResponse,
  FormattedSubmissionResponse,
  GetMediaUploadUrlRequest,
  GetSubmissionRequest,
  ListDeletedSubmissionsRequest,
  ListDeletedSubmissionsResponse,
  ListSubmissionRepliesResponse,
  ListSubmissionTagsResponse,
  MediaUploadUrlResponse,
  PaymentCallbackRequest,
  QuerySubmissionsByNamespaceResponse,
  QuerySubmissionsRequest,
  QuerySubmissionsResponse,
  ReplyToSubmissionRequest,
  ReplyToSubmissionResponse,
  SearchSubmissionsRequest,
  SubmissionByIdRequest,
  SubmissionDocument,
  SubmissionExtendedFieldsResponse,
  SubmissionResponse,
  UpdateSubmissionExtendedFieldsRequest,
  UpdateSubmissionRequest,
  UpsertContactFromSubmissionRequest,
  UpsertContactFromSubmissionResponse,
  ValidateSubmissionRequest,
  ValidateSubmissionResponse,
} from "./submission.ts";

/** Submissions of forms. Source: wire.md, "Form submissions". */

const submissions = "/form-submission-service/v4/submissions";
const bulk = "/form-submission-service/v4/bulk/submissions";

export const createSubmission = /* @__PURE__ */ endpoint<CreateSubmissionRequest, SubmissionResponse>(
  "POST",
  submissions,
);
export const validateFormSubmission = /* @__PURE__ */ endpoint<ValidateSubmissionRequest, ValidateSubmissionResponse>(
  "POST",
  `${submissions}/validate`,
  { readOnly: true },
);
/** Must be matched after the calls of the trash bin. */
export const getSubmission = /* @__PURE__ */ endpoint<GetSubmissionRequest, SubmissionResponse>(
  "GET",
  `${submissions}/:submissionId`,
);
export const updateSubmission = /* @__PURE__ */ endpoint<UpdateSubmissionRequest, SubmissionResponse>(
  "PATCH",
  `${submissions}/:submissionId`,
);
export const confirmSubmission = /* @__PURE__ */ endpoint<ConfirmSubmissionRequest, SubmissionResponse>(
  "POST",
  `${submissions}/:submissionId/confirm`,
);
export const deleteSubmission = /* @__PURE__ */ endpoint<DeleteSubmissionRequest, Record<never, never>>(
  "DELETE",
  `${submissions}/:submissionId`,
);
export const bulkDeleteSubmission = /* @__PURE__ */ endpoint<BulkDeleteSubmissionsRequest, BulkSubmissionsResponse>(
  "POST",
  `${bulk}/delete`,
);
export const bulkMarkSubmissionsAsSeen = /* @__PURE__ */ endpoint<
  BulkMarkSubmissionsAsSeenRequest,
  Record<never, never>
>("POST", `${bulk}/mark-as-seen`);
export const querySubmission = /* @__PURE__ */ endpoint<QuerySubmissionsRequest, QuerySubmissionsResponse>(
  "POST",
  `${submissions}/query`,
  { readOnly: true },
);
export const querySubmissionsByNamespace = /* @__PURE__ */ endpoint<
  QuerySubmissionsRequest,
  QuerySubmissionsByNamespaceResponse
>("POST", `${submissions}/namespace/query`, { readOnly: true });
export const searchSubmissionsByNamespace = /* @__PURE__ */ endpoint<
  SearchSubmissionsRequest,
  QuerySubmissionsResponse
>("POST", `${submissions}/namespace/search`, { readOnly: true });
export const countSubmissions = /* @__PURE__ */ endpoint<CountSubmissionsRequest, CountSubmissionsResponse>(
  "POST",
  `${submissions}/count`,
  { readOnly: true },
);
export const countSubmissionsByFilter = /* @__PURE__ */ endpoint<
  CountSubmissionsByFilterRequest,
  CountSubmissionsResponse
>("POST", `${submissions}/count-by-filter`, { readOnly: true });
export const getMediaUploadUrl = /* @__PURE__ */ endpoint<GetMediaUploadUrlRequest, MediaUploadUrlResponse>(
  "POST",
  `${submissions}/media-upload-url`,
);
export const getFormattedSubmission = /* @__PURE__ */ endpoint<SubmissionByIdRequest, FormattedSubmissionResponse>(
  "GET",
  `${submissions}/:submissionId/formatted`,
);
/** Returns a link to the document of `downloadSubmission`. */
export const getSubmissionDownloadUrl = /* @__PURE__ */ endpoint<
  SubmissionByIdRequest,
  { document: SubmissionDocument }
>("GET", `${submissions}/:submissionId/document`);
/** For requests without an `Authorization`, the response is the document itself. */
export const downloadSubmission = /* @__PURE__ */ endpoint<DownloadSubmissionRequest, DownloadSubmissionResponse>(
  "GET",
  `${submissions}/:submissionId/download`,
);
export const upsertContactFromSubmission = /* @__PURE__ */ endpoint<
  UpsertContactFromSubmissionRequest,
  UpsertContactFromSubmissionResponse
>("POST", "/form-submission-contact-mapping-service/v4/submissions-contacts");
export const updateSubmissionExtendedFields = /* @__PURE__ */ endpoint<
  UpdateSubmissionExtendedFieldsRequest,
  SubmissionExtendedFieldsResponse
>("POST", `${submissions}/:id/extended-fields`);
export const bulkUpdateSubmissionTags = /* @__PURE__ */ endpoint<
  BulkUpdateSubmissionTagsRequest,
  BulkSubmissionsResponse
>("POST", `${bulk}/update-tags`);
/** Answered after the update; `jobId` names it. */
export const bulkUpdateSubmissionTagsByFilter = /* @__PURE__ */ endpoint<
  BulkUpdateSubmissionTagsByFilterRequest,
  { jobId: string }
>("POST", `${bulk}/update-tags-by-filter`);

/** The trash bin. */
export const listDeletedSubmissions = /* @__PURE__ */ endpoint<
  ListDeletedSubmissionsRequest,
  ListDeletedSubmissionsResponse
>("GET", `${submissions}/trash-bin`, { encode: encodeComplexQuery });
export const getDeletedSubmission = /* @__PURE__ */ endpoint<SubmissionByIdRequest, SubmissionResponse>(
  "GET",
  `${submissions}/trash-bin/:submissionId`,
);
export const countDeletedSubmissions = /* @__PURE__ */ endpoint<
  CountDeletedSubmissionsRequest,
  CountDeletedSubmissionsResponse
>("POST", `${submissions}/trash-bin/count`, { readOnly: true });
export const restoreSubmissionFromTrashBin = /* @__PURE__ */ endpoint<SubmissionByIdRequest, SubmissionResponse>(
  "POST",
  `${submissions}/trash-bin/:submissionId/restore`,
);
export const removeSubmissionFromTrashBin = /* @__PURE__ */ endpoint<SubmissionByIdRequest, Record<never, never>>(
  "DELETE",
  `${submissions}/trash-bin/:submissionId`,
);
export const bulkRemoveSubmissionFromTrashBin = /* @__PURE__ */ endpoint<
  BulkRemoveSubmissionsFromTrashRequest,
  BulkSubmissionsResponse
>("POST", `${submissions}/trash-bin/delete`);

/** A Porchlight extension for payment pages, which sign their requests. */
export const reportPayment = /* @__PURE__ */ endpoint<PaymentCallbackRequest, Record<never, never>>(
  "POST",
  "/_api/porchlight/v1/forms/payments/:checkoutId",
);

/** Emails to submitters. Porchlight extensions. */
const replies = "/_api/porchlight/v1/forms/submissions/:submissionId/replies";
export const listSubmissionReplies = /* @__PURE__ */ endpoint<SubmissionByIdRequest, ListSubmissionRepliesResponse>(
  "GET",
  replies,
);
export const replyToSubmission = /* @__PURE__ */ endpoint<ReplyToSubmissionRequest, ReplyToSubmissionResponse>(
  "POST",
  replies,
);
export const listSubmissionTags = /* @__PURE__ */ endpoint<Record<never, never>, ListSubmissionTagsResponse>(
  "GET",
  "/_api/porchlight/v1/forms/submissions/tags",
);
