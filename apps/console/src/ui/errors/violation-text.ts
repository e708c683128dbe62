import type { FieldViolation } from "@porchlight/contract/errors";
import type { FieldRule, ViolatedRule } from "@porchlight/contract/field-rules";
import { text } from "../../texts/text.ts";

const required = () => text("This cannot be empty.");

/** What to do about each named rule. A function, because these texts are loaded after the first page. */
const ruleTexts = (): Readonly<Record<FieldRule, string>> => ({
  EMAIL: text("Enter an email address, such as name@example.com."),
  SAME_EMAIL: text("This is the current email address. Enter another one."),
  PHONE: text("Enter a phone number, such as +44 20 7946 0000."),
  COUNTRY: text("Enter the two letters of a country, such as GB."),
  WEB_ADDRESS: text("Enter an address that starts with https:// or http://."),
  OUTBOUND_ADDRESS: text("Enter an address that starts with https:// or http://."),
  HTTPS_ADDRESS: text("Enter an address that starts with https://."),
  PRIVATE_ADDRESS: text("This address is in a private network. Enter one that is reachable from the internet."),
  ADDRESS_WITH_PASSWORD: text("Remove the user name and the password from the address."),
  PROFILE_ADDRESS: text("Enter a web address, such as https://example.com/ada."),
  IMAGE_ADDRESS: text("Enter the address of an image."),
  SINGLE_LINE: text("Use a single line without special characters such as tabs."),
  LETTERS: text("Enter at least one letter or digit."),
  DIFFERENT_NAMES: text("The names must be different."),
  DIFFERENT_KEYS: text("The keys must be different."),
  DIFFERENT_VALUES: text("Each value may occur only once."),
  NO_COMMA: text("Remove the comma."),
  COLOR: text("Enter a color, such as #796EFF."),
  WHOLE_NUMBER: text("Enter a whole number."),
  EMPTY_RANGE: text("The lower limit is above the upper limit."),
  FIELD_KEY: text("Start with a letter; use letters, numbers and underscores."),
  TEXT: text("Enter a text."),
  NUMBER: text("Enter a number."),
  BOOLEAN: text("Choose yes or no."),
  DATE: text("Enter a date."),
  TIME: text("Enter a time, such as 14:30."),
  LIST: text("Enter a list."),
  LIST_OF_TEXTS: text("Enter a list of texts."),
  ITEM_ID: text("Choose an item."),
  EMAIL_VALUE: text("Enter an email address, such as name@example.com."),
  FUTURE_DATE: text("Choose a time in the future."),
  ANOTHER_TERM: text("Choose a different one."),
  TITLE_TO_PUBLISH: text("Give the post a title before publishing."),
  PAGE_TITLE_TO_PUBLISH: text("Give the page a title before publishing."),
  PASSWORD_TOO_COMMON: text("This password is used by many people. Choose another one."),
  PASSWORD_CONTAINS_IDENTITY: text("Choose a password other than your email address and the name of the site."),
});

/** What to do about each kind of rule, if its limits are known. */
const kindTexts: Readonly<Record<ViolatedRule, (data: FieldViolation["data"]) => string | undefined>> = {
  REQUIRED_FIELD: required,
  REQUIRED_ONE_OF_FIELD: () => text("Enter one of these values."),
  ONE_OF_ALIGNMENT: () => text("Enter one of these values, not several."),
  FIELD_NOT_ALLOWED: () => text("This value cannot be set here."),
  RESERVED: () => text("The site uses this address itself. Enter another one."),
  MIN_LENGTH: ({ minimum }) =>
    minimum === 1
      ? required()
      : ifNumber(minimum, (n) =>
          text("{n, plural, one {Use at least # character.} other {Use at least # characters.}}", { n }),
        ),
  MAX_LENGTH: ({ maximum }) =>
    ifNumber(maximum, (n) =>
      text("{n, plural, one {Use at most # character.} other {Use at most # characters.}}", { n }),
    ),
  MIN_SIZE: ({ minimum }) =>
    ifNumber(minimum, (n) => text("{n, plural, one {Add at least # entry.} other {Add at least # entries.}}", { n })),
  MAX_SIZE: ({ maximum }) =>
    ifNumber(maximum, (n) =>
      text("{n, plural, one {Only # entry is possible.} other {At most # entries are possible.}}", { n }),
    ),
  MIN: ({ minimum }) => ifNumber(minimum, (n) => text("Enter at least {n, number}.", { n })),
  MAX: ({ maximum }) => ifNumber(maximum, (n) => text("Enter at most {n, number}.", { n })),
  INVALID_ENUM_VALUE: () => text("Choose one of the options."),
  // These say nothing without their description.
  FORMAT: () => undefined,
  VALIDATION: () => undefined,
  INVALID: () => undefined,
  OTHER: () => undefined,
};

const ifNumber = (value: unknown, toText: (number: number) => string) =>
  typeof value === "number" ? toText(value) : undefined;

/** What to do about a rejected value, in the language of the page; for unknown rules, what the server says. */
export function violationText({ violatedRule, data, description }: FieldViolation): string {
  const named = Object.entries(ruleTexts()).find(([name]) => name === data.type);
  return (
    named?.[1] ??
    Object.entries(kindTexts).find(([name]) => name === violatedRule)?.[1](data) ??
    text("The value {description}.", { description })
  );
}
