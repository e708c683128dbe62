import type { EndpointDocs } from "../endpoint-docs.ts";
import {
  bulkResponse,
  deletedSubmissionCountsResponse,
  downloadedSubmissionResponse,
  emptyResponse,
  formattedSubmissionResponse,
  jobResponse,
  listedSubmissionsResponse,
  namespaceSubmissionsResponse,
  queriedSubmissionsResponse,
  submissionCountsResponse,
  submissionDocumentResponse,
  submissionExtendedFieldsResponse,
  submissionRepliesResponse,
  submissionReplyResponse,
  submissionResponse,
  submissionTagsResponse,
  uploadUrlResponse,
  upsertedContactResponse,
  validationResponse,
} from "./response-schema.ts";

const formId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";
const submissionId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2d";
const namespace = "wix.form_app.form";
const params = { submissionId };
const forEditors = "Requires an API key of role editor or admin.";
const forReaders = "Requires an API key.";
const ownOrReaders = "For API keys, and for members and visitors with their own submissions.";
const one = { description: "The submission.", schema: submissionResponse };
const nothing = { description: "An empty object.", schema: emptyResponse };
const many = { description: "The result of each submission.", schema: bulkResponse };
const page = { description: "One page of submissions.", schema: queriedSubmissionsResponse };
const counts = { description: "The counts of each form.", schema: submissionCountsResponse };
const tagIds = ["vip"];

export const submissionDocs = {
  createSubmission: {
    summary: "Submit a form",
    description:
      "Validates the values by the form's definition and its rules. Invalid values are violations with the rule name `SUBMISSION_VALIDATION`; their `data` has `errorPath` and `errorType`. A form that is disabled or closed, or whose limit is reached, is a violation of the type `DISABLED_FORM_ERROR`. The same values from the same submitter within ten minutes are stored once; with `additionalMetadata.idempotencyKey`, within a day. A form with spam protection `ADVANCED` requires `captchaToken`. A submission with a payment starts as `PAYMENT_WAITING`.",
    response: one,
    errors: ["FORM_NOT_FOUND", "INVALID_CAPTCHA"],
    example: { body: { submission: { formId, submissions: { email: "ada@example.com" } } } },
  },
  validateFormSubmission: {
    summary: "Validate a submission",
    description: "As `createSubmission` would, without storing it; of some fields with `fieldsToValidate`.",
    response: { description: "The invalid values.", schema: validationResponse },
    errors: ["FORM_NOT_FOUND"],
    example: { body: { submission: { formId, submissions: {} } } },
  },
  getSubmission: {
    summary: "Get a submission",
    description: ownOrReaders,
    response: one,
    errors: ["SUBMISSION_NOT_FOUND"],
    example: { params },
  },
  updateSubmission: {
    summary: "Update a submission",
    description: `Values that are omitted stay; \`null\` removes one. Statuses change from PENDING to CONFIRMED, and from PAYMENT_WAITING to CONFIRMED or PAYMENT_CANCELED. \`revision\` must be the stored one. ${forEditors}`,
    response: one,
    errors: [
      "FORM_NOT_FOUND",
      "NOT_ALLOWED",
      "SUBMISSION_NOT_FOUND",
      "SUBMISSION_CHANGED",
      "SUBMISSION_STATUS_CONFLICT",
    ],
    example: { params, body: { submission: { revision: "1", submissions: { email: "grace@example.com" } } } },
  },
  confirmSubmission: {
    summary: "Confirm a submission",
    description: `Idempotent. ${forEditors}`,
    response: one,
    errors: ["NOT_ALLOWED", "SUBMISSION_NOT_FOUND", "SUBMISSION_STATUS_CONFLICT"],
    example: { params },
  },
  deleteSubmission: {
    summary: "Delete a submission",
    description: `Moves it to the trash bin, or removes it with \`permanent\`, with its files unless \`preserveFiles\`. ${forEditors}`,
    response: nothing,
    errors: ["NOT_ALLOWED", "SUBMISSION_NOT_FOUND"],
    example: { params, query: { permanent: true } },
  },
  bulkDeleteSubmission: {
    summary: "Delete several submissions",
    description: `Without ids: all submissions of the form. ${forEditors}`,
    response: many,
    errors: ["NOT_ALLOWED", "FORM_NOT_FOUND"],
    example: { body: { formId, submissionIds: [submissionId] } },
  },
  bulkMarkSubmissionsAsSeen: {
    summary: "Mark submissions as seen",
    description: `Without ids: all submissions of the form. ${forEditors}`,
    response: nothing,
    errors: ["NOT_ALLOWED"],
    example: { body: { formId, ids: [submissionId] } },
  },
  querySubmission: {
    summary: "Query submissions",
    description: `Fields: id, formId, namespace, status, seen, createdDate, updatedDate, contactId, submitter.memberId, submitter.visitorId, tags.tags.tagIds and \`submissions.<target>\`. Visitors and members, and callers with \`onlyYourOwn\`, get their own submissions. A cursor includes filter and order. \`returnTotalCount\` counts all submissions that match.`,
    response: page,
    errors: ["NOT_ALLOWED", "CURSOR_INVALID"],
    example: { body: { query: { filter: { formId }, sort: [{ fieldName: "createdDate", order: "DESC" }] } } },
  },
  querySubmissionsByNamespace: {
    summary: "Query submissions of a namespace",
    description: "As `querySubmission`.",
    response: { description: "One page of submissions.", schema: namespaceSubmissionsResponse },
    errors: ["CURSOR_INVALID"],
    example: { body: { query: { filter: { namespace } } } },
  },
  searchSubmissionsByNamespace: {
    summary: "Search submissions",
    description: `As \`querySubmission\`, for submissions in whose values all words, or with mode \`OR\` any, occur. ${forReaders}`,
    response: page,
    errors: ["NOT_ALLOWED", "CURSOR_INVALID"],
    example: { body: { search: { filter: { namespace }, search: { expression: "ada" } } } },
  },
  countSubmissions: {
    summary: "Count the submissions of forms",
    description: forReaders,
    response: counts,
    errors: ["NOT_ALLOWED"],
    example: { body: { formIds: [formId], namespace, statuses: ["CONFIRMED"] } },
  },
  countSubmissionsByFilter: {
    summary: "Count submissions by filter",
    description: `The fields of \`querySubmission\`. ${forReaders}`,
    response: counts,
    errors: ["NOT_ALLOWED"],
    example: { body: { filter: { namespace } } },
  },
  getMediaUploadUrl: {
    summary: "Create an upload URL for a file of a submission",
    description:
      "PUT the bytes of the file there once, without a token; the response has `{file: {id, displayName, url, mimeType}}`. Submit the id as `fileId` in the value of the field. The type is detected from the contents.",
    response: { description: "The URL.", schema: uploadUrlResponse },
    errors: ["FORM_NOT_FOUND"],
    example: { body: { formId, filename: "cv.pdf", mimeType: "application/pdf" } },
  },
  getFormattedSubmission: {
    summary: "Get a submission as text",
    description: `Labels and values as text, in the order of the form. ${ownOrReaders}`,
    response: { description: "The values.", schema: formattedSubmissionResponse },
    errors: ["SUBMISSION_NOT_FOUND"],
    example: { params },
  },
  getSubmissionDownloadUrl: {
    summary: "Create a link to the document of a submission",
    description: `The link opens a printable page with the values and files. It is valid for an hour, for anyone who has it. ${ownOrReaders}`,
    response: { description: "The document, which is always ready.", schema: submissionDocumentResponse },
    errors: ["SUBMISSION_NOT_FOUND"],
    example: { params },
  },
  downloadSubmission: {
    summary: "Download the document of a submission",
    description:
      "`accessToken` is the one in the link of `getSubmissionDownloadUrl`. Requests without an `Authorization` header, such as those of browsers, get the document itself: HTML in the language of `Accept-Language`.",
    response: { description: "The document as an HTTP response.", schema: downloadedSubmissionResponse },
    errors: ["SUBMISSION_NOT_FOUND", "DOWNLOAD_LINK_INVALID"],
    example: { params, query: { accessToken: "1700000000000.x" } },
  },
  upsertContactFromSubmission: {
    summary: "Add the values of a submission to a member's contact data",
    description:
      "Values of fields with a `contactMapping` are added to the contact data of the member `contactId`, by default the member who submitted the form, otherwise the member with the submitted email. Stored names and other single values are never replaced. API keys of role editor or admin may call it for every submission, members for their own.",
    response: { description: "The member.", schema: upsertedContactResponse },
    errors: ["NOT_ALLOWED", "SUBMISSION_NOT_FOUND", "CONTACT_NOT_FOUND"],
    example: { body: { submissionId } },
  },
  updateSubmissionExtendedFields: {
    summary: "Set the data of a namespace of extended fields",
    description: `\`null\` removes the namespace. ${forEditors}`,
    response: { description: "The submission, and the data.", schema: submissionExtendedFieldsResponse },
    errors: ["NOT_ALLOWED", "SUBMISSION_NOT_FOUND"],
    example: { params: { id: submissionId }, body: { namespace: "@example/crm", namespaceData: { lead: 7 } } },
  },
  bulkUpdateSubmissionTags: {
    summary: "Tag several submissions",
    description: forEditors,
    response: many,
    errors: ["NOT_ALLOWED"],
    example: { body: { submissionIds: [submissionId], assignTags: { tags: { tagIds } } } },
  },
  bulkUpdateSubmissionTagsByFilter: {
    summary: "Tag submissions by filter",
    description: `The fields of \`querySubmission\`. The update is complete when the call returns. ${forEditors}`,
    response: { description: "An id of the update.", schema: jobResponse },
    errors: ["NOT_ALLOWED"],
    example: { body: { filter: { formId }, assignTags: { tags: { tagIds } } } },
  },
  listDeletedSubmissions: {
    summary: "List the submissions in the trash bin",
    description: `Submissions stay there for 30 days. ${forReaders}`,
    response: { description: "One page of submissions.", schema: listedSubmissionsResponse },
    errors: ["NOT_ALLOWED", "CURSOR_INVALID"],
    example: { query: { formId } },
  },
  getDeletedSubmission: {
    summary: "Get a submission from the trash bin",
    description: forReaders,
    response: one,
    errors: ["NOT_ALLOWED", "SUBMISSION_NOT_FOUND"],
    example: { params },
  },
  countDeletedSubmissions: {
    summary: "Count the submissions in the trash bin",
    description: forReaders,
    response: { description: "The count of each form.", schema: deletedSubmissionCountsResponse },
    errors: ["NOT_ALLOWED"],
    example: { body: { formIds: [formId] } },
  },
  restoreSubmissionFromTrashBin: {
    summary: "Restore a submission from the trash bin",
    description: forEditors,
    response: one,
    errors: ["NOT_ALLOWED", "SUBMISSION_NOT_FOUND"],
    example: { params },
  },
  removeSubmissionFromTrashBin: {
    summary: "Remove a submission permanently",
    description: `With its files. ${forEditors}`,
    response: nothing,
    errors: ["NOT_ALLOWED", "SUBMISSION_NOT_FOUND"],
    example: { params },
  },
  bulkRemoveSubmissionFromTrashBin: {
    summary: "Remove several submissions permanently",
    description: `With their files. Without ids: all submissions of the form in the trash bin. ${forEditors}`,
    response: many,
    errors: ["NOT_ALLOWED"],
    example: { body: { formId, submissionIds: [submissionId] } },
  },
  listSubmissionReplies: {
    summary: "List the replies to a submission",
    description: `The emails that were sent with \`replyToSubmission\`, the oldest first, and the address of the next one. ${forReaders}`,
    response: { description: "The replies.", schema: submissionRepliesResponse },
    errors: ["NOT_ALLOWED", "SUBMISSION_NOT_FOUND"],
    example: { params },
  },
  replyToSubmission: {
    summary: "Reply to a submission by email",
    description: `Sends an email to the address that was submitted in the field whose \`contactMapping.contactField\` is \`EMAIL\`, or else in a field with the format \`EMAIL\`, even if the value was changed since. Answers go to the setting \`ownerEmail\`. An address gets at most five in ten minutes and 30 a day. ${forEditors}`,
    response: { description: "The stored reply.", schema: submissionReplyResponse },
    errors: ["NOT_ALLOWED", "SUBMISSION_NOT_FOUND", "SUBMISSION_WITHOUT_EMAIL"],
    example: { params, body: { message: "Yes, we repair lamps. Bring it along on Monday." } },
  },
  listSubmissionTags: {
    summary: "List the tags of all submissions",
    description: `Sorted; at most 500. ${forReaders}`,
    response: { description: "The tags.", schema: submissionTagsResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  reportPayment: {
    summary: "Report the outcome of a payment",
    description:
      "For the payment page of the site, without a token. The header `Porchlight-Signature: t=<seconds>,v1=<hex>` has the HMAC-SHA-256 of `<seconds>.<checkoutId>.<status>` with the setting `paymentSecret`; it is valid for five minutes. `PAID` confirms the submission, `CANCELED` cancels it. Idempotent.",
    response: nothing,
    errors: ["CHECKOUT_NOT_FOUND", "PAYMENT_SIGNATURE_INVALID", "SUBMISSION_STATUS_CONFLICT"],
    example: { params: { checkoutId: submissionId }, body: { status: "PAID" } },
  },
} as const satisfies Record<string, EndpointDocs>;
