import type { FieldViolation } from "@porchlight/contract/errors";
import { InvalidArguments, Refusal } from "../platform/context/errors.ts";
import type { ServerContext } from "../platform/context/server-context.ts";
import { errorResponse } from "../platform/http/error-response.ts";
import { type Issue, type Problem, wrong } from "./views/problem.ts";

/** Below this many seconds a wait is told in seconds. */
const minute = 60;

/** E-mail and password do not match, and nothing tells which of them it is. */
export const wrongCredentials = wrong({
  key: "auth.error.credentials",
  field: "email",
  alsoMarks: "password",
});

/** What went wrong, in words and with the status of the API; a fault of ours is logged. */
export function explainFailure(context: ServerContext, error: unknown, requestId: string): Problem {
  if (error instanceof InvalidArguments) return wrong(...error.violations.map(explainViolation));
  const refused = error instanceof Refusal && explainRefusal(error);
  if (refused) return refused;
  const { status, headers } = errorResponse(error, requestId, context.log);
  const retryAfter = Number(headers.get("retry-after") ?? Number.NaN);
  const wait = Number.isNaN(retryAfter) ? {} : { retryAfter };
  if (status === 429) return { status, ...wait, notice: { kind: "warning", ...waitText(retryAfter) } };
  if (status === 503) return { status, ...wait, notice: { kind: "danger", key: "auth.error.unreachable" } };
  return { status, requestId, notice: { kind: "danger", key: "auth.error.unfinished" } };
}

function explainRefusal({ code, data }: Refusal): Problem | undefined {
  switch (code) {
    case "-19976":
      return wrongCredentials;
    case "-19995":
      return wrong({ key: "auth.error.emailExists", field: "email" });
    case "VERIFICATION_FAILED":
    case "INVALID_CODE":
      return wrong(explainCode(data));
    case "PUSH_DENIED":
      return { status: 403, notice: { kind: "danger", key: "secondStep.PUSH.denied" } };
    case "PUSH_EXPIRED":
      return { status: 403, notice: { kind: "danger", key: "secondStep.PUSH.expired" } };
    case "-19971":
      return { status: 400, captcha: kindOf(data), notice: { kind: "warning", key: "hosted.captcha.missing" } };
    case "-19970": {
      const key = data["reason"] === "provider" ? "captcha.error.unreachable" : "captcha.error.expired";
      return { status: 400, captcha: kindOf(data), notice: { kind: "warning", key } };
    }
    default:
      return undefined;
  }
}

/** Of a code that was sent: how many tries it has left. Nobody counts those of a code that an app makes. */
function explainCode({ triesLeft, expired }: Record<string, unknown>): Issue {
  if (typeof triesLeft === "number" && triesLeft > 0)
    return { key: "auth.error.codeWrongTries", values: { n: triesLeft }, field: "code" };
  const isSent = expired === true || triesLeft !== undefined;
  return { key: isSent ? "auth.error.codeExpired" : "secondStep.error.codeWrong", field: "code" };
}

const kindOf = ({ kind }: Readonly<Record<string, unknown>>) => (kind === "visible" ? kind : "silent");

function explainViolation({ data }: FieldViolation): Issue {
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

function waitText(seconds: number) {
  if (Number.isNaN(seconds)) return { key: "common.error.waitUnknown" } as const;
  if (seconds < minute) return { key: "common.error.waitSeconds", values: { n: seconds } } as const;
  return { key: "common.error.waitMinutes", values: { n: Math.ceil(seconds / minute) } } as const;
}
