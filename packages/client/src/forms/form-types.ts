import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import type {
  ListDeletedFormsRequest,
  ListFormsQuery,
  StoredFormDraft,
  BulkFormResult as WireBulkResult,
  Form as WireForm,
  FormInput as WireFormInput,
  LimitationRule as WireLimitationRule,
} from "@porchlight/contract/forms/form";
import type { FormField as WireField } from "@porchlight/contract/forms/form-fields";

/** Ids in all depths have the name `_id`, except in rich content. */
type WithOwnIds<Type> = Type extends RichContent
  ? Type
  : Type extends readonly (infer Item)[]
    ? WithOwnIds<Item>[]
    : Type extends object
      ? { [Name in keyof Type as Name extends "id" ? "_id" : Name]: WithOwnIds<Type[Name]> }
      : Type;

/** When and how often a form accepts submissions. */
export type LimitationRule = Omit<WireLimitationRule, "dateTimeDeadline" | "dateTimeOpening"> & {
  dateTimeDeadline?: Date | null;
  /** A Porchlight extension. */
  dateTimeOpening?: Date | null;
};

/** Writable properties of a form. Fields, steps and rules require an `_id`. */
export type FormInput = Omit<WithOwnIds<WireFormInput>, "limitationRule"> & { limitationRule?: LimitationRule };

/** A form. Source: entities-forms.md, Form. */
export type Form = Omit<WithOwnIds<WireForm>, "createdDate" | "updatedDate" | "limitationRule"> & {
  _createdDate: Date;
  _updatedDate: Date;
  limitationRule?: LimitationRule;
};

/** The unpublished changes of a form. A Porchlight extension. */
export type FormDraft = Omit<StoredFormDraft, "form" | "updatedDate"> & {
  /** A whole definition, which may be incomplete. */
  form: FormInput;
  _updatedDate: Date;
};

/** A field of a form. */
export type FormField = WithOwnIds<WireField>;
/** A rule of a form. */
export type FormRule = Form["formRules"][number];

/** The outcome of one entry of a bulk call. */
export type BulkFormResult<Item> = WithOwnIds<Omit<WireBulkResult<never>, "item">> & { item?: Item };
/** The outcome of a bulk call. */
export interface BulkFormResponse<Item> {
  /** One per entry, in the order of the request. */
  results: BulkFormResult<Item>[];
  /** Numbers of entries that succeeded and failed. */
  bulkActionMetadata: { totalSuccesses: number; totalFailures: number; undetailedFailures: number };
}

/** Fields that queries of forms can use. */
export interface FormQueryFields {
  /** ID of the form. */
  _id: string;
  /** When the form was created. */
  _createdDate: Date;
  /** When the form was last changed. */
  _updatedDate: Date;
  /** Name of the form. */
  name: string;
  /** The app that the form belongs to. */
  namespace: string;
  /** Whether the form accepts submissions. */
  enabled: boolean;
}

/** Options of `forms.listForms`. */
export type ListFormsOptions = Omit<ListFormsQuery, "namespace">;
/** Options of `forms.listDeletedForms`. */
export type ListDeletedFormsOptions = Omit<NonNullable<ListDeletedFormsRequest["query"]>, "namespace">;
