import { isDeepStrictEqual } from "node:util";
import { areaDocs } from "@porchlight/contract/docs";
import { type ErrorCode, errors } from "@porchlight/contract/errors";
import { internalsPattern, type MadeRequest, type Operation } from "./fuzz.ts";

const docs = new Map(areaDocs.flatMap((area) => Object.entries(area.docs)));

/** Longer than any request takes. */
const limitMs = 60_000;

/** Sends the request. @returns What is wrong with the response, with the request; `undefined` if nothing is. */
export async function findProblem(operation: Operation, request: MadeRequest): Promise<string | undefined> {
  const { url, ...init } = request;
  const response = await fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(limitMs) });
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  if (isStream) await response.body?.cancel();
  const text = isStream ? "" : await response.text();
  const problem = isStream ? undefined : problemOf(operation, response, text);
  if (problem === undefined) return undefined;
  const shown = typeof init.body === "string" ? init.body : Buffer.from(init.body ?? "").toString("latin1");
  return [
    problem,
    `${operation.operationId}: ${init.method} ${url.slice(0, 600)}`,
    JSON.stringify(init.headers),
    shown.slice(0, 1_500),
    `${response.status} ${text.slice(0, 1_500)}`,
  ].join("\n");
}

function problemOf({ operationId, tags, responses }: Operation, response: Response, text: string): string | undefined {
  const { status, headers } = response;
  if (status >= 500) return "is an error of the server";
  if (!/^[\w-]{36}$/.test(headers.get("x-wix-request-id") ?? "")) return "has no request ID";
  if (text.includes(process.cwd())) return "contains a path of the server";
  if (status === 304) return undefined;
  if (headers.get("content-type") !== "application/json; charset=utf-8") return "is not JSON";
  const body = JSON.parse(text) as unknown;
  if (status === 200) return undocumentedPartOf(operationId, body);
  if (internalsPattern.test(text)) return "contains internals";
  if (headers.get("cache-control") !== "no-store") return "may be cached";
  const code = codeOf(body);
  if (code === undefined) return "is not in the envelope of errors";
  // Violations have no code of their own.
  const documented = responses[status]?.content?.["application/json"].examples ?? {};
  const isKnown = code === "" || Object.hasOwn(documented, code) || isArgumentError(tags[0]!, code);
  return responses[status] && isKnown ? undefined : `is undocumented: ${code}`;
}

/** The code of an error in the envelope, empty for violations. */
function codeOf(body: unknown): string | undefined {
  const { message, details, error, error_description: description } = body as Record<string, unknown>;
  if (!isText(message)) return undefined;
  if (details === undefined) return isText(error) && isText(description) ? error : undefined;
  const { applicationError, validationError } = details as Record<string, Record<string, unknown>>;
  if (applicationError) {
    const { code, description: explanation, data } = applicationError;
    return isText(code) && isText(explanation) && typeof data === "object" ? code : undefined;
  }
  const violations = (validationError?.fieldViolations ?? []) as Record<string, unknown>[];
  const isValid = ({ field, description: explanation, violatedRule, data }: Record<string, unknown>) =>
    isText(field) && isText(explanation) && /^[A-Z_]+$/.test(String(violatedRule)) && typeof data === "object";
  return violations.length > 0 && violations.every(isValid) ? "" : undefined;
}

/** Collections have a code for each kind of invalid argument: docs/reference/data-error-codes.md. */
const isArgumentError = (area: string, code: string) => area === "data" && errors[code as ErrorCode].status === 400;

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

function undocumentedPartOf(operationId: string, body: unknown): string | undefined {
  const schema = docs.get(operationId)?.response.schema;
  if (typeof body !== "object" || body === null) return "is not an object";
  if (!schema) return undefined;
  const parsed = schema.safeParse(body);
  if (!parsed.success) return `differs from its schema: ${JSON.stringify(parsed.error.issues).slice(0, 500)}`;
  return isDeepStrictEqual(parsed.data, body) ? undefined : "has undocumented properties";
}
