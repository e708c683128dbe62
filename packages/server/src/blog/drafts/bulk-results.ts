import { errors } from "@porchlight/contract/errors";
import { InvalidArguments, Refusal } from "../../platform/context/errors.ts";
import { RawJson } from "../../platform/http/serve.ts";

/** The result of one item; `json` if the response contains the entity. */
export interface BulkItem {
  id: string;
  json?: string | undefined;
}

/**
 * Processes items one after the other. A rejected item is reported in the response and does not affect the others.
 *
 * @param work Must be atomic.
 */
export async function runBulk<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<BulkItem>,
): Promise<RawJson> {
  const results: string[] = [];
  let failures = 0;
  for (const [originalIndex, item] of items.entries()) {
    try {
      const { id, json } = await work(item, originalIndex);
      const metadata = JSON.stringify({ id, originalIndex, success: true });
      results.push(`{"itemMetadata":${metadata}${json === undefined ? "" : `,"item":${json}`}}`);
    } catch (error) {
      failures += 1;
      const metadata = { originalIndex, success: false, error: toBulkError(error) };
      results.push(JSON.stringify({ itemMetadata: metadata }));
    }
  }
  const counts = { totalSuccesses: items.length - failures, totalFailures: failures, undetailedFailures: 0 };
  return new RawJson(`{"results":[${results.join(",")}],"bulkActionMetadata":${JSON.stringify(counts)}}`);
}

function toBulkError(error: unknown) {
  if (error instanceof Refusal) {
    const { code, data } = error;
    return { code, description: errors[code].message, data };
  }
  if (error instanceof InvalidArguments)
    return { code: "INVALID_ARGUMENT", description: error.message, data: { fieldViolations: error.violations } };
  throw error;
}
