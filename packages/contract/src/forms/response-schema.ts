import * as z from "zod";
import { formField, typed } from "./field-schema.ts";
import type { BulkResponse, Form, FormSummary, StoredFormDraft } from "./form.ts";
import { submissionErrorTypes, submissionStatuses } from "./form-values.ts";

const paging = z.object({
  count: z.number(),
  cursors: z.object({ next: z.string().optional(), prev: z.string().optional() }),
  hasNext: z.boolean(),
  total: z.number().optional(),
});

const legacyField = z.object({
  id: z.guid(),
  target: z.string(),
  pii: z.boolean(),
  hidden: z.boolean(),
  view: z.looseObject({}),
  validation: z.looseObject({}),
});
const form = typed<Form>(
  z
    .looseObject({
      id: z.guid(),
      namespace: z.string(),
      revision: z.string(),
      createdDate: z.iso.datetime(),
      updatedDate: z.iso.datetime(),
      enabled: z.boolean(),
      name: z.string().nullish(),
      formFields: z.array(formField),
      steps: z.array(z.looseObject({})),
      formRules: z.array(z.looseObject({})),
      deletedFormFields: z.array(formField),
      kind: z.literal("REGULAR"),
      properties: z.object({ name: z.string().nullable(), disabled: z.boolean() }),
      fields: z.array(legacyField).describe("The fields in an older format."),
      fieldsV2: z.array(z.unknown()),
      rules: z.array(z.unknown()),
      deletedFields: z.array(legacyField),
      deletedFieldsV2: z.array(z.unknown()),
      nestedForms: z.array(z.unknown()),
      fieldGroups: z.array(z.unknown()),
      postSubmissionTriggers: z.looseObject({}),
      currency: z.string().optional().describe("Of prices, for forms with payments, in the response of getForm."),
    })
    .meta({
      id: "Form",
      description: "A form. Other properties as in the request that created it.",
    }),
);

export const formResponse = z.object({ form });
export const formsResponse = z.object({ forms: z.array(form), pagingMetadata: paging });
export const queriedFormsResponse = formsResponse.extend({ metadata: paging });
const draft = typed<StoredFormDraft>(
  z.object({
    formId: z.guid(),
    form: z.looseObject({}).describe("Like the properties of a form, but possibly incomplete."),
    revision: z.string(),
    isOutdated: z.boolean().describe("Whether the published form has changed since the draft was created."),
    updatedDate: z.iso.datetime(),
    updatedBy: z.string().optional().describe("Name of the staff member who saved it."),
  }),
);
export const formDraftResponse = z.object({ draft: draft.optional() });
export const savedFormDraftResponse = z.object({ draft });
export const formDraftsResponse = z.object({
  drafts: z.array(z.object({ formId: z.guid(), updatedDate: z.iso.datetime(), updatedBy: z.string().optional() })),
});
export const countResponse = z.object({ count: z.number() });
export const jobResponse = z.object({ jobId: z.guid() });
export const emptyResponse = z.object({});
export const configsResponse = z.object({ configs: z.array(z.unknown()) });
export const formSummaryResponse = z.object({
  formSummary: typed<FormSummary>(
    z
      .object({
        formId: z.guid(),
        fields: z.array(
          z.object({
            key: z.string(),
            label: z.string(),
            pii: z.boolean(),
            type: z.string(),
            deleted: z.boolean().optional(),
            options: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
          }),
        ),
      })
      .meta({ id: "FormSummary" }),
  ),
});

const bulk = <Item>(item: z.ZodType<Item>) =>
  typed<BulkResponse<Item>>(
    z.object({
      results: z.array(
        z.object({
          itemMetadata: z.object({
            id: z.string().optional(),
            originalIndex: z.number(),
            success: z.boolean(),
            error: z.object({ code: z.string(), description: z.string(), data: z.looseObject({}) }).optional(),
          }),
          item: item.optional(),
        }),
      ),
      bulkActionMetadata: z.object({
        totalSuccesses: z.number(),
        totalFailures: z.number(),
        undetailedFailures: z.number(),
      }),
    }),
  );
export const bulkFormsResponse = bulk(form);
export const bulkResponse = bulk(z.never());

const submission = z
  .object({
    id: z.guid(),
    formId: z.guid(),
    namespace: z.string(),
    status: z.enum(submissionStatuses),
    submissions: z.record(z.string(), z.unknown()).describe("Values by the target of their field."),
    createdDate: z.iso.datetime(),
    updatedDate: z.iso.datetime(),
    revision: z.string(),
    submitter: z.object({
      memberId: z.guid().optional(),
      visitorId: z.guid().optional(),
      applicationId: z.string().optional(),
    }),
    seen: z.boolean(),
    contactId: z.guid().optional(),
    extendedFields: z.object({ namespaces: z.record(z.string(), z.record(z.string(), z.unknown())) }),
    tags: z.object({ tags: z.object({ tagIds: z.array(z.string()).optional() }) }).optional(),
    orderDetails: z.object({ checkoutId: z.guid(), itemSubtotal: z.string(), currency: z.string() }).optional(),
    consents: z
      .array(z.object({ target: z.string(), label: z.string(), formRevision: z.string(), date: z.iso.datetime() }))
      .optional()
      .describe("For API keys: the checkboxes that the submitter checked."),
  })
  .meta({ id: "FormSubmission" });

export const submissionResponse = z.object({ submission });
export const queriedSubmissionsResponse = z.object({ submissions: z.array(submission), metadata: paging });
export const namespaceSubmissionsResponse = queriedSubmissionsResponse.extend({ pagingMetadata: paging });
export const listedSubmissionsResponse = z.object({ submissions: z.array(submission), pagingMetadata: paging });
export const submissionCountsResponse = z.object({
  formsSubmissionsCount: z.array(z.object({ formId: z.guid(), totalCount: z.number(), unseenCount: z.number() })),
});
export const deletedSubmissionCountsResponse = z.object({
  formsDeletedSubmissionsCount: z.array(z.object({ formId: z.guid(), totalCount: z.number() })),
});
const extendedFieldsShape = { namespace: z.string(), namespaceData: z.record(z.string(), z.unknown()).nullable() };
export const formExtendedFieldsResponse = formResponse.extend(extendedFieldsShape);
export const submissionExtendedFieldsResponse = submissionResponse.extend(extendedFieldsShape);
export const uploadUrlResponse = z.object({ uploadUrl: z.string() });
export const validationResponse = z.object({
  valid: z.boolean(),
  violationErrors: z
    .array(
      z.object({
        name: z.string(),
        description: z.string(),
        ruleName: z.string(),
        submissionValidationErrors: z.object({
          errors: z.array(
            z.object({
              errorPath: z.string(),
              errorType: z.enum(submissionErrorTypes),
              customErrorMessage: z.string().optional(),
              params: z.record(z.string(), z.unknown()).optional(),
            }),
          ),
        }),
      }),
    )
    .optional(),
});
export const formattedSubmissionResponse = z.object({
  submissionId: z.guid(),
  submissions: z.array(
    z.object({ key: z.string(), label: z.string(), value: z.string(), fieldId: z.guid().optional() }),
  ),
});
export const submissionDocumentResponse = z.object({
  document: z.object({
    id: z.guid(),
    status: z.literal("READY"),
    readyDetails: z.object({ downloadUrl: z.string() }),
  }),
});
export const downloadedSubmissionResponse = z.object({
  statusCode: z.number(),
  headers: z.array(z.object({ key: z.string(), value: z.string() })),
  body: z.string().describe("Base64."),
});
export const upsertedContactResponse = z.object({
  submitContactResponse: z.object({
    contactId: z.guid(),
    identityType: z.enum(["MEMBER", "NOT_AUTHENTICATED_MEMBER"]),
    newContact: z.boolean(),
  }),
});

const reply = z.object({
  id: z.guid(),
  author: z.string().optional().describe("Name of the staff member who wrote it."),
  to: z.string(),
  message: z.string(),
  createdDate: z.iso.datetime(),
});
export const submissionRepliesResponse = z.object({
  replies: z.array(reply),
  to: z.string().optional().describe("The address that a reply goes to: the one that was submitted."),
  addressChanged: z.boolean().optional().describe("Whether the values contain another address now."),
});
export const submissionReplyResponse = z.object({ reply });
export const submissionTagsResponse = z.object({ tags: z.array(z.string()) });
