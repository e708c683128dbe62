import { type ErrorDetails, PorchlightError } from "../errors.ts";

type Values = unknown[];
type MessageTemplate = (...values: never[]) => string;

/** Type of a value in one word. */
const typeName = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : value instanceof Date ? "date" : typeof value;
const inBrackets = (value: unknown): string => `[${typeof value === "object" ? typeName(value) : String(value)}]`;
const filterName = "[ItemFilter]";
const takes =
  (what: string): MessageTemplate =>
  (operator: string) =>
    `${operator} takes ${what}.`;
const takesInstead =
  (what: string): MessageTemplate =>
  (operator: string, value: unknown) =>
    `${operator} takes ${what}, not [${typeName(value)}].`;
const isNot =
  (what: string): MessageTemplate =>
  (operator: string, value: unknown) =>
    `${operator} takes a number that is ${what}, not [${value}].`;
const calledOnce: MessageTemplate = (operator: string) => `${operator} may be called once.`;

/** Messages of argument errors, by the contract's number. Values appear in square brackets. Source: errors.md §4. */
const messages: Record<number, MessageTemplate> = {
  1: () => "The name of a collection is a string.",
  2: () => "The id of an item is a string.",
  3: () => "The name of a field is a string.",
  4: (item: unknown, collection: string) => `${inBrackets(item)} for collection [${collection}] is not an object.`,
  5: (collection: string) =>
    `Collection [${collection}] takes a list of objects whose _id, if they have one, is a string.`,
  6: (collection: string, max: number) => `Collection [${collection}] takes at most ${max} items at once.`,
  7: () => "The item needs an _id that is a string.",
  8: (method: string, from: number, to: number, actual: number) =>
    `${method} takes from ${from} to ${to} arguments, not ${actual}.`,
  11: takesInstead(`a filter, ${filterName}`),
  12: calledOnce,
  13: calledOnce,
  16: () => "A filter is an object.",
  18: (flags: string) => `Options are an object with these, each true or false and language a string: ${flags}.`,
  19: () => "A reference takes the id of an item, as a string, or an object with an _id.",
  21: () => "A reference needs a relationshipName, a left and a right item.",
  32: (operator: string, value: unknown, isPositive?: boolean) =>
    `${operator} takes a ${isPositive === undefined ? "" : isPositive ? "positive " : "non-negative "}number, not [${Number.isNaN(value) ? value : typeName(value)}].`,
  33: isNot("positive"),
  34: isNot("not negative"),
  35: isNot("whole"),
  36: (operator: string, value: number, max: number) => `${operator} [${value}] is above the maximum of ${max}.`,
  38: takes("no parameters"),
  39: takes("1 parameter"),
  40: takes("2 parameters"),
  41: takes("3 parameters"),
  42: takes("at least 2 parameters"),
  43: takes("at least 1 parameter"),
  44: takesInstead("a string"),
  45: takesInstead("a string, a number, a boolean or a date"),
  46: (operator: string, low: unknown, high: unknown) =>
    `${operator} takes two values of one type, not [${typeName(low)}] and [${typeName(high)}].`,
  47: takes("strings, numbers and dates"),
  48: takesInstead("the name of a field"),
  49: takesInstead(`a filter or a query, ${filterName}`),
  50: (operator: string, collection: string) => `${operator} takes no filter of another collection: [${collection}].`,
  51: takesInstead("names of fields"),
  55: () => "The server's response cannot be read.",
  56: (value: unknown) => `A filter is an object, not ${json(value)}.`,
  57: (path: string, value: unknown) => `${path} takes a list, of one filter for $not, not ${json(value)}.`,
  58: (path: string, value: unknown) =>
    `${path} compares with a date, a number, a string or a boolean, not ${json(value)}.`,
  59: (path: string, value: unknown) => `${path} compares with a string, not ${json(value)}.`,
  60: (path: string, value: unknown) => `${path} lists strings, numbers and dates, not ${json(value)}.`,
  61: (path: string) => `${path} is not an operator allowed here.`,
  62: (value: unknown) => `$matches has ignoreCase and spec, not ${json(value)}.`,
  63: (value: unknown) => `ignoreCase of $matches is true, not ${json(value)}.`,
  64: (value: unknown) =>
    `spec of $matches lists { type: "anyOf", value } and { type: "literal", value }, not ${json(value)}.`,
  65: (value: unknown) => `A sort is a list, not ${json(value)}.`,
  66: (value: unknown) => `A sort lists objects, not ${json(value)}.`,
  67: (value: unknown) => `An object of a sort has one field, "asc" or "desc", not ${json(value)}.`,
  68: () => "The ids of items are strings.",
  69: (collection: string, max: number) => `Collection [${collection}] removes at most ${max} items at once.`,
  70: () => "The keyword [$regex] is not allowed in a filter.",
  80: () => "A page by cursor cannot skip items: omit paging.",
  94: (name: string) => `${name} takes a non-empty string.`,
  159: (collection: string) => `There is no previous page of [${collection}].`,
  165: (collection: string) => `There is no next page of [${collection}].`,
};

const json = (value: unknown): string => `[${JSON.stringify(value) ?? typeof value}]`;

/** The code and its message. */
const messageOf = (code: string, values: Values): string =>
  `${code}: ${messages[Number(code.slice(3))]?.(...(values as never[])) ?? "The value is invalid."}`;

/** Provides the data of an error's message. */
type MessageData = (error: PorchlightError) => unknown;

/** Adds the message to an error. */
export const addMessage = (error: PorchlightError, factsOf: MessageData): PorchlightError =>
  Array.isArray(factsOf(error)) ? addArgumentMessage(error, factsOf) : addResponseMessage(error, factsOf(error));

/** Errors of the client. */
function addArgumentMessage(error: PorchlightError, factsOf: MessageData): PorchlightError {
  const { kind, code } = error;
  const values = factsOf(error) as Values;
  const refused = (message: string, code: string, detail = code) =>
    new PorchlightError(message, {
      kind,
      code,
      details: detail ? { applicationError: { code: detail, description: message } } : undefined,
    });
  if (code === "WDE0020") {
    const [what, collection, violations] = values as [string, string, PorchlightError[]];
    const lines = violations.map((violation) => `\n${messageOf(violation.code, factsOf(violation) as Values)}`);
    const message = `This ${what} of collection ${inBrackets(collection)} cannot be sent:${lines.join("")}`;
    // The contract's code for all violations; the first violation's own code is more specific.
    return refused(message, violations[0]?.code ?? code, code);
  }
  const message = messageOf(code, values);
  return /0159|0165/.test(code) ? refused(message, "WD_VALIDATION_ERROR", "") : refused(message, code);
}

/** Errors of the server. Source: errors.md §4, "How an error is built". */
function addResponseMessage(error: PorchlightError, body: unknown): PorchlightError {
  const { kind, details, status, requestId, retryAfter } = error;
  const responseError = (message: string, code: string, cause?: unknown) =>
    new PorchlightError(message, { kind, code, details, status, requestId, retryAfter, cause });
  const { validationError, applicationError } = details as ErrorDetails;
  if (validationError) {
    const text = String(Object(body).message ?? "");
    const lines = validationError.fieldViolations.map(({ field, description }) => `${field}: ${description}`);
    return responseError([text, ...lines].join("\n"), /^WDE\d{4}/.exec(text)?.[0] ?? error.code);
  }
  if (status === 413) return responseError("WDE0109: The request or an item of it is too large.", "WDE0109");
  const { jsErrorValue, value } = Object(applicationError?.data);
  if (error.code !== "WDE0078" || (jsErrorValue ?? value) === undefined) return error;
  const { message, code } = Object(jsErrorValue);
  return responseError(String(message ?? value), code === undefined ? error.code : String(code), jsErrorValue ?? value);
}
