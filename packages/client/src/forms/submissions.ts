import * as conversions from "@porchlight/contract/forms/conversions";
import type { CursorPagingMetadata } from "@porchlight/contract/forms/form";
import type {
  BulkDeleteSubmissionsRequest,
  CountSubmissionsRequest,
  CountSubmissionsResponse,
  DeleteSubmissionRequest,
  FormattedSubmissionResponse,
  ListDeletedSubmissionsRequest,
  MediaUploadUrlResponse,
  SearchSubmissionsRequest,
  SubmissionInput,
  SubmissionMetadata,
  SubmittedFile,
  UpdateSubmissionRequest,
  ValidateSubmissionRequest,
  ValidateSubmissionResponse,
  FormSubmission as WireSubmission,
} from "@porchlight/contract/forms/submission";
import * as endpoints from "@porchlight/contract/forms/submission-endpoints";
import type { WireFilter, WireQuery } from "@porchlight/contract/wire/query";
import { malformedResponse } from "../errors.ts";
import { errorFromResponse, isNonEmptyString } from "../http/response.ts";
import { sendBytes } from "../modules/send-bytes.ts";
import { cursorQuery, isQueryObject, type SendQuery, wireQuery } from "../query/query-builder.ts";
import type { CursorQuery, TypedQuery } from "../query/query-types.ts";
import type { CallOptions, Transport } from "../transport.ts";
import type { BulkFormResponse } from "./form-types.ts";
import type { TagChanges } from "./forms.ts";

/** A submission of a form. The keys of `submissions` are the targets of the form's fields. */
export type FormSubmission = Omit<WireSubmission, "id" | "createdDate" | "updatedDate"> & {
  _id: string;
  _createdDate: Date;
  _updatedDate: Date;
};

/** Options of `submissions.createSubmission`. */
export interface CreateSubmissionOptions {
  /** Required by forms with the spam protection ADVANCED; see `captcha` of `@porchlight/client/auth`. */
  captchaToken?: string | null;
  /** `idempotencyKey`: repeats with the same key and values are stored once. */
  additionalMetadata?: SubmissionMetadata | null;
}

/** Fields that queries of submissions can use; `submissions.<target>` is the value of a field. */
export interface SubmissionQueryFields {
  [value: `submissions.${string}`]: string | number | boolean | readonly string[];
  /** ID of the submission. */
  _id: string;
  /** When the submission was stored. */
  _createdDate: Date;
  /** When the submission was last changed. */
  _updatedDate: Date;
  /** ID of its form. */
  formId: string;
  /** The app that its form belongs to. */
  namespace: string;
  /** Status of the submission. */
  status: FormSubmission["status"];
  /** Whether the owner has seen the submission. */
  seen: boolean;
  /** ID of the contact. */
  contactId: string;
  "submitter.memberId": string;
  "submitter.visitorId": string;
  "tags.tags.tagIds": readonly string[];
}

/** One page of submissions. */
export interface SubmissionPage {
  /** The submissions of the page. */
  submissions: FormSubmission[];
  /** Cursors of the adjacent pages. */
  metadata: CursorPagingMetadata;
}

/** Options of queries of submissions. */
export interface QuerySubmissionsOptions {
  /** Whether to return the caller's own submissions only, as members and visitors always get. */
  onlyYourOwn?: boolean;
}

interface QuerySubmissionsCall {
  /** Creates a query builder; `find()` sends the query. Default order: newest first. */
  (options?: QuerySubmissionsOptions): CursorQuery<FormSubmission, SubmissionQueryFields>;
  /** Sends a query object and reads a page. @throws {PorchlightError} `INVALID_ARGUMENT`, `CURSOR_INVALID`. */
  (
    query: TypedQuery<SubmissionQueryFields>,
    options?: QuerySubmissionsOptions,
    call?: CallOptions,
  ): Promise<SubmissionPage & { pagingMetadata: CursorPagingMetadata }>;
}

/** Options of `submissions.countSubmissions`. */
export type CountSubmissionsOptions = Pick<CountSubmissionsRequest["body"], "statuses">;
/** Options of `submissions.listDeletedSubmissions`. */
export type ListDeletedSubmissionsOptions = Omit<ListDeletedSubmissionsRequest["query"], "formId">;
/** Changes of `submissions.updateSubmission`: omitted values stay, `null` removes one. */
export type UpdateSubmission = UpdateSubmissionRequest["body"]["submission"];

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
     * Replaces the data of one namespace of `extendedFields`; `null` removes it.
     *
     * @throws {PorchlightError} `SUBMISSION_NOT_FOUND`.
     */
    updateExtendedFields(
      _id: string,
      namespace: string,
      { namespaceData }: { namespaceData: Record<string, unknown> | null },
      call?: CallOptions,
    ): Promise<{ submission: FormSubmission }> {
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
    ): Promise<CountSubmissionsResponse> {
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

    /** Permanently removes submissions in the trash bin. */
    bulkRemoveSubmissionFromTrashBin(
      submissionIds: string[],
      options: { formId?: string } = {},
      call?: CallOptions,
    ): Promise<BulkFormResponse<never>> {
      return send(endpoints.bulkRemoveSubmissionFromTrashBin, { body: { submissionIds, ...options } }, call);
    },
  };
}
