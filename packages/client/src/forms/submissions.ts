import * as conversions from "@porchlight/contract/forms/conversions";
import type { CursorPagingMetadata } from "@porchlight/contract/forms/form";
import type {
  BulkDeleteSubmissionsRequest,
  CountDeletedSubmissionsResponse,
  CountSubmissionsResponse,
  DeleteSubmissionRequest,
  FormattedSubmissionResponse,
  MediaUploadUrlResponse,
  SearchSubmissionsRequest,
  SubmissionInput,
  SubmittedFile,
  UpsertContactFromSubmissionRequest,
  UpsertContactFromSubmissionResponse,
  ValidateSubmissionRequest,
  ValidateSubmissionResponse,
} from "@porchlight/contract/forms/submission";
import * as endpoints from "@porchlight/contract/forms/submission-endpoints";
import type { WireFilter, WireQuery } from "@porchlight/contract/wire/query";
import { malformedResponse } from "../errors.ts";
import { errorFromResponse, isNonEmptyString } from "../http/response.ts";
import { sendBytes } from "../modules/send-bytes.ts";
import { cursorQuery, isQueryObject, type SendQuery, wireQuery } from "../query/query-builder.ts";
import type { TypedQuery } from "../query/query-types.ts";
import type { CallOptions, Transport } from "../transport.ts";
import type { BulkFormResponse } from "./form-types.ts";
import type { NamespaceData, TagChanges } from "./forms.ts";
import type {
  CountSubmissionsOptions,
  CreateSubmissionOptions,
  DownloadedSubmission,
  FormSubmission,
  ListDeletedSubmissionsOptions,
  QuerySubmissionsCall,
  QuerySubmissionsOptions,
  SubmissionDocument,
  SubmissionPage,
  SubmissionQueryFields,
  SubmissionReplies,
  SubmissionReply,
  UpdateSubmission,
} from "./submission-types.ts";

/** The kind of a missing captcha is `captcha`, as for the other forms. */
const toError: typeof errorFromResponse = (...args) => {
  const error = errorFromResponse(...args);
  return error.code === "INVALID_CAPTCHA" ? Object.assign(error, { kind: "captcha" }) : error;
};

/** Sends a request; the result has the type of the calling method. */
const createSend =
  (transport: Transport) =>
  (endpoint: object, request: object, call?: CallOptions, conversion = conversions.oneSubmission) =>
    transport.send(endpoint as never, request as never, { ...call, conversion, toError }) as Promise<never>;

/**
 * Submissions of forms. Every visitor may submit a form and read their own submissions; the other calls require an API
 * key and otherwise throw `NOT_ALLOWED`. Source: wire.md, "Form submissions".
 */
export function submissions(transport: Transport) {
  const send = createSend(transport);
  const sendQuery: SendQuery = async (body, call) => {
    const page: SubmissionPage = await send(
      endpoints.querySubmissionsByNamespace,
      { body },
      call,
      conversions.manySubmissions,
    );
    return { pagingMetadata: page.metadata, ...page };
  };
  const querySubmissionsByNamespace = ((first?: object, options?: object, call?: CallOptions) =>
    options || isQueryObject(first)
      ? sendQuery({ ...options, query: wireQuery(first as WireQuery) }, call)
      : cursorQuery(sendQuery, "submissions", first)) as QuerySubmissionsCall;
  return { ...submissionCalls(transport), querySubmissionsByNamespace };
}

/** The calls of {@link submissions} without the query builder, for smaller bundles. */
export function submissionCalls(transport: Transport) {
  const { manySubmissions: many } = conversions;
  const send = createSend(transport);
  const submissionOf = async (response: Promise<{ submission: FormSubmission }>) => (await response).submission;

  return {
    /**
     * Submits a form.
     *
     * @param submission The values by the target of their field. A `Date` is sent as ISO 8601 text.
     * @throws {PorchlightError} Violations with the rule name `SUBMISSION_VALIDATION`, whose `data` has `errorPath` and
     * `errorType`; `FORM_NOT_FOUND`; `INVALID_CAPTCHA`.
     */
    createSubmission(
      submission: SubmissionInput,
      { captchaToken, additionalMetadata }: CreateSubmissionOptions = {},
      call?: CallOptions,
    ): Promise<FormSubmission> {
      const body = { submission, captchaToken, additionalMetadata };
      return submissionOf(send(endpoints.createSubmission, { body }, call));
    },

    /**
     * Validates values as `createSubmission` does, without storing them.
     *
     * @throws {PorchlightError} `FORM_NOT_FOUND`.
     */
    validateFormSubmission(
      submission: SubmissionInput,
      options: Omit<ValidateSubmissionRequest["body"], "submission"> = {},
      call?: CallOptions,
    ): Promise<ValidateSubmissionResponse> {
      return send(endpoints.validateFormSubmission, { body: { submission, ...options } }, call);
    },

    /** Gets a submission. @throws {PorchlightError} `SUBMISSION_NOT_FOUND`, also for submissions of others. */
    getSubmission(submissionId: string, call?: CallOptions): Promise<FormSubmission> {
      return submissionOf(send(endpoints.getSubmission, { params: { submissionId } }, call));
    },

    /** Reads a page of submissions. @throws {PorchlightError} `INVALID_ARGUMENT`, `CURSOR_INVALID`. */
    querySubmission(
      query: TypedQuery<SubmissionQueryFields>,
      options: QuerySubmissionsOptions = {},
      call?: CallOptions,
    ): Promise<SubmissionPage> {
      const body = { query: wireQuery(query as WireQuery), ...options };
      return send(endpoints.querySubmission, { body }, call, many);
    },

    /** Searches the values of submissions. @throws {PorchlightError} `INVALID_ARGUMENT`, `CURSOR_INVALID`. */
    searchSubmissionsByNamespace(
      search: TypedQuery<SubmissionQueryFields> & Pick<SearchSubmissionsRequest["body"]["search"], "search">,
      call?: CallOptions,
    ): Promise<SubmissionPage> {
      const body = { search: wireQuery(search as WireQuery) };
      return send(endpoints.searchSubmissionsByNamespace, { body }, call, many);
    },

    /** Counts the submissions of forms. */
    countSubmissions(
      formIds: string[],
      namespace: string,
      options: CountSubmissionsOptions = {},
      call?: CallOptions,
    ): Promise<CountSubmissionsResponse> {
      return send(endpoints.countSubmissions, { body: { formIds, namespace, ...options } }, call);
    },

    /** Counts the submissions that match a filter, by form. */
    countSubmissionsByFilter(filter?: WireFilter | null, call?: CallOptions): Promise<CountSubmissionsResponse> {
      return send(endpoints.countSubmissionsByFilter, { body: wireQuery({ filter: filter ?? {} }) }, call);
    },

    /**
     * Updates a submission.
     *
     * @param submission With the `revision` that was read.
     * @throws {PorchlightError} `SUBMISSION_CHANGED` if it has changed since; `SUBMISSION_STATUS_CONFLICT`;
     * `SUBMISSION_NOT_FOUND`.
     */
    updateSubmission(_id: string, submission: UpdateSubmission, call?: CallOptions): Promise<FormSubmission> {
      const request = { params: { submissionId: _id }, body: { submission: { ...submission, _id } } };
      return submissionOf(send(endpoints.updateSubmission, request, call));
    },

    /** Confirms a submission; idempotent. @throws {PorchlightError} `SUBMISSION_STATUS_CONFLICT`. */
    confirmSubmission(submissionId: string, call?: CallOptions): Promise<{ submission: FormSubmission }> {
      return send(endpoints.confirmSubmission, { params: { submissionId } }, call);
    },

    /**
     * Moves a submission to the trash bin, or removes it with `permanent`.
     *
     * @throws {PorchlightError} `SUBMISSION_NOT_FOUND`.
     */
    async deleteSubmission(
      submissionId: string,
      options: NonNullable<DeleteSubmissionRequest["query"]> = {},
      call?: CallOptions,
    ): Promise<void> {
      await send(endpoints.deleteSubmission, { params: { submissionId }, query: options }, call);
    },

    /** As `deleteSubmission`, for several submissions; without `submissionIds`, for all of the form. */
    bulkDeleteSubmission(
      formId: string,
      options: Omit<BulkDeleteSubmissionsRequest["body"], "formId"> = {},
      call?: CallOptions,
    ): Promise<BulkFormResponse<never>> {
      return send(endpoints.bulkDeleteSubmission, { body: { formId, ...options } }, call);
    },

    /** Marks submissions as seen. */
    bulkMarkSubmissionsAsSeen(ids: string[], formId: string, call?: CallOptions): Promise<Record<never, never>> {
      return send(endpoints.bulkMarkSubmissionsAsSeen, { body: { ids, formId } }, call);
    },

    /**
     * Requests a URL that accepts one file by PUT; see `uploadFile`.
     *
     * @throws {PorchlightError} `FORM_NOT_FOUND`; violations of `filename` and `mimeType`.
     */
    getMediaUploadUrl(
      formId: string,
      filename: string,
      mimeType?: string,
      call?: CallOptions,
    ): Promise<MediaUploadUrlResponse> {
      return send(endpoints.getMediaUploadUrl, { body: { formId, filename, mimeType } }, call);
    },

    /**
     * Uploads a file for a field of the type `WIX_FILE`. A Porchlight extension.
     *
     * @returns An entry of the field's value, which is a list of files.
     * @throws {PorchlightError} `FORM_NOT_FOUND`, `FILE_TYPE_REFUSED`, `FILE_DAMAGED`, `FILE_EMPTY`,
     * `PAYLOAD_TOO_LARGE`.
     */
    async uploadFile(formId: string, file: File, { signal }: CallOptions = {}): Promise<SubmittedFile> {
      const { uploadUrl } = await this.getMediaUploadUrl(formId, file.name, file.type || undefined, { signal });
      const stored = Object(Object(await sendBytes(transport, uploadUrl, file, signal)).file);
      if (!isNonEmptyString(stored.id)) throw malformedResponse(stored);
      return { fileId: stored.id, displayName: stored.displayName, url: stored.url, fileType: file.type };
    },

    /** Gets a submission's values as text, with their labels. @throws {PorchlightError} `SUBMISSION_NOT_FOUND`. */
    getFormattedSubmission(submissionId: string, call?: CallOptions): Promise<FormattedSubmissionResponse> {
      return send(endpoints.getFormattedSubmission, { params: { submissionId } }, call, {});
    },

    /**
     * Creates a link to a printable page with the values and files of a submission. The link is valid for an hour, for
     * anyone who has it.
     *
     * @throws {PorchlightError} `SUBMISSION_NOT_FOUND`.
     */
    getSubmissionDownloadUrl(submissionId: string, call?: CallOptions): Promise<{ document: SubmissionDocument }> {
      return send(endpoints.getSubmissionDownloadUrl, { params: { submissionId } }, call, {});
    },

    /**
     * Downloads the page of `getSubmissionDownloadUrl`.
     *
     * @param accessToken The one in the link.
     * @throws {PorchlightError} `DOWNLOAD_LINK_INVALID`, `SUBMISSION_NOT_FOUND`.
     */
    downloadSubmission(submissionId: string, accessToken: string, call?: CallOptions): Promise<DownloadedSubmission> {
      const request = { params: { submissionId }, query: { accessToken } };
      return send(endpoints.downloadSubmission, request, call, conversions.downloadedSubmission);
    },

    /**
     * Adds the values of fields with a `contactMapping` to the contact data of a member, who is the submitter or has
     * the submitted email. Never replaces a stored value.
     *
     * @param options `contactId`: another member.
     * @throws {PorchlightError} `CONTACT_NOT_FOUND`, `SUBMISSION_NOT_FOUND`.
     */
    upsertContactFromSubmission(
      submissionId: string,
      options: Omit<UpsertContactFromSubmissionRequest["body"], "submissionId"> = {},
      call?: CallOptions,
    ): Promise<UpsertContactFromSubmissionResponse> {
      return send(endpoints.upsertContactFromSubmission, { body: { submissionId, ...options } }, call, {});
    },

    /**
     * Replaces the data of one namespace of `extendedFields`; `null` removes it.
     *
     * @throws {PorchlightError} `SUBMISSION_NOT_FOUND`.
     */
    updateExtendedFields(
      _id: string,
      namespace: string,
      { namespaceData }: { namespaceData: Record<string, unknown> | null },
      call?: CallOptions,
    ): Promise<{ submission: FormSubmission } & NamespaceData> {
      const request = { params: { id: _id }, body: { namespace, namespaceData } };
      return send(endpoints.updateSubmissionExtendedFields, request, call, conversions.submissionExtendedFields);
    },

    /** Adds and removes tags. */
    bulkUpdateFormSubmissionTags(
      submissionIds: string[],
      changes: TagChanges,
      call?: CallOptions,
    ): Promise<BulkFormResponse<never>> {
      return send(endpoints.bulkUpdateSubmissionTags, { body: { submissionIds, ...changes } }, call);
    },

    /** Adds and removes tags of all submissions that match a filter. */
    bulkUpdateFormSubmissionTagsByFilter(
      filter: WireFilter,
      changes: TagChanges,
      call?: CallOptions,
    ): Promise<{ jobId: string }> {
      const body = { ...wireQuery({ filter }), ...changes };
      return send(endpoints.bulkUpdateSubmissionTagsByFilter, { body }, call);
    },

    /**
     * Lists the emails that were sent to the submitter, and the address of the next one. A Porchlight extension.
     *
     * @throws {PorchlightError} `SUBMISSION_NOT_FOUND`.
     */
    listReplies(submissionId: string, call?: CallOptions): Promise<SubmissionReplies> {
      return send(endpoints.listSubmissionReplies, { params: { submissionId } }, call, conversions.submissionReplies);
    },

    /**
     * Sends an email to the submitter. A Porchlight extension.
     *
     * @throws {PorchlightError} `SUBMISSION_WITHOUT_EMAIL`, `SUBMISSION_NOT_FOUND`.
     */
    reply(submissionId: string, message: string, call?: CallOptions): Promise<{ reply: SubmissionReply }> {
      const request = { params: { submissionId }, body: { message } };
      return send(endpoints.replyToSubmission, request, call, conversions.submissionReply);
    },

    /** Lists the tags of all submissions, sorted. A Porchlight extension. */
    listTags(call?: CallOptions): Promise<{ tags: string[] }> {
      return send(endpoints.listSubmissionTags, {}, call);
    },

    /** Lists a page of the form's submissions in the trash bin. */
    listDeletedSubmissions(
      formId: string,
      options: ListDeletedSubmissionsOptions = {},
      call?: CallOptions,
    ): Promise<{ submissions: FormSubmission[]; pagingMetadata: CursorPagingMetadata }> {
      return send(endpoints.listDeletedSubmissions, { query: { formId, ...options } }, call, many);
    },

    /** Gets a submission in the trash bin. @throws {PorchlightError} `SUBMISSION_NOT_FOUND`. */
    getDeletedSubmission(submissionId: string, call?: CallOptions): Promise<{ submission: FormSubmission }> {
      return send(endpoints.getDeletedSubmission, { params: { submissionId } }, call);
    },

    /** Counts the submissions of forms in the trash bin. */
    countDeletedSubmissions(
      formIds: string[],
      namespace?: string,
      options: CountSubmissionsOptions = {},
      call?: CallOptions,
    ): Promise<CountDeletedSubmissionsResponse> {
      return send(endpoints.countDeletedSubmissions, { body: { formIds, namespace, ...options } }, call);
    },

    /** Restores a submission from the trash bin. @throws {PorchlightError} `SUBMISSION_NOT_FOUND`. */
    restoreSubmissionFromTrashBin(submissionId: string, call?: CallOptions): Promise<{ submission: FormSubmission }> {
      return send(endpoints.restoreSubmissionFromTrashBin, { params: { submissionId } }, call);
    },

    /** Permanently removes a submission in the trash bin. @throws {PorchlightError} `SUBMISSION_NOT_FOUND`. */
    async removeSubmissionFromTrashBin(submissionId: string, call?: CallOptions): Promise<void> {
      await send(endpoints.removeSubmissionFromTrashBin, { params: { submissionId } }, call);
    },

    /** Permanently removes submissions in the trash bin; without `submissionIds`, all of the form. */
    bulkRemoveSubmissionFromTrashBin(
      formId: string,
      options: { submissionIds?: string[] } = {},
      call?: CallOptions,
    ): Promise<BulkFormResponse<never>> {
      return send(endpoints.bulkRemoveSubmissionFromTrashBin, { body: { formId, ...options } }, call);
    },
  };
}
