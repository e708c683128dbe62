import { asRecord, authErrorOfKind } from "./auth-errors.ts";
import type { AuthTexts } from "./auth-screen.tsx";
import type { AuthError, AuthFieldName, FormError } from "./form-error.ts";

const nameFields: readonly AuthFieldName[] = ["firstName", "lastName", "nickname"];

/** Converts an error of an account operation, by shape as in `toAuthError`. */
export function toAccountError(error: unknown, now: number): AuthError {
  const { kind, code, details, requestId, retryAfter } = asRecord(error);
  // The dialog was canceled.
  if (code === "REAUTHENTICATION_REQUIRED") return { key: "account.reason.unproved", display: "notice" };
  const [violation, ...more] = explainNames(details);
  if (violation) return { ...violation, display: "summary", additionalErrors: more };
  const about = typeof requestId === "string" ? { requestId } : {};
  const facts = {
    kind: typeof kind === "string" ? kind : undefined,
    retryAfter: typeof retryAfter === "number" ? retryAfter : undefined,
  };
  const { retryAt } = authErrorOfKind(facts, now) ?? {};
  return { key: reasonOf(facts.kind), display: "notice", ...about, ...(retryAt === undefined ? {} : { retryAt }) };
}

function reasonOf(kind: string | undefined): FormError["key"] {
  switch (kind) {
    case "network":
    case "timeout":
    case "unavailable":
      return "account.reason.unreachable";
    case "rateLimited":
      return "account.reason.tooMany";
    // A lost or unrenewable session makes calls as a visitor, who cannot change anything.
    case "forbidden":
    case "unauthenticated":
      return "account.reason.signedOut";
    default:
      return "account.reason.unknown";
  }
}

function explainNames(details: unknown): FormError[] {
  const violations = asRecord(asRecord(details).validationError).fieldViolations;
  if (!Array.isArray(violations)) return [];
  return violations.map(asRecord).flatMap(({ field, violatedRule }): FormError[] => {
    const name = nameFields.find((candidate) => String(field).endsWith(`.${candidate}`));
    if (!name) return [];
    return [{ key: violatedRule === "MAX_LENGTH" ? "auth.check.nameLong" : "account.check.name", field: name }];
  });
}

/** Whether the error's text is a complete sentence. */
export const isCompleteSentence = ({ key }: AuthError): boolean => !key.startsWith("account.reason.");

/** The reason as part of a sentence. `secondsLeft`: until a retry is allowed. */
export function reasonText(text: AuthTexts, failure: AuthError, secondsLeft: number): string {
  if (secondsLeft === 0) return text(failure.key);
  if (secondsLeft < 60) return text("account.reason.tooManySeconds", { n: secondsLeft });
  return text("account.reason.tooManyMinutes", { n: Math.ceil(secondsLeft / 60) });
}
