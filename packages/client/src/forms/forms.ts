import * as conversions from "@porchlight/contract/forms/conversions";
import * as endpoints from "@porchlight/contract/forms/endpoints";
import type {
  CloneFormFromTemplateRequest,
  CursorPagingMetadata,
  FormSummary,
  GetFormRequest,
  QueryFormsRequest,
  TagList,
} from "@porchlight/contract/forms/form";
import type { WireFilter, WireQuery } from "@porchlight/contract/wire/query";
import { cursorQuery, isQueryObject, type SendQuery, wireQuery } from "../query/query-builder.ts";
import type { CursorQuery, TypedQuery } from "../query/query-types.ts";
import type { CallOptions, Transport } from "../transport.ts";
import type {
  BulkFormResponse,
  Form,
  FormDraft,
  FormInput,
  FormQueryFields,
  ListDeletedFormsOptions,
  ListFormsOptions,
} from "./form-types.ts";

/** Options of `forms.queryForms` and `forms.queryDeletedForms`. */
export type QueryFormsOptions = Omit<QueryFormsRequest["body"], "query">;
/** Options of `forms.countFormsByFilter` and `forms.countDeletedForms`. */
export interface CountFormsOptions {
  /** Default: all forms. */
  filter?: WireFilter | null;
  /** The app that the forms belong to. */
  namespace?: string;
}
/** One page of a list of forms. */
export interface FormPage {
  /** The forms of the page. */
  forms: Form[];
  /** Cursors of the adjacent pages. */
  pagingMetadata: CursorPagingMetadata;
}

/** `forms.queryForms`, and `forms.queryDeletedForms` with the query among its options. */
export interface QueryFormsCall {
  /** Sends a query object and reads a page of forms. @throws {PorchlightError} `INVALID_ARGUMENT`, `CURSOR_INVALID`. */
  (options: { query: TypedQuery<FormQueryFields> } & QueryFormsOptions, call?: CallOptions): Promise<FormPage>;
  /** Creates a query builder; `find()` sends the query. Default order: newest first. */
  (options?: QueryFormsOptions): CursorQuery<Form, FormQueryFields>;
  /** Sends a query object and reads a page of forms. @throws {PorchlightError} `INVALID_ARGUMENT`, `CURSOR_INVALID`. */
  (query: TypedQuery<FormQueryFields>, options?: QueryFormsOptions, call?: CallOptions): Promise<FormPage>;
}

/** Adds tags to forms or submissions, and removes others. */
export interface TagChanges {
  /** Tags to add. */
  assignTags?: { tags?: TagList };
  /** Tags to remove. */
  unassignTags?: { tags?: TagList };
}

/** The data of one namespace of extended fields. */
export interface NamespaceData {
  /** The namespace that was changed. */
  namespace: string;
  /** Its data. */
  namespaceData: Record<string, unknown> | null;
}

/** Sends a request; the result has the type of the calling method. */
const createSend =
  (transport: Transport) =>
  (endpoint: object, request: object, call?: CallOptions, conversion = conversions.oneForm) =>
    transport.send(endpoint as never, request as never, { ...call, conversion }) as Promise<never>;

/**
 * Definitions of forms. Every visitor may get a form and list forms; the other calls require an API key of role
 * `editor` or `admin` and otherwise throw `NOT_ALLOWED`. Source: wire.md, "Forms".
 */
export function forms(transport: Transport) {
  const send = createSend(transport);
  const query = (endpoint: object) => {
    const sendQuery: SendQuery = (body, call) => send(endpoint, { body }, call, conversions.manyForms);
    return ((first: { query?: object } = {}, options?: object, call?: CallOptions) =>
      first.query
        ? sendQuery({ ...first, query: wireQuery(first.query as WireQuery) }, options)
        : options || isQueryObject(first)
          ? sendQuery({ ...options, query: wireQuery(first as WireQuery) }, call)
          : cursorQuery(sendQuery, "forms", first)) as QueryFormsCall;
  };
  return {
    ...formCalls(transport),
    queryForms: query(endpoints.queryForms),
    queryDeletedForms: query(endpoints.queryDeletedForms),
  };
}

const countBody = ({ filter, ...options }: CountFormsOptions) => ({
  ...options,
  ...(filter && wireQuery({ filter })),
});

/** The calls of {@link forms} without the query builders, for smaller bundles. */
export function formCalls(transport: Transport) {
  const { manyForms: many } = conversions;
  const send = createSend(transport);
  const formOf = async (response: Promise<{ form: Form }>) => (await response).form;

  return {
    /**
     * Gets a form, also one that is closed.
     *
     * @throws {PorchlightError} `FORM_NOT_FOUND`.
     */
    getForm(
      formId: string,
      { additionalMetadata }: Pick<NonNullable<GetFormRequest["query"]>, "additionalMetadata"> = {},
      call?: CallOptions,
    ): Promise<Form> {
      return formOf(send(endpoints.getForm, { params: { formId }, query: { additionalMetadata } }, call));
    },

    /**
     * Lists a page of forms.
     *
     * @param namespace `wix.form_app.form` for forms of this server.
     * @param options `paging.limit` 1 to 100, default 50; default `order` CREATED_DATE_DESC.
     * @throws {PorchlightError} `CURSOR_INVALID`.
     */
    listForms(
      namespace: string,
      {
        disabled,
        order,
        paging,
        fieldsets,
        formIds,
        paymentForm,
        additionalMetadata,
        nameFilter,
        enabled,
      }: ListFormsOptions = {},
      call?: CallOptions,
    ): Promise<FormPage> {
      const options = { disabled, order, paging, fieldsets, formIds, paymentForm };
      const params = { namespace, ...options, additionalMetadata, nameFilter, enabled };
      return send(endpoints.listForms, { query: params }, call, many);
    },

    /** Counts forms. */
    countFormsByFilter(options: CountFormsOptions = {}, call?: CallOptions): Promise<{ count: number }> {
      return send(endpoints.countFormsByFilter, { body: countBody(options) }, call);
    },

    /**
     * Gets the names and types of a form's values, also of removed fields.
     *
     * @throws {PorchlightError} `FORM_NOT_FOUND`.
     */
    getFormSummary(formId: string, call?: CallOptions): Promise<{ formSummary: FormSummary }> {
      return send(endpoints.getFormSummary, { params: { formId } }, call, {});
    },

    /**
     * Creates a form.
     *
     * @throws {PorchlightError} Violations of `form.formFields.0.inputOptions.target` and others: targets and ids must
     * be unique, and steps and rules may only refer to existing fields.
     */
    createForm(form: FormInput, call?: CallOptions): Promise<Form> {
      return formOf(send(endpoints.createForm, { body: { form } }, call));
    },

    /** Creates at most 20 forms; invalid ones do not affect the others. */
    bulkCreateForm(
      { forms, returnEntity }: { forms: FormInput[]; returnEntity?: boolean },
      call?: CallOptions,
    ): Promise<BulkFormResponse<Form>> {
      return send(endpoints.bulkCreateForm, { body: { forms, returnEntity } }, call, conversions.bulkForms);
    },

    /**
     * Updates a form. Omitted properties stay; lists are replaced, and removed fields move to `deletedFormFields`.
     *
     * @param form With the `revision` that was read.
     * @throws {PorchlightError} `FORM_CHANGED` if the form has changed since; `FORM_NOT_FOUND`.
     */
    updateForm(_id: string, form: FormInput & { revision: string }, call?: CallOptions): Promise<Form> {
      return formOf(send(endpoints.updateForm, { params: { formId: _id }, body: { form: { ...form, _id } } }, call));
    },

    /**
     * Moves a form to the trash bin, or removes it with its submissions.
     *
     * @throws {PorchlightError} `FORM_NOT_FOUND`.
     */
    async deleteForm(formId: string, options: { permanent?: boolean } = {}, call?: CallOptions): Promise<void> {
      await send(endpoints.deleteForm, { params: { formId }, query: options }, call);
    },

    /** As `deleteForm`, for several forms. */
    bulkDeleteForm(
      formIds: string[],
      options: { permanent?: boolean } = {},
      call?: CallOptions,
    ): Promise<BulkFormResponse<never>> {
      return send(endpoints.bulkDeleteForm, { body: { formIds, ...options } }, call);
    },

    /** Copies a form without its submissions. @throws {PorchlightError} `FORM_NOT_FOUND`. */
    cloneForm(formId: string, options: { name?: string | null } = {}, call?: CallOptions): Promise<{ form: Form }> {
      return send(endpoints.cloneForm, { params: { formId }, body: options }, call);
    },

    /**
     * Creates a form from a template.
     *
     * @param namespace `wix.form_app.form` for forms of this server.
     * @param options `templateId`: a built-in template, or a form of the site. `useTemplateId`: the form gets this id.
     * @throws {PorchlightError} `FORM_NOT_FOUND`; `FORM_EXISTS` with `useTemplateId`.
     */
    cloneFormFromTemplate(
      namespace: string,
      options: Omit<CloneFormFromTemplateRequest["body"], "namespace">,
      call?: CallOptions,
    ): Promise<{ form: Form }> {
      return send(endpoints.cloneFormFromTemplate, { body: { namespace, ...options } }, call);
    },

    /** As `cloneForm`, for several forms. */
    bulkCloneForm(
      formIds: string[],
      options: { returnEntity?: boolean } = {},
      call?: CallOptions,
    ): Promise<BulkFormResponse<Form>> {
      return send(endpoints.bulkCloneForm, { body: { formIds, ...options } }, call, conversions.bulkForms);
    },

    /** Lists the apps that provide forms: on this server, none. */
    listFormsProvidersConfigs(call?: CallOptions): Promise<{ configs: unknown[] }> {
      return send(endpoints.listFormsProvidersConfigs, {}, call);
    },

    /**
     * Replaces the data of one namespace of `extendedFields`; `null` removes it.
     *
     * @throws {PorchlightError} `FORM_NOT_FOUND`.
     */
    updateExtendedFields(
      _id: string,
      namespace: string,
      { namespaceData }: { namespaceData: Record<string, unknown> | null },
      call?: CallOptions,
    ): Promise<{ form: Form } & NamespaceData> {
      const request = { params: { id: _id }, body: { namespace, namespaceData } };
      return send(endpoints.updateFormExtendedFields, request, call, conversions.formExtendedFields);
    },

    /** Adds and removes tags. */
    bulkUpdateFormTags(formIds: string[], changes: TagChanges, call?: CallOptions): Promise<BulkFormResponse<never>> {
      return send(endpoints.bulkUpdateFormTags, { body: { formIds, ...changes } }, call);
    },

    /** Adds and removes tags of all forms that match a filter. */
    bulkUpdateFormTagsByFilter(
      filter: WireFilter,
      changes: TagChanges,
      call?: CallOptions,
    ): Promise<{ jobId: string }> {
      return send(endpoints.bulkUpdateFormTagsByFilter, { body: { ...wireQuery({ filter }), ...changes } }, call);
    },

    /** Permanently removes fields of `deletedFormFields`, and their values in submissions. */
    bulkRemoveDeletedField(
      formId: string,
      { fieldsIds }: { fieldsIds: string[] },
      call?: CallOptions,
    ): Promise<{ form: Form }> {
      return send(endpoints.bulkRemoveDeletedField, { body: { formId, fieldsIds } }, call);
    },

    /** Lists the forms with unpublished changes, the newest first. A Porchlight extension. */
    listDrafts(call?: CallOptions): Promise<{ drafts: Pick<FormDraft, "formId" | "_updatedDate" | "updatedBy">[] }> {
      return send(endpoints.listFormDrafts, {}, call, conversions.formDrafts);
    },

    /** Gets the unpublished changes of a form, if there are any. A Porchlight extension. */
    getDraft(formId: string, call?: CallOptions): Promise<{ draft?: FormDraft }> {
      return send(endpoints.getFormDraft, { params: { formId } }, call, conversions.formDraft);
    },

    /**
     * Stores changes of a form without publishing them. A Porchlight extension.
     *
     * @param draft The whole definition, which may be incomplete, and the `revision` of the stored draft, if there is
     * one. `idempotencyKey`: a repeated call with the same UUID has no further effect.
     * @throws {PorchlightError} `FORM_CHANGED` if someone has saved another draft; `FORM_NOT_FOUND`.
     */
    saveDraft(
      formId: string,
      draft: { form: FormInput; revision?: string | undefined; idempotencyKey?: string },
      call?: CallOptions,
    ): Promise<{ draft: FormDraft }> {
      return send(endpoints.saveFormDraft, { params: { formId }, body: draft }, call, conversions.formDraft);
    },

    /** Discards the unpublished changes of a form. A Porchlight extension. */
    async discardDraft(formId: string, call?: CallOptions): Promise<void> {
      await send(endpoints.discardFormDraft, { params: { formId } }, call);
    },

    /**
     * Publishes the stored draft of a form. A Porchlight extension.
     *
     * @param options `overwrite`: also if the published form has changed since the draft was created.
     * @throws {PorchlightError} Violations, as `createForm`; `FORM_CHANGED`; `FORM_DRAFT_NOT_FOUND`.
     */
    publishDraft(
      formId: string,
      options: { revision: string; overwrite?: boolean },
      call?: CallOptions,
    ): Promise<{ form: Form }> {
      return send(endpoints.publishFormDraft, { params: { formId }, body: options }, call);
    },

    /** Lists a page of the trash bin. */
    listDeletedForms(namespace: string, options: ListDeletedFormsOptions = {}, call?: CallOptions): Promise<FormPage> {
      return send(endpoints.listDeletedForms, { query: { namespace, ...options } }, call, many);
    },

    /** Gets a form in the trash bin. @throws {PorchlightError} `FORM_NOT_FOUND`. */
    getDeletedForm(formId: string, call?: CallOptions): Promise<{ form: Form }> {
      return send(endpoints.getDeletedForm, { params: { formId } }, call);
    },

    /** Counts the forms in the trash bin. */
    countDeletedForms(options: CountFormsOptions = {}, call?: CallOptions): Promise<{ count: number }> {
      return send(endpoints.countDeletedForms, { body: countBody(options) }, call);
    },

    /** Restores a form from the trash bin. @throws {PorchlightError} `FORM_NOT_FOUND`. */
    restoreFromTrashBin(formId: string, call?: CallOptions): Promise<{ form: Form }> {
      return send(endpoints.restoreFromTrashBin, { params: { formId } }, call);
    },

    /** Permanently removes a form in the trash bin and its submissions. @throws {PorchlightError} `FORM_NOT_FOUND`. */
    async removeFormFromTrashBin(formId: string, call?: CallOptions): Promise<void> {
      await send(endpoints.removeFormFromTrashBin, { params: { formId } }, call);
    },
  };
}
