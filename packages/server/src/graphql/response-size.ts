import { GraphQLError } from "graphql";
import type { Plugin } from "graphql-yoga";
import { maxResponseBytes, requireResponseSize } from "../data/query/response-size-sql.ts";
import { Refusal } from "../platform/context/errors.ts";

/**
 * Limits what an operation, which may consist of many reads, reads in total. Call the result with each text.
 *
 * @returns A function that throws {@link Refusal} `ANSWER_TOO_LARGE`.
 */
export function createReadLimit(): (text: string) => void {
  let total = 0;
  return ({ length }) => {
    total += length;
    requireResponseSize(total);
  };
}

/**
 * Applies the limit of REST to results, which may contain a value many times: under several aliases, or as the item of
 * many references. Rejects the whole operation with one error. Source: decision 104.
 */
export const responseSizePlugin: Plugin = {
  onExecute: () => ({
    onExecuteDone({ result, setResult }) {
      if (Symbol.asyncIterator in result) return;
      const error = result.errors?.find(isTooLarge) ?? (exceedsLimit(result.data) ? tooLarge() : undefined);
      if (error) setResult({ errors: [error] });
    },
  }),
};

function tooLarge(): GraphQLError {
  const originalError = new Refusal("ANSWER_TOO_LARGE");
  return new GraphQLError(originalError.message, { originalError });
}

function isTooLarge({ extensions, originalError }: GraphQLError): boolean {
  const { code } = (originalError ?? extensions) as { code?: unknown };
  return code === "ANSWER_TOO_LARGE";
}

/** Counts without recursion, and stops at the limit. */
function exceedsLimit(data: unknown): boolean {
  let length = 0;
  const remaining = [data];
  while (remaining.length > 0) {
    const value = remaining.pop();
    if (typeof value === "string") length += value.length;
    else if (Array.isArray(value)) for (const one of value) remaining.push(one);
    else if (typeof value === "object" && value !== null)
      for (const [key, one] of Object.entries(value)) {
        length += key.length;
        remaining.push(one);
      }
    length += 4;
    if (length > maxResponseBytes) return true;
  }
  return false;
}
