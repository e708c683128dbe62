import type { FormInput } from "@porchlight/contract/forms/form";
import type { FormField } from "@porchlight/contract/forms/form-fields";
import type { SubmissionStatus } from "@porchlight/contract/forms/form-values";
import type { ConsentRecord } from "@porchlight/contract/forms/submission";
import type { ColumnType, Generated } from "kysely";
import type { Json, Nullable } from "./column-types.ts";

/** The properties of a form without a column of their own. */
export interface FormDefinition extends Omit<FormInput, "name" | "namespace" | "enabled" | "tags"> {
  privateTags?: string[];
  deletedFormFields?: FormField[];
}

/** Kinds of submitters. */
export type SubmitterKind = "member" | "visitor" | "key" | "owner";

/** Tables of forms and submissions. */
export interface FormTables {
  forms: {
    site_id: string;
    id: string;
    namespace: string;
    name: Nullable<string>;
    enabled: boolean;
    definition: Json<FormDefinition>;
    tags: string[];
    has_payment: boolean;
    /** Read as text, because a bigint may exceed JavaScript's integers. */
    revision: Generated<string>;
    created_at: Date;
    updated_at: Date;
    deleted_at: Nullable<Date>;
  };
  form_drafts: {
    site_id: string;
    form_id: string;
    form: Json<FormInput>;
    base_digest: string;
    revision: Generated<string>;
    idempotency_key: Nullable<string>;
    updated_at: Date;
    updated_by: Nullable<string>;
  };
  submission_replies: {
    site_id: string;
    id: string;
    submission_id: string;
    author: Nullable<string>;
    recipient: string;
    message: string;
    created_at: Date;
  };
  form_submissions: {
    site_id: string;
    id: string;
    form_id: string;
    namespace: string;
    status: SubmissionStatus;
    submitter_kind: SubmitterKind;
    submitter_id: Nullable<string>;
    member_id: Nullable<string>;
    field_values: Json<Record<string, unknown>>;
    /** Null before the first change of the values. */
    submitted_emails: ColumnType<Record<string, string> | null, string | undefined, string>;
    search_text: string;
    consents: ColumnType<ConsentRecord[], string | undefined, string>;
    extended_fields: ColumnType<Record<string, Record<string, unknown>>, string | undefined, string>;
    tags: Generated<string[]>;
    seen: Generated<boolean>;
    revision: Generated<string>;
    idempotency_hash: Nullable<Buffer>;
    checkout_id: Nullable<string>;
    /** Read as text. */
    amount: Nullable<string>;
    currency: Nullable<string>;
    /** BCP 47 tag. */
    language: Nullable<string>;
    created_at: Date;
    updated_at: Date;
    deleted_at: Nullable<Date>;
  };
}
