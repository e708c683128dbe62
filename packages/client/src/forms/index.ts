export type {
  ConditionNode,
  CursorPagingMetadata,
  FieldOverride,
  FormNotifications,
  FormSummary,
  FormSummaryField,
  RuleCondition,
} from "@porchlight/contract/forms/form";
export type {
  FormClosedReason,
  RuleOperator,
  SubmissionErrorType,
  SubmissionStatus,
} from "@porchlight/contract/forms/form-values";
export type {
  ConsentRecord,
  SubmissionInput,
  SubmissionMetadata,
  SubmissionValidationError,
  SubmittedFile,
  SubmittedProduct,
  Submitter,
} from "@porchlight/contract/forms/submission";
export type {
  BulkFormResponse,
  BulkFormResult,
  Form,
  FormDraft,
  FormField,
  FormInput,
  FormQueryFields,
  FormRule,
  LimitationRule,
  ListDeletedFormsOptions,
  ListFormsOptions,
} from "./form-types.ts";
export {
  type CountFormsOptions,
  type FormPage,
  formCalls,
  forms,
  type NamespaceData,
  type QueryFormsOptions,
  type TagChanges,
} from "./forms.ts";
export type {
  CountSubmissionsOptions,
  CreateSubmissionOptions,
  DownloadedSubmission,
  FormSubmission,
  ListDeletedSubmissionsOptions,
  QuerySubmissionsOptions,
  SubmissionDocument,
  SubmissionPage,
  SubmissionQueryFields,
  SubmissionReplies,
  SubmissionReply,
  UpdateSubmission,
} from "./submission-types.ts";
export { submissionCalls, submissions } from "./submissions.ts";
