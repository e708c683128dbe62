/** Values of `violatedRule` of a field violation. Source: errors.md §1. */
export const violatedRules = [
  "REQUIRED_FIELD",
  "REQUIRED_ONE_OF_FIELD",
  "ONE_OF_ALIGNMENT",
  "FIELD_NOT_ALLOWED",
  "MIN_LENGTH",
  "MAX_LENGTH",
  "MIN_SIZE",
  "MAX_SIZE",
  "MIN",
  "MAX",
  "INVALID_ENUM_VALUE",
  "RESERVED",
  "FORMAT",
  "VALIDATION",
  "INVALID",
  "OTHER",
] as const;
/** A value of `violatedRule`. */
export type ViolatedRule = (typeof violatedRules)[number];

/**
 * Rules more specific than `violatedRule`, with the description of a violation. The name is in `ruleName` and
 * `data.type`, so that programs can describe the violation in another language.
 */
export const fieldRules = {
  EMAIL: "must be an email address, like name@example.com",
  SAME_EMAIL: "must differ from the current email",
  PHONE: "must be a phone number, like +44 20 7946 0000",
  COUNTRY: "must be two letters of ISO 3166-1, like GB",
  WEB_ADDRESS: "must be an http or https address",
  HTTPS_ADDRESS: "is not an https address",
  OUTBOUND_ADDRESS: "is not an http or https URL",
  PRIVATE_ADDRESS: "is a private address",
  PROFILE_ADDRESS: "must be a web address, such as https://example.com/ada",
  IMAGE_ADDRESS: "must be the URL of an image",
  ADDRESS_WITH_PASSWORD: "must have no user and no password in it",
  SINGLE_LINE: "must not contain control characters",
  LETTERS: "must have a letter, a digit or a sign",
  DIFFERENT_NAMES: "must have different names",
  DIFFERENT_KEYS: "must have different keys",
  NO_COMMA: "must not contain a comma",
  DIFFERENT_VALUES: "has a value twice",
  COLOR: "must be a color, such as #796EFF",
  WHOLE_NUMBER: "must be a whole number",
  EMPTY_RANGE: "must not have its lower bound above its upper one",
  FIELD_KEY:
    "must be letters, digits, _ and -, beginning with a letter or _, and neither __proto__, prototype nor constructor",
  TEXT: "has to be a text",
  NUMBER: "has to be a number",
  BOOLEAN: "has to be true or false",
  DATE: "has to be a date",
  TIME: "has to be a time, like 14:30",
  LIST: "has to be a list",
  LIST_OF_TEXTS: "has to be a list of texts",
  ITEM_ID: "has to be the id of an item",
  EMAIL_VALUE: "has to be an email",
  FUTURE_DATE: "must be in the future",
  ANOTHER_TERM: "must be another one",
  TITLE_TO_PUBLISH: "is required to publish a post",
  PAGE_TITLE_TO_PUBLISH: "is required to publish the page",
  PASSWORD_TOO_COMMON: "is a commonly used password",
  PASSWORD_CONTAINS_IDENTITY: "must not be the email or the site's name",
} as const;
/** The name of a rule of {@link fieldRules}. */
export type FieldRule = keyof typeof fieldRules;
