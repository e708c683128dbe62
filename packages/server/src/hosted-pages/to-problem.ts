import type { FieldViolation } from "@porchlight/contract/errors";
import { InvalidArguments, Refusal } from "../platform/context/errors.ts";
import { errorResponse } from "../platform/http/error-response.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { type Problem, type ValidationError, validationProblem } from "./views/problem.ts";

const minute = 60;

/** The same error for an unknown email and a wrong password, so that accounts cannot be enumerated. */
export const invalidCredentials = validationProblem({
  key: "auth.error.credentials",
  field: "email",
  alsoMarks: "password",
});

/** Converts an error to a message with the status of the API. Logs unexpected errors. */
export function toProblem(context: ServerContext, error: unknown, requestId: string): Problem {
  if (error instanceof InvalidArguments) return validationProblem(...error.violations.map(violationError));
  const refused = error instanceof Refusal && refusalToProblem(error);
  if (refused) return refused;
  const { status, headers } = errorResponse(error, requestId, context.log);
  const retryAfter = Number(headers.get("retry-after") ?? Number.NaN);
  const wait = Number.isNaN(retryAfter) ? {} : { retryAfter };
  if (status === 429) return { status, ...wait, notice: { kind: "warning", ...retryText(retryAfter) } };
  if (status === 503) return { status, ...wait, notice: { kind: "danger", key: "auth.error.unreachable" } };
  return { status, requestId, notice: { kind: "danger", key: "auth.error.unfinished" } };
}

function refusalToProblem({ code, data }: Refusal): Problem | undefined {
  switch (code) {
    case "-19976":
      return invalidCredentials;
    case "-19995":
      return validationProblem({ key: "auth.error.emailExists", field: "email" });
    case "VERIFICATION_FAILED":
    case "INVALID_CODE":
      return validationProblem(codeError(data));
    case "PUSH_DENIED":
      return { status: 403, notice: { kind: "danger", key: "secondStep.PUSH.denied" } };
    case "PUSH_EXPIRED":
      return { status: 403, notice: { kind: "danger", key: "secondStep.PUSH.expired" } };
    case "-19971":
      return { status: 400, captcha: captchaKindOf(data), notice: { kind: "warning", key: "hosted.captcha.missing" } };
    case "-19970": {
      const key = data["reason"] === "provider" ? "captcha.error.unreachable" : "captcha.error.expired";
      return { status: 400, captcha: captchaKindOf(data), notice: { kind: "warning", key } };
    }
    default:
      return undefined;
  }
}

/** Codes that were sent have a limited number of attempts; codes of an authenticator app do not. */
function codeError({ triesLeft, expired }: Record<string, unknown>): ValidationError {
  if (typeof triesLeft === "number" && triesLeft > 0)
    return { key: "auth.error.codeWrongTries", values: { n: triesLeft }, field: "code" };
  const isSent = expired === true || triesLeft !== undefined;
  return { key: isSent ? "auth.error.codeExpired" : "secondStep.error.codeWrong", field: "code" };
}

const captchaKindOf = ({ kind }: Readonly<Record<string, unknown>>) => (kind === "visible" ? kind : "silent");

function violationError({ data }: FieldViolation): ValidationError {
  switch (data["type"]) {
    case "EMAIL":
      return { key: "auth.check.emailForm", field: "email" };
    case "PASSWORD_TOO_SHORT":
      return { key: "auth.check.passwordShort", values: { min: Number(data["minimum"]) }, field: "password" };
    case "PASSWORD_TOO_LONG":
      return { key: "auth.check.passwordLong", values: { max: Number(data["maximum"]) }, field: "password" };
    case "PASSWORD_TOO_COMMON":
      return { key: "auth.check.passwordCommon", field: "password" };
    case "PASSWORD_CONTAINS_IDENTITY":
      return { key: "auth.check.passwordPersonal", field: "password" };
    default:
      return { key: "auth.error.unfinished" };
  }
}

function retryText(seconds: number) {
  if (Number.isNaN(seconds)) return { key: "common.error.waitUnknown" } as const;
  if (seconds < minute) return { key: "common.error.waitSeconds", values: { n: seconds } } as const;
  return { key: "common.error.waitMinutes", values: { n: Math.ceil(seconds / minute) } } as const;
}
