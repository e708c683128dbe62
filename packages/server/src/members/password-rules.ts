import type { FieldViolation } from "@porchlight/contract/errors";
import { fieldRules, type ViolatedRule } from "@porchlight/contract/field-rules";
import { maxPasswordLength } from "@porchlight/contract/limits";
import type { PasswordProblem } from "@porchlight/contract/staff/staff";
import type { EmailAddress } from "./email-address.ts";

const commonPasswordCount = 10_000;
/** Shorter ones already violate the minimum length. */
const commonPasswordMinLength = 8;
let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/**
 * Returns the rule that `password` violates, its name also in `data.type`; `undefined` if it is valid. There are no
 * composition rules, and nothing is trimmed or truncated.
 *
 * @param minLength Characters (code points after NFC).
 * Source: security requirements §3.2.
 */
export async function passwordViolation(
  password: string,
  { minLength, email, siteName }: { minLength: number; email: EmailAddress | undefined; siteName: string },
): Promise<(FieldViolation & { ruleName: PasswordProblem }) | undefined> {
  const normalized = password.normalize("NFC");
  const length = [...normalized].length;
  if (length < minLength) {
    return passwordError("PASSWORD_TOO_SHORT", `must have at least ${minLength} characters`, "MIN_LENGTH", {
      minimum: minLength,
    });
  }
  if (length > maxPasswordLength) {
    return passwordError("PASSWORD_TOO_LONG", `must have at most ${maxPasswordLength} characters`, "MAX_LENGTH", {
      maximum: maxPasswordLength,
    });
  }
  const plain = normalized.toLowerCase();
  if ((await loadCommonPasswords()).has(plain)) {
    return passwordError("PASSWORD_TOO_COMMON", fieldRules.PASSWORD_TOO_COMMON, "VALIDATION");
  }
  const identities = [
    email?.key,
    email?.key.slice(0, email.key.lastIndexOf("@")),
    siteName.normalize("NFC").toLowerCase(),
  ];
  if (identities.includes(plain) || identities.includes(withoutDecoration(plain) || plain)) {
    return passwordError("PASSWORD_CONTAINS_IDENTITY", fieldRules.PASSWORD_CONTAINS_IDENTITY, "VALIDATION");
  }
  return undefined;
}

function passwordError(
  type: PasswordProblem,
  description: string,
  violatedRule: ViolatedRule,
  data: Record<string, unknown> = {},
): FieldViolation & { ruleName: PasswordProblem } {
  return { field: "password", description, violatedRule, ruleName: type, data: { type, ...data } };
}

/** Removes digits and punctuation around the word: `porchlight2026!` is still the site's name. */
const withoutDecoration = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");

/** Loaded at the first registration and cached: 400 kB that most CLI processes never use. */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswords ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) =>
      new Set(
        dictionary["passwords-common"]
          .filter((candidate) => candidate.length >= commonPasswordMinLength)
          .slice(0, commonPasswordCount)
          .map((candidate) => candidate.toLowerCase()),
      ),
  );
  return commonPasswords;
}
