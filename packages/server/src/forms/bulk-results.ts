import type { BulkFormResult, BulkResponse } from "@porchlight/contract/forms/form";
import { InvalidArguments, Refusal } from "../platform/context/errors.ts";
import type { TagChange } from "./definitions/forms-store.ts";

/**
 * Processes entries one after the other. A rejected entry is reported in the response and does not affect the others.
 *
 * @param work Must be atomic.
 */
export async function runBulk<Entry, Item>(
  entries: readonly Entry[],
  work: (entry: Entry) => Promise<{ id: string; item?: Item }>,
): Promise<BulkResponse<Item>> {
  const results: BulkFormResult<Item>[] = [];
  let failures = 0;
  for (const [originalIndex, entry] of entries.entries()) {
    try {
      const { id, item } = await work(entry);
      results.push({ itemMetadata: { id, originalIndex, success: true }, ...(item !== undefined && { item }) });
    } catch (error) {
      failures += 1;
      results.push({
        itemMetadata: {
          ...(typeof entry === "string" && { id: entry }),
          originalIndex,
          success: false,
          error: toBulkError(error),
        },
      });
    }
  }
  const bulkActionMetadata = {
    totalSuccesses: entries.length - failures,
    totalFailures: failures,
    undetailedFailures: 0,
  };
  return { results, bulkActionMetadata };
}

function toBulkError(error: unknown) {
  if (error instanceof Refusal) return { code: error.code, description: error.message, data: error.data };
  if (error instanceof InvalidArguments)
    return { code: "INVALID_ARGUMENT", description: error.message, data: { fieldViolations: error.violations } };
  throw error;
}

interface TagChangeInput {
  assignTags?: { tags?: { tagIds?: string[] | undefined } | undefined } | undefined;
  unassignTags?: { tags?: { tagIds?: string[] | undefined } | undefined } | undefined;
}

/** The tags to add and remove of a request. */
export const toTagChange = ({ assignTags, unassignTags }: TagChangeInput): TagChange => ({
  assign: assignTags?.tags?.tagIds ?? [],
  unassign: unassignTags?.tags?.tagIds ?? [],
});
