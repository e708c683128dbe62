import * as z from "zod";
import { guid, languageTag, queryBoolean, queryList, singleLineText } from "../wire/value-schema.ts";
import { maxReplyLength, maxTargetLength, submissionStatuses } from "./form-values.ts";
import {
  extendedFields,
  formId,
  formQuery,
  idList,
  namespace,
  queryPaging,
  requiredFilter,
  revision,
  tagChangesShape,
  tagList,
} from "./schema.ts";

/** Requests about submissions. Source: entities.md, "Form submission". */

const status = z.enum(submissionStatuses);
/** Values by target; the form's definition validates them. */
const values = z
  .record(z.string().max(maxTargetLength), z.unknown())
  .refine((submissions) => Object.keys(submissions).length <= 500, "must have at most 500 values");
const submission = z.object({
  formId,
  submissions: values,
  status: status.optional(),
  extendedFields: extendedFields.optional(),
});
const metadata = z
  .looseObject({
    idempotencyKey: singleLineText(100).min(1).optional(),
    honeypot: z.string().max(2000).optional(),
    language: languageTag.optional(),
  })
  .nullish();
const byId = z.object({ params: z.object({ submissionId: guid }) });

export const createSubmissionRequest = z.object({
  body: z.object({
    submission,
    captchaToken: z.string().min(1).max(3000).nullish(),
    additionalMetadata: metadata,
  }),
});
export const submissionByIdRequest = byId;
export const downloadSubmissionRequest = byId.extend({
  query: z.object({ accessToken: z.string().min(1).max(10_000) }),
});
export const upsertContactFromSubmissionRequest = z.object({
  body: z.object({ submissionId: guid, contactId: guid.nullish(), emailVerified: z.boolean().optional() }),
});
export const updateSubmissionRequest = byId.extend({
  body: z.object({
    submission: z.object({
      revision,
      formId: formId.optional(),
      submissions: values.optional(),
      status: status.optional(),
      seen: z.boolean().optional(),
      extendedFields: extendedFields.optional(),
      tags: z.object({ tags: tagList.optional() }).optional(),
    }),
  }),
});
export const deleteSubmissionRequest = byId.extend({
  query: z.object({ permanent: queryBoolean.optional(), preserveFiles: queryBoolean.optional() }),
});
export const bulkDeleteSubmissionsRequest = z.object({
  body: z.object({
    formId,
    submissionIds: idList.optional(),
    permanent: z.boolean().optional(),
    preserveFiles: z.boolean().optional(),
  }),
});
export const bulkMarkSubmissionsAsSeenRequest = z.object({ body: z.object({ ids: idList.optional(), formId }) });
export const querySubmissionsRequest = z.object({
  body: z.object({ query: formQuery, onlyYourOwn: z.boolean().optional(), returnTotalCount: z.boolean().nullish() }),
});
export const searchSubmissionsRequest = z.object({
  body: z.object({
    search: formQuery.extend({
      search: z
        .object({
          expression: singleLineText(100).nullish(),
          mode: z.enum(["OR", "AND"]).optional(),
          fuzzy: z.boolean().optional(),
        })
        .nullish(),
    }),
  }),
});
const statuses = z.array(status).max(4).optional();
export const countSubmissionsRequest = z.object({ body: z.object({ formIds: idList, namespace, statuses }) });
export const countSubmissionsByFilterRequest = z.object({ body: z.object({ filter: requiredFilter.nullish() }) });
export const getMediaUploadUrlRequest = z.object({
  body: z.object({
    formId,
    filename: singleLineText(255).trim().min(1),
    mimeType: singleLineText(100).optional(),
  }),
});
export const validateSubmissionRequest = z.object({
  body: z.object({
    submission,
    additionalMetadata: metadata,
    fieldsToValidate: z.array(z.string().max(maxTargetLength)).max(200).optional(),
  }),
});
export const listDeletedSubmissionsRequest = z.object({
  query: z.object({
    formId,
    submissionIds: queryList(guid, 10).optional(),
    paging: queryPaging,
    statuses: queryList(status, 4).optional(),
    namespace: z.string().max(50).optional(),
  }),
});
export const countDeletedSubmissionsRequest = z.object({
  body: z.object({ formIds: idList, namespace: namespace.optional(), statuses }),
});
export const bulkRemoveSubmissionsFromTrashRequest = z.object({
  body: z.object({ formId, submissionIds: idList.optional() }),
});
export const bulkUpdateSubmissionTagsRequest = z.object({
  body: z.object({ submissionIds: idList, ...tagChangesShape }),
});
export const bulkUpdateSubmissionTagsByFilterRequest = z.object({
  body: z.object({ filter: requiredFilter, ...tagChangesShape }),
});
export const exportSubmissionsRequest = z.object({
  params: z.object({ formId }),
  query: z.object({ format: z.enum(["CSV", "JSON"]).optional() }),
});
/** The payment page's message. The signature is in a header. */
export const paymentCallbackRequest = z.object({
  params: z.object({ checkoutId: guid }),
  body: z.object({ status: z.enum(["PAID", "CANCELED"]) }),
});
export const replyToSubmissionRequest = byId.extend({
  body: z.object({ message: z.string().trim().min(1).max(maxReplyLength) }),
});
