/** Enumerations and limits of forms. Source: entities-forms.md, entities.md ("Form submission"). */

export const fieldTypes = ["INPUT", "DISPLAY"] as const;
export type FormFieldType = (typeof fieldTypes)[number];

export const inputTypes = [
  "STRING",
  "NUMBER",
  "BOOLEAN",
  "ARRAY",
  "OBJECT",
  "WIX_FILE",
  "PAYMENT",
  "SCHEDULING",
  "ADDRESS",
] as const;
/** The type of an input field's value. */
export type InputType = (typeof inputTypes)[number];

/** The property of an input field with the options of each input type. */
export const inputOptionsNames = {
  STRING: "stringOptions",
  NUMBER: "numberOptions",
  BOOLEAN: "booleanOptions",
  ARRAY: "arrayOptions",
  OBJECT: "objectOptions",
  WIX_FILE: "wixFileOptions",
  PAYMENT: "paymentOptions",
  SCHEDULING: "schedulingOptions",
  ADDRESS: "addressOptions",
} as const satisfies Record<InputType, string>;

/** Components by input type; the options of a component have its name, such as `textInputOptions`. */
export const componentTypes = {
  STRING: [
    "TEXT_INPUT",
    "RADIO_GROUP",
    "DROPDOWN",
    "DATE_TIME",
    "PHONE_INPUT",
    "DATE_INPUT",
    "TIME_INPUT",
    "DATE_PICKER",
    "SERVICES_DROPDOWN",
    "PASSWORD",
  ],
  NUMBER: ["NUMBER_INPUT", "RATING_INPUT"],
  BOOLEAN: ["CHECKBOX"],
  ARRAY: ["CHECKBOX_GROUP", "TAGS", "SERVICES_CHECKBOX_GROUP"],
  OBJECT: [],
  WIX_FILE: ["FILE_UPLOAD", "SIGNATURE"],
  PAYMENT: ["CHECKBOX_GROUP", "DONATION_INPUT", "PAYMENT_INPUT", "FIXED_PAYMENT"],
  SCHEDULING: ["APPOINTMENT"],
  ADDRESS: ["MULTILINE_ADDRESS"],
} as const satisfies Record<InputType, readonly string[]>;

export const displayFieldTypes = ["RICH_CONTENT", "PAGE_NAVIGATION", "LOGIN_BAR"] as const;
export type DisplayFieldType = (typeof displayFieldTypes)[number];

export const stringFormats = [
  "UNDEFINED",
  "DATE",
  "TIME",
  "DATE_TIME",
  "EMAIL",
  "URL",
  "UUID",
  "PHONE",
  "URI",
  "HOSTNAME",
  "COLOR_HEX",
  "CURRENCY",
  "LANGUAGE",
  "DATE_OPTIONAL_TIME",
] as const;
export type StringFormat = (typeof stringFormats)[number];

/** Types of values in summaries. */
export type SummaryFieldType = Exclude<InputType, "SCHEDULING"> | "RATING" | "SIGNATURE" | StringFormat;

export const ruleOperators = [
  "EQUAL",
  "NOT_EQUAL",
  "EMPTY",
  "NOT_EMPTY",
  "CONTAINS",
  "NOT_CONTAINS",
  "LESS_THAN",
  "LESS_THAN_OR_EQUALS",
  "GREATER_THAN",
  "GREATER_THAN_OR_EQUALS",
  "BEFORE",
  "BEFORE_OR_EQUAL",
  "AFTER",
  "AFTER_OR_EQUAL",
  "BETWEEN",
  "ANY",
  "ARRAY_EQUAL",
  "ARRAY_NOT_EQUAL",
  "CHECKED",
  "NOT_CHECKED",
  "IN",
  "NOT_IN",
  "IS_DATE_OLDER_THAN",
  "IS_DATE_OLDER_THAN_OR_EQUAL",
  "IS_DATE_NEWER_THAN",
  "IS_DATE_NEWER_THAN_OR_EQUAL",
] as const;
/** Comparison of a value in the condition of a rule. */
export type RuleOperator = (typeof ruleOperators)[number];

/** Properties that a rule changes. `ALLOWED_VALUES` has no name in the contract; its options exist. */
export const changeableProperties = ["REQUIRED", "HIDDEN", "ALLOWED_VALUES"] as const;
export type ChangeableProperty = (typeof changeableProperties)[number];

/** `BASIC`: honeypot. `ADVANCED`: honeypot and captcha. Default: `BASIC`. */
export const spamFilterLevels = ["UNKNOWN", "NONE", "BASIC", "ADVANCED"] as const;
export type SpamFilterProtectionLevel = (typeof spamFilterLevels)[number];

export const requiredIndicators = ["ASTERISK", "TEXT", "NONE"] as const;
export const requiredIndicatorPlacements = ["AFTER_FIELD_TITLE", "BEFORE_FIELD_TITLE"] as const;
export const submitSuccessActions = ["NO_ACTION", "THANK_YOU_MESSAGE", "REDIRECT", "POPUP"] as const;
export const redirectTargets = ["UNKNOWN_TARGET", "SELF", "BLANK"] as const;
export const contactAutofills = ["MEMBER_DATA", "FORM_INPUT"] as const;
/** Stored for the contract's clients: submissions are visible to their submitter and to API keys only. */
export const submissionAccesses = [
  "UNKNOWN_SUBMISSION_ACCESS",
  "OWNER_AND_COLLABORATORS",
  "MEMBERS",
  "PUBLIC",
] as const;
export const formListOrders = [
  "UPDATED_DATE_DESC",
  "UPDATED_DATE_ASC",
  "CREATED_DATE_ASC",
  "CREATED_DATE_DESC",
  "NAME_ASC",
  "NAME_DESC",
] as const;
export type FormListOrder = (typeof formListOrders)[number];
export const formFieldsets = ["UNKNOWN", "NESTED_FORMS", "METADATA"] as const;
export type FormFieldset = (typeof formFieldsets)[number];
export const nameFilterTypes = ["EXACT_MATCH", "STARTS_WITH"] as const;

export const contactFields = [
  "FIRST_NAME",
  "LAST_NAME",
  "COMPANY",
  "POSITION",
  "EMAIL",
  "PHONE",
  "ADDRESS",
  "BIRTHDATE",
  "CUSTOM_FIELD",
  "SUBSCRIPTION",
  "VAT_ID",
] as const;

export const uploadFileFormats = ["VIDEO", "IMAGE", "AUDIO", "DOCUMENT", "ARCHIVE", "MODEL_3D"] as const;
export type UploadFileFormat = (typeof uploadFileFormats)[number];

export const submissionStatuses = ["PENDING", "CONFIRMED", "PAYMENT_WAITING", "PAYMENT_CANCELED"] as const;
/** `PENDING` waits for confirmation, `PAYMENT_WAITING` for a payment. Source: spec §4, "Submission status". */
export type SubmissionStatus = (typeof submissionStatuses)[number];

export const submissionErrorTypes = [
  "UNKNOWN_ERROR",
  "TYPE_ERROR",
  "REQUIRED_VALUE_ERROR",
  "UNKNOWN_VALUE_ERROR",
  "MAX_LENGTH_ERROR",
  "MIN_LENGTH_ERROR",
  "PATTERN_ERROR",
  "FORMAT_ERROR",
  "MAX_VALUE_ERROR",
  "MIN_VALUE_ERROR",
  "MULTIPLE_OF_VALUE_ERROR",
  "MIN_ITEMS_ERROR",
  "MAX_ITEMS_ERROR",
  "NOT_ALLOWED_VALUE_ERROR",
  "DISABLED_FORM_ERROR",
] as const;
/** Why a value is invalid. Source: entities.md, SubmissionErrorType. */
export type SubmissionErrorType = (typeof submissionErrorTypes)[number];

export const closedReasons = ["DISABLED", "NOT_OPEN_YET", "DEADLINE", "LIMIT", "LIMIT_PER_USER"] as const;
/** Why a form accepts no submissions. */
export type FormClosedReason = (typeof closedReasons)[number];

/** Rule name of the violations of a submission. Source: wire.md, "Forms". */
export const submissionValidationRule = "SUBMISSION_VALIDATION";

/** Namespace of forms that are created without one. Source: recordings/forms.json. */
export const defaultFormNamespace = "wix.form_app.form";

/** Maximum page size of lists of forms and submissions. */
export const maxFormPageSize = 100;
export const maxFormFields = 500;

/** Maximum number of pages of a form. */
export const maxFormPages = 100;

/** Maximum number of rules of a form. */
export const maxFormRules = 100;
/** Characters. */
export const maxTargetLength = 200;
/** Characters of one text value. */
export const maxTextValueLength = 20_000;
/** Values of a `RATING_INPUT` are whole numbers from 1 to this. */
export const maxRating = 5;
/** Characters of a typed signature. */
export const maxTypedSignatureLength = 200;
/** Characters of a reply to a submission. */
export const maxReplyLength = 10_000;
