import { asRecord, authErrorOfKind } from "./auth-errors.ts";
import type { AuthTexts } from "./auth-screen.tsx";
import type { AuthError, AuthFieldName, FormError } from "./form-error.ts";

const nameFields: readonly AuthFieldName[] = ["firstName", "lastName", "nickname"];

/** Why a change of the account did not go through, read by shape as in `explainError`. */
export function toAccountError(error: unknown, now: number): AuthError {
  const { kind, code, details, requestId, retryAfter } = asRecord(error);
  // The question was put away.
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
    // While the session is lost or cannot be renewed, calls go out as a visitor's, who may change nothing.
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
    const name = nameFields.find((known) => String(field).endsWith(`.${known}`));
    if (!name) return [];
    return [{ key: violatedRule === "MAX_LENGTH" ? "auth.check.nameLong" : "account.check.name", field: name }];
  });
}

/** Whether the words of the failure stand alone. */
export const isCompleteSentence = ({ key }: AuthError): boolean => !key.startsWith("account.reason.");

/** The reason in words that stand within a sentence. `secondsLeft`: until there may be another try. */
export function reasonText(text: AuthTexts, failure: AuthError, secondsLeft: number): string {
  if (secondsLeft === 0) return text(failure.key);
  if (secondsLeft < 60) return text("account.reason.tooManySeconds", { n: secondsLeft });
  return text("account.reason.tooManyMinutes", { n: Math.ceil(secondsLeft / 60) });
}
