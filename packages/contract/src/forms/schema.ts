import * as z from "zod";
import { guid, idempotencyKey, queryBoolean, queryInteger, queryList, singleLineText } from "../wire/value-schema.ts";
import { formField, partId, richContent, typed } from "./field-schema.ts";
import type { ConditionNode, FormInput, FormRule } from "./form.ts";
import {
  changeableProperties,
  contactAutofills,
  formFieldsets,
  formListOrders,
  maxFormFields,
  maxFormPageSize,
  maxFormPages,
  maxFormRules,
  nameFilterTypes,
  redirectTargets,
  requiredIndicatorPlacements,
  requiredIndicators,
  ruleOperators,
  spamFilterLevels,
  submissionAccesses,
  submitSuccessActions,
} from "./form-values.ts";

/** Requests about the definitions of forms. Source: entities-forms.md. */

export const formId = guid;
export const namespace = z
  .string()
  .min(10)
  .max(50)
  .regex(/^[a-z0-9_.-]+$/i, "must consist of letters, digits, . _ and -");
export const revision = z.string().regex(/^\d{1,15}$/, "must be the revision of the form or submission, like 3");

const place = z.number().int().min(0).max(10_000).nullish();
const layoutItem = z.looseObject({ fieldId: guid.optional(), row: place, column: place, width: place, height: place });
const layout = z.looseObject({ items: z.array(layoutItem).max(maxFormFields).optional() }).optional();
const step = z.object({
  id: z
    .string()
    .min(1)
    .max(36)
    .optional()
    .transform((id) => id ?? crypto.randomUUID()),
  name: singleLineText(200).nullish(),
  hidden: z.boolean().optional(),
  layout: z.object({ large: layout, medium: layout, small: layout }).optional(),
});

const condition: z.ZodType<ConditionNode> = typed(
  z.lazy(() =>
    z
      .object({
        and: z.object({ conditions: z.array(condition).min(1).max(400) }).optional(),
        or: z.object({ conditions: z.array(condition).min(1).max(400) }).optional(),
        condition: z
          .object({
            target: z.string().min(1).max(200),
            operator: z.enum(ruleOperators),
            value: z.unknown().optional(),
          })
          .optional(),
      })
      .meta({ id: "FormCondition", description: "Has one of the three properties." }),
  ),
);

const rule = typed<FormRule>(
  z.object({
    id: partId,
    name: singleLineText(200).nullish(),
    expression: condition.optional(),
    overrides: z
      .array(
        z.object({
          entityType: z.enum(["UNKNOWN", "FIELD"]).optional(),
          fieldOptions: z
            .object({
              fieldId: guid,
              propertyType: z.enum(changeableProperties).optional(),
              requiredOptions: z.object({ required: z.boolean().optional() }).optional(),
              hiddenOptions: z.object({ hidden: z.boolean().optional() }).optional(),
              allowedValuesOptions: z.object({ allowedValues: z.array(z.unknown()).max(300).optional() }).optional(),
            })
            .optional(),
        }),
      )
      .max(maxFormFields)
      .optional(),
  }),
);

const date = z.iso.datetime({ offset: true, error: "must be a date in ISO 8601, with a time zone" }).nullish();
export const tagList = z.object({ tagIds: z.array(singleLineText(50).min(1)).max(100).optional() });
const extendedNamespace = z.string().min(1).max(100);
const extendedData = z
  .record(z.string().max(100), z.unknown())
  .refine((data) => JSON.stringify(data).length <= 10_000, "must have at most 10000 characters as JSON");
export const extendedFields = z.object({
  namespaces: z
    .record(extendedNamespace, extendedData)
    .refine((namespaces) => Object.keys(namespaces).length <= 10, "must have at most 10 namespaces")
    .optional(),
});

const formShape = {
  name: singleLineText(200).nullish(),
  namespace: namespace.optional(),
  enabled: z.boolean().nullish(),
  formFields: z.array(formField).max(maxFormFields).optional(),
  steps: z.array(step).max(maxFormPages).optional(),
  formRules: z.array(rule).max(maxFormRules).optional(),
  limitationRule: z
    .object({
      maxAllowedSubmissions: z.number().int().min(0).max(1_000_000_000).nullish(),
      dateTimeDeadline: date,
      dateTimeOpening: date,
      submissionLimitPerUser: z.number().int().min(1).max(1_000_000).nullish(),
    })
    .optional(),
  spamFilterProtectionLevel: z.enum(spamFilterLevels).optional(),
  requiredIndicatorProperties: z
    .object({
      requiredIndicator: z.enum(requiredIndicators).optional(),
      requiredIndicatorPlacement: z.enum(requiredIndicatorPlacements).optional(),
    })
    .optional(),
  submitSettings: z
    .object({
      submitSuccessAction: z.enum(submitSuccessActions).optional(),
      thankYouMessageOptions: z
        .object({ durationInSeconds: z.number().int().min(0).max(3600).nullish(), richContent: richContent.optional() })
        .optional(),
      redirectOptions: z
        .object({ redirectUrl: z.string().max(2000).nullish(), target: z.enum(redirectTargets).optional() })
        .optional(),
      popupOptions: z.object({ popupId: z.string().min(1).max(100) }).optional(),
    })
    .optional(),
  disabledFormMessage: richContent.optional(),
  tags: z.object({ tags: tagList.optional(), privateTags: tagList.optional() }).optional(),
  quizSettings: z.looseObject({}).optional(),
  autoFillContact: z.enum(contactAutofills).optional(),
  submissionAccess: z.enum(submissionAccesses).optional(),
  extendedFields: extendedFields.optional(),
  notifications: z
    .object({
      ownerEmails: z.array(z.email().max(254)).max(10).optional(),
      confirmationTarget: z.string().min(1).max(200).nullish(),
    })
    .optional(),
} as const;

/** Writable properties of a form; server-owned ones are dropped. */
export const formInput = typed<FormInput>(z.object(formShape).meta({ id: "FormInput" }));
const formUpdate = typed<FormInput & { revision: string }>(z.object({ ...formShape, revision }));

const additionalMetadata = z.record(z.string().max(100), z.unknown()).nullish();
const cursorPaging = z.object({
  limit: z.number().int().min(1).max(maxFormPageSize).nullish(),
  cursor: z.string().max(16_000).nullish(),
});
const filter = z.record(z.string(), z.unknown()).nullish();
const sort = z
  .array(z.object({ fieldName: z.string().min(1).max(512), order: z.enum(["ASC", "DESC"]).default("ASC") }))
  .max(3)
  .nullish();
/** A query paged by cursor. Source: entities-forms.md, CursorQuery. */
export const formQuery = z.object({ filter, sort, cursorPaging: cursorPaging.nullish() });
export const requiredFilter = z.record(z.string(), z.unknown());
export const idList = z.array(guid).min(1).max(100);
const byId = z.object({ params: z.object({ formId }) });

export const createFormRequest = z.object({ body: z.object({ form: formInput }) });
export const bulkCreateFormsRequest = z.object({
  body: z.object({ forms: z.array(formInput).min(1).max(20), returnEntity: z.boolean().optional() }),
});
export const getFormRequest = byId.extend({
  query: z.object({ fieldsets: queryList(z.enum(formFieldsets), 3).optional(), additionalMetadata }),
});
export const updateFormRequest = byId.extend({ body: z.object({ form: formUpdate }) });
export const deleteFormRequest = byId.extend({ query: z.object({ permanent: queryBoolean.optional() }) });
export const bulkDeleteFormsRequest = z.object({
  body: z.object({ formIds: idList, permanent: z.boolean().optional() }),
});
export const cloneFormRequest = byId.extend({ body: z.object({ name: singleLineText(200).nullish() }) });
export const cloneFormFromTemplateRequest = z.object({
  body: z.object({ namespace, templateId: guid, useTemplateId: z.boolean().optional() }),
});
export const bulkCloneFormsRequest = z.object({
  body: z.object({ formIds: idList, returnEntity: z.boolean().optional() }),
});
export const formByIdRequest = byId;

export const queryPaging = z
  .object({ limit: queryInteger(1, maxFormPageSize).optional(), cursor: z.string().max(16_000).optional() })
  .optional();
export const listFormsRequest = z.object({
  query: z.object({
    namespace,
    order: z.enum(formListOrders).optional(),
    paging: queryPaging,
    fieldsets: queryList(z.enum(formFieldsets), 3).optional(),
    formIds: queryList(guid, 100).optional(),
    paymentForm: queryBoolean.optional(),
    nameFilter: z
      .object({ filterType: z.enum(nameFilterTypes).optional(), name: z.string().max(200).optional() })
      .optional(),
    enabled: queryBoolean.optional(),
    disabled: queryBoolean.optional(),
    additionalMetadata,
  }),
});
export const listDeletedFormsRequest = z.object({
  query: z.object({ namespace: namespace.optional(), formIds: queryList(guid, 100).optional(), paging: queryPaging }),
});
export const queryFormsRequest = z.object({
  body: z.object({
    query: formQuery.nullish(),
    namespace: z.string().max(50).optional(),
    returnTotalCount: z.boolean().nullish(),
    additionalMetadata,
  }),
});
export const countFormsByFilterRequest = z.object({ body: z.object({ filter, namespace: namespace.optional() }) });
export const countDeletedFormsRequest = countFormsByFilterRequest;
export const extendedFieldsRequest = z.object({
  params: z.object({ id: guid }),
  body: z.object({ namespace: extendedNamespace, namespaceData: extendedData.nullable() }),
});
const tagChanges = {
  assignTags: z.object({ tags: tagList.optional() }).optional(),
  unassignTags: z.object({ tags: tagList.optional() }).optional(),
} as const;
export const tagChangesShape = tagChanges;
export const bulkUpdateFormTagsRequest = z.object({ body: z.object({ formIds: idList, ...tagChanges }) });
export const bulkUpdateFormTagsByFilterRequest = z.object({
  body: z.object({ filter: requiredFilter, ...tagChanges }),
});
export const bulkRemoveDeletedFieldRequest = z.object({ body: z.object({ formId, fieldsIds: idList }) });

/** Parts of a draft have an id; everything else may be incomplete until the draft is published. */
const draftParts = (max: number) =>
  z
    .array(z.looseObject({ id: z.string().min(1).max(36) }))
    .max(max)
    .optional();
export const saveFormDraftRequest = byId.extend({
  body: z.object({
    form: typed<FormInput>(
      z.looseObject({
        name: z.string().max(1000).nullish(),
        formFields: draftParts(maxFormFields),
        steps: draftParts(maxFormPages),
        formRules: draftParts(maxFormRules),
      }),
    ),
    revision: revision.optional(),
    idempotencyKey,
  }),
});
export const publishFormDraftRequest = byId.extend({
  body: z.object({ revision, overwrite: z.boolean().optional() }),
});
