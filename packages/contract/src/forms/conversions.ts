import type { Conversion, ConversionRules } from "../wire/conversion-rules.ts";

/** Names of values, properties and extended fields belong to the site. Source: transforms.json, forms_submissions. */
const submissionRules = (submission: string): ConversionRules => ({
  timestamp: [`${submission}.createdDate`, `${submission}.updatedDate`],
  verbatim: [`${submission}.submissions`, `${submission}.extendedFields.namespaces`],
});
const submitted = /* @__PURE__ */ submissionRules("submission");
const listed = /* @__PURE__ */ submissionRules("submissions");

export const oneSubmission: Conversion = { request: submitted, response: submitted, optionFields: ["captchaToken"] };
export const submissionReplies: Conversion = { response: { timestamp: ["replies.createdDate"] } };
export const submissionReply: Conversion = { response: { timestamp: ["reply.createdDate"] } };
export const manySubmissions: Conversion = { response: listed };

export const downloadedSubmission: Conversion = { response: { bytes: ["body"] } };

const withTimestamp = (path: string, { timestamp = [], ...rules }: ConversionRules): ConversionRules => ({
  ...rules,
  timestamp: [...timestamp, path],
});
const formRules = (form: string): ConversionRules => ({
  timestamp: [
    `${form}.createdDate`,
    `${form}.updatedDate`,
    `${form}.limitationRule.dateTimeDeadline`,
    `${form}.limitationRule.dateTimeOpening`,
  ],
  verbatim: [
    `${form}.extendedFields.namespaces`,
    `${form}.formFields.inputOptions.objectOptions.validation.properties`,
    `${form}.formFields.inputOptions.**.richContent`,
    `${form}.formFields.inputOptions.**.description`,
    `${form}.formFields.inputOptions.booleanOptions.checkboxOptions.label`,
    `${form}.formFields.displayOptions.richContentOptions.richContent`,
    `${form}.submitSettings.thankYouMessageOptions.richContent`,
    `${form}.disabledFormMessage`,
    `${form}.formRules.overrides.fieldOptions.allowedValuesOptions`,
  ],
});
const defined = /* @__PURE__ */ formRules("form");
const definedForms = /* @__PURE__ */ formRules("forms");

export const oneForm: Conversion = { request: defined, response: defined };
export const manyForms: Conversion = { request: definedForms, response: definedForms };
export const formDraft: Conversion = {
  request: defined,
  response: /* @__PURE__ */ withTimestamp("draft.updatedDate", formRules("draft.form")),
};
export const formDrafts: Conversion = { response: { timestamp: ["drafts.updatedDate"] } };
export const bulkForms: Conversion = {
  request: definedForms,
  response: /* @__PURE__ */ formRules("results.item"),
};
/** Names of namespaces and their data are the site's own. */
const withNamespaceData = (rules: ConversionRules): Conversion => ({
  request: { verbatim: ["namespaceData"] },
  response: { ...rules, verbatim: [...(rules.verbatim ?? []), "namespaceData"] },
});
export const formExtendedFields: Conversion = /* @__PURE__ */ withNamespaceData(defined);
export const submissionExtendedFields: Conversion = /* @__PURE__ */ withNamespaceData(submitted);
