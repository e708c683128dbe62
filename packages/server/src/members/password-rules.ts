import type { FieldViolation } from "@porchlight/contract/errors";
import { maxPasswordLength } from "@porchlight/contract/limits";
import type { EmailAddress } from "./email-address.ts";

/** Why a password is refused; travels as `data.type` of the violation, so that screens choose their own words. */
export type PasswordProblem =
  | "PASSWORD_TOO_SHORT"
  | "PASSWORD_TOO_LONG"
  | "PASSWORD_TOO_COMMON"
  | "PASSWORD_CONTAINS_IDENTITY";

const commonPasswordCount = 10_000;
/** A shorter common password falls to the length rule already. */
const commonPasswordMinLength = 8;
let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/**
 * The rule that `password` breaks, as a violation of the field `password`; `undefined` when it may be used.
 * There are no rules of composition, and nothing is trimmed or cut.
 *
 * @param minLength Characters (code points after NFC).
 * Source: security requirements §3.2.
 */
export async function passwordViolation(
  password: string,
  { minLength, email, siteName }: { minLength: number; email: EmailAddress | undefined; siteName: string },
): Promise<FieldViolation | undefined> {
  const normalised = password.normalize("NFC");
  const length = [...normalised].length;
  if (length < minLength) {
    return refuse("PASSWORD_TOO_SHORT", `must have at least ${minLength} characters`, "MIN_LENGTH", {
      minimum: minLength,
    });
  }
  if (length > maxPasswordLength) {
    return refuse("PASSWORD_TOO_LONG", `must have at most ${maxPasswordLength} characters`, "MAX_LENGTH", {
      maximum: maxPasswordLength,
    });
  }
  const plain = normalised.toLowerCase();
  if ((await loadCommonPasswords()).has(plain)) {
    return refuse("PASSWORD_TOO_COMMON", "is on the lists that attackers try first", "VALIDATION");
  }
  const identities = [
    email?.key,
    email?.key.slice(0, email.key.lastIndexOf("@")),
    siteName.normalize("NFC").toLowerCase(),
  ];
  if (identities.includes(plain) || identities.includes(withoutDecoration(plain) || plain)) {
    return refuse("PASSWORD_CONTAINS_IDENTITY", "must not be the e-mail or the site's name", "VALIDATION");
  }
  return undefined;
}

function refuse(
  type: PasswordProblem,
  description: string,
  violatedRule: string,
  data: Record<string, unknown> = {},
): FieldViolation {
  return { field: "password", description, violatedRule, ruleName: type, data: { type, ...data } };
}

/** `porchlight2026!` is still the site's name. */
const withoutDecoration = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");

/** Read at the first registration and kept: 400 kB that most processes of the command line never need. */
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
