import type { RichContent } from "../blog/rich-content/rich-content.ts";
import type { Cursors, WireFilter, WireSorting } from "../wire/query.ts";
import type { FormField } from "./form-fields.ts";
import type {
  ChangeableProperty,
  contactAutofills,
  FormFieldset,
  FormListOrder,
  nameFilterTypes,
  RuleOperator,
  redirectTargets,
  requiredIndicatorPlacements,
  requiredIndicators,
  SpamFilterProtectionLevel,
  SummaryFieldType,
  submissionAccesses,
  submitSuccessActions,
} from "./form-values.ts";

/** The place of a field in a step. */
export interface LayoutItem {
  fieldId?: string;
  row?: number | null;
  column?: number | null;
  width?: number | null;
  height?: number | null;
}
export interface FormLayout {
  items?: LayoutItem[];
  [property: string]: unknown;
}

/** A page of the form. Fields without a place are on the last step. */
export interface FormStep {
  id: string;
  name?: string | null;
  hidden?: boolean;
  layout?: { large?: FormLayout; medium?: FormLayout; small?: FormLayout };
}

/** Compares the value of the field with this target. */
export interface RuleCondition {
  target?: string;
  operator?: RuleOperator;
  value?: unknown;
}
/** Exactly one of the three. */
export interface ConditionNode {
  and?: { conditions: ConditionNode[] };
  or?: { conditions: ConditionNode[] };
  condition?: RuleCondition;
}
/** What a rule changes in one field while its condition holds. */
export interface FieldOverride {
  fieldId: string;
  propertyType?: ChangeableProperty;
  requiredOptions?: { required?: boolean };
  hiddenOptions?: { hidden?: boolean };
  allowedValuesOptions?: { allowedValues?: unknown[] };
}
/** Shows, hides or requires fields, depending on values. */
export interface FormRule {
  id: string;
  name?: string | null;
  expression?: ConditionNode;
  overrides?: { entityType?: "FIELD" | "UNKNOWN"; fieldOptions?: FieldOverride }[];
}

/** When and how often the form accepts submissions. */
export interface LimitationRule {
  maxAllowedSubmissions?: number | null;
  /** ISO 8601, UTC. */
  dateTimeDeadline?: string | null;
  /** A Porchlight extension. ISO 8601, UTC. */
  dateTimeOpening?: string | null;
  submissionLimitPerUser?: number | null;
}

export interface SubmitSettings {
  submitSuccessAction?: (typeof submitSuccessActions)[number];
  thankYouMessageOptions?: { durationInSeconds?: number | null; richContent?: RichContent };
  redirectOptions?: { redirectUrl?: string | null; target?: (typeof redirectTargets)[number] };
  popupOptions?: { popupId?: string };
}

/** A Porchlight extension: the emails of a form. Visible to API keys only. */
export interface FormNotifications {
  /** Receive an email about each submission. Default: the site's contact address. */
  ownerEmails?: string[];
  /** Emails a confirmation to the field with this target. Default: none. */
  confirmationTarget?: string | null;
}

export interface ExtendedFields {
  namespaces?: Record<string, Record<string, unknown>>;
}
export interface TagList {
  tagIds?: string[];
}

/** Writable properties of a form. */
export interface FormInput {
  name?: string | null;
  /** Immutable. Default: `wix.form_app.form`. */
  namespace?: string;
  enabled?: boolean | null;
  formFields?: FormField[];
  steps?: FormStep[];
  formRules?: FormRule[];
  limitationRule?: LimitationRule;
  spamFilterProtectionLevel?: SpamFilterProtectionLevel;
  requiredIndicatorProperties?: {
    requiredIndicator?: (typeof requiredIndicators)[number];
    requiredIndicatorPlacement?: (typeof requiredIndicatorPlacements)[number];
  };
  submitSettings?: SubmitSettings;
  disabledFormMessage?: RichContent;
  tags?: { tags?: TagList; privateTags?: TagList };
  quizSettings?: Record<string, unknown>;
  autoFillContact?: (typeof contactAutofills)[number];
  submissionAccess?: (typeof submissionAccesses)[number];
  extendedFields?: ExtendedFields;
  notifications?: FormNotifications;
}

type OptionalId<Part> = Omit<Part, "id"> & { id?: string };
/** A form to create or the change of one: new fields, steps and rules get an id if they have none. */
export type FormDraft = Omit<FormInput, "formFields" | "steps" | "formRules"> & {
  formFields?: OptionalId<FormField>[];
  steps?: OptionalId<FormStep>[];
  formRules?: OptionalId<FormRule>[];
};

/** A field in the older format of the contract, derived from `formFields`. */
export interface LegacyFormField {
  id: string;
  target: string;
  pii: boolean;
  hidden: boolean;
  view: Record<string, unknown>;
  validation: Record<string, unknown>;
}

/** A form. Source: entities-forms.md, Form; recordings/forms.json. */
export interface Form extends FormInput {
  id: string;
  namespace: string;
  /** Increases with each update. */
  revision: string;
  /** ISO 8601, UTC. */
  createdDate: string;
  updatedDate: string;
  enabled: boolean;
  formFields: FormField[];
  steps: FormStep[];
  formRules: FormRule[];
  /** Removed fields, whose values older submissions have. */
  deletedFormFields: FormField[];
  kind: "REGULAR";
  properties: { name: string | null; disabled: boolean };
  fields: LegacyFormField[];
  fieldsV2: unknown[];
  rules: unknown[];
  deletedFields: LegacyFormField[];
  deletedFieldsV2: unknown[];
  nestedForms: unknown[];
  fieldGroups: unknown[];
  postSubmissionTriggers: Record<string, unknown>;
  /** A Porchlight extension of `getForm`: the ISO 4217 code of prices, for forms with payments. */
  currency?: string;
}

/** Name and type of one value of a form. */
export interface FormSummaryField {
  key: string;
  label: string;
  pii: boolean;
  type: SummaryFieldType;
  deleted?: boolean;
  options?: { label: string; value: string }[];
}
/** Names and types of a form's values. */
export interface FormSummary {
  formId: string;
  fields: FormSummaryField[];
}

type AdditionalMetadata = { additionalMetadata?: Record<string, unknown> | null | undefined };
type CursorPaging = { limit?: number | undefined; cursor?: string | undefined };
/** A query of forms or submissions, paged by cursor. */
export interface FormQuery {
  filter?: WireFilter | null;
  sort?: WireSorting[];
  cursorPaging?: CursorPaging;
}
/** The position of a page in a list. */
export interface CursorPagingMetadata {
  count: number;
  cursors: Cursors;
  hasNext: boolean;
  /** With `returnTotalCount`. */
  total?: number;
}

export type CreateFormRequest = { body: { form: FormDraft } };
export type BulkCreateFormsRequest = { body: { forms: FormDraft[]; returnEntity?: boolean } };
export type GetFormRequest = {
  params: { formId: string };
  query?: { fieldsets?: FormFieldset[] } & AdditionalMetadata;
};
/** `revision` must be the stored one. Omitted properties stay. */
export type UpdateFormRequest = { params: { formId: string }; body: { form: FormDraft & { revision: string } } };
export type DeleteFormRequest = { params: { formId: string }; query?: { permanent?: boolean | undefined } };
export type BulkDeleteFormsRequest = { body: { formIds: string[]; permanent?: boolean } };
export type CloneFormRequest = { params: { formId: string }; body: { name?: string | null } };
/** `templateId`: a built-in template, or a form of the site. `useTemplateId`: the form gets this id. */
export type CloneFormFromTemplateRequest = {
  body: { namespace: string; templateId: string; useTemplateId?: boolean };
};
export type BulkCloneFormsRequest = { body: { formIds: string[]; returnEntity?: boolean } };
export type FormByIdRequest = { params: { formId: string } };

export interface ListFormsQuery {
  namespace: string;
  order?: FormListOrder | undefined;
  paging?: CursorPaging | undefined;
  fieldsets?: FormFieldset[] | undefined;
  formIds?: string[] | undefined;
  paymentForm?: boolean | undefined;
  nameFilter?: { filterType?: (typeof nameFilterTypes)[number] | undefined; name?: string | undefined } | undefined;
  enabled?: boolean | undefined;
  disabled?: boolean | undefined;
  additionalMetadata?: Record<string, unknown> | null | undefined;
}
export type ListFormsRequest = { query: ListFormsQuery };
export type ListDeletedFormsRequest = {
  query?: { namespace?: string | undefined; formIds?: string[] | undefined; paging?: CursorPaging | undefined };
};
export interface ListFormsResponse {
  forms: Form[];
  pagingMetadata: CursorPagingMetadata;
}
export type QueryFormsRequest = {
  body: { query?: FormQuery; namespace?: string | undefined; returnTotalCount?: boolean } & AdditionalMetadata;
};
export interface QueryFormsResponse extends ListFormsResponse {
  metadata: CursorPagingMetadata;
}
export type CountFormsByFilterRequest = { body: { filter?: WireFilter | null; namespace?: string } };
export type CountDeletedFormsRequest = CountFormsByFilterRequest;
export type UpdateFormExtendedFieldsRequest = {
  params: { id: string };
  body: { namespace: string; namespaceData: Record<string, unknown> | null };
};
export type BulkUpdateFormTagsRequest = {
  body: { formIds: string[]; assignTags?: { tags?: TagList }; unassignTags?: { tags?: TagList } };
};
export type BulkUpdateFormTagsByFilterRequest = {
  body: { filter: WireFilter; assignTags?: { tags?: TagList }; unassignTags?: { tags?: TagList } };
};
/** Removes fields that are in `deletedFormFields`, and their values in submissions. */
export type BulkRemoveDeletedFieldRequest = { body: { formId: string; fieldsIds: string[] } };
/**
 * The unpublished changes of a form: a whole definition, which may be incomplete. A Porchlight extension.
 */
export interface StoredFormDraft {
  formId: string;
  /** Like the properties of a form, but not validated before the draft is published. */
  form: FormInput;
  /** Increases each time the draft is saved. */
  revision: string;
  /** Whether the published form has changed since the draft was created. */
  isOutdated: boolean;
  /** ISO 8601, UTC. */
  updatedDate: string;
  /** Name of the staff member who saved it. */
  updatedBy?: string;
}
/** `revision`: the stored one; absent for the first draft of a form. */
export type SaveFormDraftRequest = {
  params: { formId: string };
  /** With the same `idempotencyKey`, a UUID, a repeated call has no further effect. */
  body: { form: FormInput; revision?: string; idempotencyKey?: string };
};
/** `overwrite`: publishes also if the published form has changed since the draft was created. */
export type PublishFormDraftRequest = { params: { formId: string }; body: { revision: string; overwrite?: boolean } };
export interface FormDraftResponse {
  /** Absent if the form has no unpublished changes. */
  draft?: StoredFormDraft;
}
export interface ListFormDraftsResponse {
  drafts: Pick<StoredFormDraft, "formId" | "updatedDate" | "updatedBy">[];
}
export interface FormResponse {
  form: Form;
}
export interface FormExtendedFieldsResponse extends FormResponse {
  namespace: string;
  namespaceData: Record<string, unknown> | null;
}
/** Outcome of one entry of a bulk call. */
export interface BulkFormResult<Item> {
  itemMetadata: {
    id?: string;
    originalIndex: number;
    success: boolean;
    error?: { code: string; description: string; data: Record<string, unknown> };
  };
  item?: Item;
}
export interface BulkResponse<Item> {
  results: BulkFormResult<Item>[];
  bulkActionMetadata: { totalSuccesses: number; totalFailures: number; undetailedFailures: number };
}
