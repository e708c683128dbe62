import { endpoint } from "@porchlight/contract/endpoint";
import * as formEndpoints from "@porchlight/contract/forms/endpoints";
import type { CursorPagingMetadata, Form, FormQuery } from "@porchlight/contract/forms/form";
import {
  type FormClosedReason,
  maxFormPageSize,
  submissionValidationRule,
} from "@porchlight/contract/forms/form-values";
import type { FormSubmission, SubmissionInput, SubmissionValidationError } from "@porchlight/contract/forms/submission";
import * as endpoints from "@porchlight/contract/forms/submission-endpoints";
import { defaultPageSize } from "@porchlight/contract/limits";
import { type CheckedValues, checkValues } from "./stub-form-values.ts";
import { matches, readCursor, sort, writeCursor } from "./stub-query.ts";
import { stubHost } from "./stub-redirects.ts";
import {
  errorResponse,
  type RouteContext,
  route,
  StubError,
  type StubRoute,
  validationErrorResponse,
} from "./stub-responses.ts";
import type { StubState } from "./stub-state.ts";

type UploadRequest = { params: { fileId: string } };
/** Receives the bytes of a file, which the stub does not store. */
const upload = /* @__PURE__ */ endpoint<UploadRequest, { file: object }>("PUT", "/form-uploads/:fileId");
const currency = "EUR";

export function formRoutes({ forms, submissions, files }: StubState): StubRoute[] {
  function findForm(formId: unknown): Form {
    const form = forms.find(({ id }) => id === String(formId).toLowerCase());
    if (!form) throw new StubError(errorResponse("FORM_NOT_FOUND"));
    return form;
  }
  const isOwn =
    ({ member, visitorId }: RouteContext) =>
    ({ submitter }: FormSubmission) =>
      member ? submitter.memberId === member.id : submitter.visitorId === visitorId;
  const ownSubmissions = (caller: RouteContext) =>
    submissions.map(({ submission }) => submission).filter(isOwn(caller));

  function check(form: Form, { submissions: values }: SubmissionInput, caller: RouteContext): CheckedValues {
    const reason = closedReason(form, submissions, isOwn(caller));
    if (!reason) return checkValues(form, values, files);
    return {
      errors: [{ errorPath: "", errorType: "DISABLED_FORM_ERROR", params: { reason } }],
      values: {},
      cents: 0,
    };
  }

  return [
    route(formEndpoints.getForm, ({ params }) => {
      const form = findForm(params.formId);
      return { form: hasPayment(form) ? { ...form, currency } : form };
    }),
    route(formEndpoints.listForms, ({ query }) => {
      const listed = forms.filter(({ enabled, namespace }) => enabled && namespace === query.namespace);
      return { forms: listed, pagingMetadata: { count: listed.length, cursors: {}, hasNext: false } };
    }),
    route(endpoints.createSubmission, (request) => {
      const { body, member, visitorId } = request;
      const { submission: input, additionalMetadata } = body;
      const form = findForm(input.formId);
      const submitter = member ? { memberId: member.id } : { visitorId: visitorId ?? "" };
      const { idempotencyKey, honeypot } = additionalMetadata ?? {};
      const key = JSON.stringify([submitter, form.id, idempotencyKey, input.submissions]);
      const repeated = submissions.find((one) => one.key === key);
      if (repeated) return { submission: repeated.submission };
      const { errors, values, cents } = check(form, input, request);
      if (errors.length > 0) throw new StubError(validationErrorResponse(...errors.map(toViolation)));
      const at = new Date(Date.now() + submissions.length).toISOString();
      const submission: FormSubmission = {
        id: crypto.randomUUID(),
        formId: form.id,
        namespace: form.namespace,
        status: cents > 0 ? "PAYMENT_WAITING" : input.status === "PENDING" ? "PENDING" : "CONFIRMED",
        submissions: values,
        createdDate: at,
        updatedDate: at,
        revision: "1",
        submitter,
        seen: false,
        ...(member && { contactId: member.id }),
        extendedFields: { namespaces: {} },
        ...(cents > 0 && {
          orderDetails: { checkoutId: crypto.randomUUID(), itemSubtotal: (cents / 100).toFixed(2), currency },
        }),
      };
      if (!honeypot) submissions.push({ submission, key });
      return { submission };
    }),
    route(endpoints.validateFormSubmission, (request) => {
      const { submission, fieldsToValidate } = request.body;
      const { errors } = check(findForm(submission.formId), submission, request);
      const found = errors.filter(({ errorPath }) => fieldsToValidate?.includes(errorPath.split(".")[0]!) ?? true);
      if (found.length === 0) return { valid: true };
      const [name, ruleName] = ["submission", submissionValidationRule];
      const description = found.map(describe).join(", ");
      return {
        valid: false,
        violationErrors: [{ name, description, ruleName, submissionValidationErrors: { errors: found } }],
      };
    }),
    route(endpoints.querySubmission, (request) => page(ownSubmissions(request), request.body.query)),
    route(endpoints.querySubmissionsByNamespace, (request) => {
      const found = page(ownSubmissions(request), request.body.query);
      return { ...found, pagingMetadata: found.metadata };
    }),
    route(endpoints.getMediaUploadUrl, ({ body }) => {
      findForm(body.formId);
      const fileId = crypto.randomUUID();
      const url = `${stubHost}/media/${fileId}`;
      const file = { fileId, displayName: body.filename, url, ...(body.mimeType && { fileType: body.mimeType }) };
      files.set(fileId, file);
      return { uploadUrl: `${stubHost}/form-uploads/${fileId}` };
    }),
    route(
      upload,
      ({ params }) => {
        const { fileId: id, ...file } = files.get(params.fileId) ?? {};
        if (!id) throw new StubError(errorResponse("NOT_FOUND"));
        return { file: { id, ...file } };
      },
      { isOpen: true },
    ),
    route(endpoints.getSubmission, (request) => {
      const submission = ownSubmissions(request).find(({ id }) => id === request.params.submissionId);
      if (!submission) throw new StubError(errorResponse("SUBMISSION_NOT_FOUND"));
      return { submission };
    }),
  ];
}

const hasPayment = ({ formFields }: Form): boolean =>
  formFields.some(({ inputOptions }) => inputOptions?.inputType === "PAYMENT");

function closedReason(
  { id, enabled, limitationRule = {} }: Form,
  submissions: StubState["submissions"],
  isOwn: (submission: FormSubmission) => boolean,
): FormClosedReason | undefined {
  const { dateTimeOpening, dateTimeDeadline, maxAllowedSubmissions, submissionLimitPerUser } = limitationRule;
  const counted = submissions.flatMap(({ submission }) =>
    submission.formId === id && submission.status !== "PAYMENT_CANCELED" ? submission : [],
  );
  if (!enabled) return "DISABLED";
  if (dateTimeOpening && Date.parse(dateTimeOpening) > Date.now()) return "NOT_OPEN_YET";
  if (dateTimeDeadline && Date.parse(dateTimeDeadline) <= Date.now()) return "DEADLINE";
  if (maxAllowedSubmissions != null && counted.length >= maxAllowedSubmissions) return "LIMIT";
  const isOver = submissionLimitPerUser != null && counted.filter(isOwn).length >= submissionLimitPerUser;
  return isOver ? "LIMIT_PER_USER" : undefined;
}

const describe = ({ customErrorMessage, errorType }: SubmissionValidationError): string =>
  customErrorMessage ?? `is invalid: ${errorType}`;

const toViolation = (error: SubmissionValidationError) => ({
  field: error.errorPath === "" ? "submission" : `submission.submissions.${error.errorPath}`,
  description: describe(error),
  violatedRule: error.errorType === "REQUIRED_VALUE_ERROR" ? ("REQUIRED_FIELD" as const) : ("OTHER" as const),
  ruleName: submissionValidationRule,
  data: { type: error.errorType, ...error },
});

const newest = [{ fieldName: "createdDate", order: "DESC" as const }];

function page(
  own: FormSubmission[],
  { cursorPaging, ...query }: FormQuery = {},
): { submissions: FormSubmission[]; metadata: CursorPagingMetadata } {
  const cursor = cursorPaging?.cursor ? readCursor<typeof query>(cursorPaging.cursor) : undefined;
  const { filter, sort: requestedSort = [] } = cursor?.listQuery ?? query;
  const sorted = sort(
    own.filter((submission) => matches(submission, filter ?? {})),
    requestedSort.length > 0 ? requestedSort : newest,
  );
  const limit = Math.min(cursorPaging?.limit ?? cursor?.page.limit ?? defaultPageSize, maxFormPageSize);
  const offset = cursor?.page.offset ?? 0;
  const found = sorted.slice(offset, offset + limit);
  const hasNext = offset + limit < sorted.length;
  const cursorAt = (start: number) =>
    writeCursor({ listQuery: cursor?.listQuery ?? query, page: { offset: Math.max(0, start), limit } });
  return {
    submissions: found,
    metadata: {
      count: found.length,
      cursors: {
        ...(hasNext && { next: cursorAt(offset + limit) }),
        ...(offset > 0 && { prev: cursorAt(offset - limit) }),
      },
      hasNext,
    },
  };
}
