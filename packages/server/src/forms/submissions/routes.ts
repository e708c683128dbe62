import { extendedFieldsRequest } from "@porchlight/contract/forms/schema";
import * as submissions from "@porchlight/contract/forms/submission-endpoints";
import {
  bulkDeleteSubmissionsRequest,
  bulkMarkSubmissionsAsSeenRequest,
  bulkRemoveSubmissionsFromTrashRequest,
  bulkUpdateSubmissionTagsByFilterRequest,
  bulkUpdateSubmissionTagsRequest,
  countDeletedSubmissionsRequest,
  countSubmissionsByFilterRequest,
  countSubmissionsRequest,
  createSubmissionRequest,
  deleteSubmissionRequest,
  downloadSubmissionRequest,
  exportSubmissionsRequest,
  getMediaUploadUrlRequest,
  listDeletedSubmissionsRequest,
  paymentCallbackRequest,
  querySubmissionsRequest,
  replyToSubmissionRequest,
  searchSubmissionsRequest,
  submissionByIdRequest,
  updateSubmissionRequest,
  upsertContactFromSubmissionRequest,
  validateSubmissionRequest,
} from "@porchlight/contract/forms/submission-schema";
import * as z from "zod";
import { type Area, credentialsOf, serve } from "../../platform/http/serve.ts";
import { validate } from "../../platform/http/validation.ts";
import {
  requireEditor,
  requireReader,
  requireSubmissionManager,
  requireSubmissionReader,
} from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { getMediaUploadUrl } from "../files/form-files.ts";
import { createSubmission } from "./create-submission.ts";
import {
  bulkDeleteSubmissions,
  bulkRemoveSubmissionsFromTrash,
  deleteSubmission,
  removeSubmissionFromTrash,
  restoreSubmission,
} from "./delete-submission.ts";
import { downloadSubmissions } from "./export-submissions.ts";
import { getDeletedSubmission, getFormattedSubmission, getSubmission } from "./get-submission.ts";
import {
  countDeletedSubmissions,
  countSubmissions,
  countSubmissionsByFilter,
  listDeletedSubmissions,
  listSubmissionTags,
  querySubmissions,
  searchSubmissions,
} from "./query-submissions.ts";
import { listSubmissionReplies, replyToSubmission } from "./reply-to-submission.ts";
import { reportPayment } from "./report-payment.ts";
import { downloadSubmission, getSubmissionDownloadUrl, renderSubmissionDocument } from "./submission-document.ts";
import {
  bulkMarkSubmissionsAsSeen,
  bulkUpdateSubmissionTags,
  bulkUpdateSubmissionTagsByFilter,
  confirmSubmission,
  updateSubmission,
  updateSubmissionExtendedFields,
} from "./update-submission.ts";
import { upsertContactFromSubmission } from "./upsert-contact.ts";
import { validateFormSubmission } from "./validate-submission.ts";

const submitting = { limit: "submissionsPerIp", memberLimit: "submissionsPerMember" } as const;
const editing = {
  authorize: requireSubmissionManager,
  limit: "changesPerIp",
  memberLimit: "changesPerMember",
} as const;
const removing = { ...editing, authorize: requireEditor } as const;
const reading = { authorize: requireSubmissionReader } as const;

/** Routes for submissions. */
export function submissionRoutes(area: Area, context: ServerContext): void {
  serve(
    area,
    submissions.createSubmission,
    createSubmissionRequest,
    (request, input) => createSubmission(context, request, input),
    submitting,
  );
  serve(area, submissions.validateFormSubmission, validateSubmissionRequest, (request, input) =>
    validateFormSubmission(context, request, input),
  );
  serve(
    area,
    submissions.getMediaUploadUrl,
    getMediaUploadUrlRequest,
    (request, input) => getMediaUploadUrl(context, request, input),
    submitting,
  );
  serve(area, submissions.reportPayment, paymentCallbackRequest, (_request, input) => reportPayment(context, input), {
    access: "anyone",
    limit: "changesPerIp",
    extendInput: (c, input) => ({ ...input, signature: c.req.header("porchlight-signature") }),
  });
  readRoutes(area, context);
  trashRoutes(area, context);
  changeRoutes(area, context);
}

function readRoutes(area: Area, context: ServerContext): void {
  // The response is a file, which endpoints of the contract are not.
  area.app.get("/_api/porchlight/v1/forms/:formId/submissions/file", async (c) => {
    context.limits.countRead(c.get("address"));
    const caller = await area.guard.authenticate(credentialsOf(c));
    requireReader(caller);
    await area.guard.requireRecentAuthentication?.(caller);
    const input = validate(exportSubmissionsRequest, { params: c.req.param(), query: c.req.query() });
    const { headers, body } = await downloadSubmissions(context, { caller }, input);
    return new Response(body, { headers: { ...c.get("headers"), ...headers } });
  });
  serve(area, submissions.querySubmission, querySubmissionsRequest, (request, input) =>
    querySubmissions(context, request, input),
  );
  serve(area, submissions.querySubmissionsByNamespace, querySubmissionsRequest, (request, input) =>
    querySubmissions(context, request, input, { byNamespace: true }),
  );
  serve(
    area,
    submissions.searchSubmissionsByNamespace,
    searchSubmissionsRequest,
    (request, input) => searchSubmissions(context, request, input),
    reading,
  );
  serve(
    area,
    submissions.countSubmissions,
    countSubmissionsRequest,
    (request, input) => countSubmissions(context, request, input),
    reading,
  );
  serve(
    area,
    submissions.countSubmissionsByFilter,
    countSubmissionsByFilterRequest,
    (request, input) => countSubmissionsByFilter(context, request, input),
    reading,
  );
  serve(area, submissions.getSubmissionDownloadUrl, submissionByIdRequest, (request, input) =>
    getSubmissionDownloadUrl(context, request, input),
  );
  documentRoutes(area, context);
  serve(area, submissions.listSubmissionTags, z.object({}), (request) => listSubmissionTags(context, request), reading);
  serve(
    area,
    submissions.listSubmissionReplies,
    submissionByIdRequest,
    (request, input) => listSubmissionReplies(context, request, input),
    reading,
  );
  serve(area, submissions.getFormattedSubmission, submissionByIdRequest, (request, input) =>
    getFormattedSubmission(context, request, input),
  );
}

/** Links are opened by browsers, which send no `Authorization`; programs get the message of the contract. */
function documentRoutes(area: Area, context: ServerContext): void {
  area.app.get(submissions.downloadSubmission.path, async (c, next) => {
    if (c.req.header("authorization") !== undefined) return next();
    context.limits.countRead(c.get("address"));
    const input = validate(downloadSubmissionRequest, { params: c.req.param(), query: c.req.query() });
    const { headers, body } = await renderSubmissionDocument(context, input, c.req.header("accept-language"));
    return new Response(body, { headers: { ...c.get("headers"), ...headers } });
  });
  serve(
    area,
    submissions.downloadSubmission,
    downloadSubmissionRequest,
    (_request, input) => downloadSubmission(context, input),
    // The token of the link is sufficient.
    { access: "anyone" },
  );
}

function trashRoutes(area: Area, context: ServerContext): void {
  serve(
    area,
    submissions.listDeletedSubmissions,
    listDeletedSubmissionsRequest,
    (request, input) => listDeletedSubmissions(context, request, input),
    reading,
  );
  serve(
    area,
    submissions.countDeletedSubmissions,
    countDeletedSubmissionsRequest,
    (request, input) => countDeletedSubmissions(context, request, input),
    reading,
  );
  serve(
    area,
    submissions.getDeletedSubmission,
    submissionByIdRequest,
    (request, input) => getDeletedSubmission(context, request, input),
    reading,
  );
  serve(
    area,
    submissions.restoreSubmissionFromTrashBin,
    submissionByIdRequest,
    (request, input) => restoreSubmission(context, request, input),
    editing,
  );
  serve(
    area,
    submissions.removeSubmissionFromTrashBin,
    submissionByIdRequest,
    (request, input) => removeSubmissionFromTrash(context, request, input),
    removing,
  );
  serve(
    area,
    submissions.bulkRemoveSubmissionFromTrashBin,
    bulkRemoveSubmissionsFromTrashRequest,
    (request, input) => bulkRemoveSubmissionsFromTrash(context, request, input),
    removing,
  );
  // After the calls of the trash bin, where the rest of the path would be an id.
  serve(area, submissions.getSubmission, submissionByIdRequest, (request, input) =>
    getSubmission(context, request, input),
  );
}

function changeRoutes(area: Area, context: ServerContext): void {
  serve(
    area,
    submissions.replyToSubmission,
    replyToSubmissionRequest,
    (request, input) => replyToSubmission(context, request, input),
    { ...editing, limit: "formRepliesPerIp" },
  );
  serve(
    area,
    submissions.updateSubmission,
    updateSubmissionRequest,
    (request, input) => updateSubmission(context, request, input),
    editing,
  );
  serve(
    area,
    submissions.confirmSubmission,
    submissionByIdRequest,
    (request, input) => confirmSubmission(context, request, input),
    editing,
  );
  serve(
    area,
    submissions.deleteSubmission,
    deleteSubmissionRequest,
    (request, input) => deleteSubmission(context, request, input),
    editing,
  );
  serve(
    area,
    submissions.bulkDeleteSubmission,
    bulkDeleteSubmissionsRequest,
    (request, input) => bulkDeleteSubmissions(context, request, input),
    editing,
  );
  serve(
    area,
    submissions.bulkMarkSubmissionsAsSeen,
    bulkMarkSubmissionsAsSeenRequest,
    (request, input) => bulkMarkSubmissionsAsSeen(context, request, input),
    editing,
  );
  serve(
    area,
    submissions.upsertContactFromSubmission,
    upsertContactFromSubmissionRequest,
    (request, input) => upsertContactFromSubmission(context, request, input),
    { limit: "changesPerIp", memberLimit: "changesPerMember" },
  );
  serve(
    area,
    submissions.updateSubmissionExtendedFields,
    extendedFieldsRequest,
    (request, input) => updateSubmissionExtendedFields(context, request, input),
    editing,
  );
  serve(
    area,
    submissions.bulkUpdateSubmissionTags,
    bulkUpdateSubmissionTagsRequest,
    (request, input) => bulkUpdateSubmissionTags(context, request, input),
    editing,
  );
  serve(
    area,
    submissions.bulkUpdateSubmissionTagsByFilter,
    bulkUpdateSubmissionTagsByFilterRequest,
    (request, input) => bulkUpdateSubmissionTagsByFilter(context, request, input),
    editing,
  );
}
