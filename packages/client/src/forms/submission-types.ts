import type { CursorPagingMetadata } from "@porchlight/contract/forms/form";
import type {
  CountSubmissionsRequest,
  DownloadSubmissionResponse,
  ListDeletedSubmissionsRequest,
  ListSubmissionRepliesResponse,
  SubmissionMetadata,
  UpdateSubmissionRequest,
  SubmissionDocument as WireDocument,
  SubmissionReply as WireReply,
  FormSubmission as WireSubmission,
} from "@porchlight/contract/forms/submission";
import type { CursorQuery, TypedQuery } from "../query/query-types.ts";
import type { CallOptions } from "../transport.ts";

/** A submission of a form. The keys of `submissions` are the targets of the form's fields. */
export type FormSubmission = Omit<WireSubmission, "id" | "createdDate" | "updatedDate"> & {
  _id: string;
  _createdDate: Date;
  _updatedDate: Date;
};

/** An email to the submitter. A Porchlight extension. */
export type SubmissionReply = Omit<WireReply, "id" | "createdDate"> & { _id: string; _createdDate: Date };

/** The replies to a submission, the oldest first, and where the next one goes. */
export type SubmissionReplies = Omit<ListSubmissionRepliesResponse, "replies"> & { replies: SubmissionReply[] };

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

/** `submissions.querySubmissionsByNamespace`. */
export interface QuerySubmissionsCall {
  /** Creates a query builder; `find()` sends the query. Default order: newest first. */
  (options?: QuerySubmissionsOptions): CursorQuery<FormSubmission, SubmissionQueryFields>;
  /** Sends a query object and reads a page. @throws {PorchlightError} `INVALID_ARGUMENT`, `CURSOR_INVALID`. */
  (
    query: TypedQuery<SubmissionQueryFields>,
    options?: QuerySubmissionsOptions,
    call?: CallOptions,
  ): Promise<SubmissionPage & { pagingMetadata: CursorPagingMetadata }>;
}

/** A printable page with the values of a submission. */
export type SubmissionDocument = Omit<WireDocument, "id"> & { _id: string };
/** The page of a submission, as an HTTP response. */
export type DownloadedSubmission = Omit<DownloadSubmissionResponse, "body"> & { body: Uint8Array };

/** Options of `submissions.countSubmissions`. */
export type CountSubmissionsOptions = Pick<CountSubmissionsRequest["body"], "statuses">;
/** Options of `submissions.listDeletedSubmissions`. */
export type ListDeletedSubmissionsOptions = Omit<ListDeletedSubmissionsRequest["query"], "formId">;
/** Changes of `submissions.updateSubmission`: omitted values stay, `null` removes one. */
export type UpdateSubmission = UpdateSubmissionRequest["body"]["submission"];
