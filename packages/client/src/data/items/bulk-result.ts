import { maxBulkItems } from "@porchlight/contract/data/items/item-values";
import { isRecord } from "../checks.ts";
import { listOf } from "../data-call.ts";
import { check, isString } from "../data-errors.ts";
import type { BulkError, BulkResult } from "../query/query-types.ts";

export function checkItems(items: unknown, collection: string): void {
  const isItem = (item: unknown) => isRecord(item) && isString(item._id ?? "");
  check(Array.isArray(items) && items.every(isItem), 5, collection);
  check((items as unknown[]).length <= maxBulkItems, 6, collection, maxBulkItems);
}

/** @param tooMany Error code for too many ids. */
export function checkItemIds(ids: unknown, collection: string, tooMany: number): void {
  check(Array.isArray(ids) && ids.every(isString), 68);
  check((ids as unknown[]).length <= maxBulkItems, tooMany, collection, maxBulkItems);
}

const missingItem = "WDE0073";

/**
 * Summarizes a bulk response.
 *
 * @param sent Items or ids in the order of the request.
 * @param skipCode Code counted as skipped instead of failed. Source: wire.md, "Counts object".
 */
export function toBulkResult(results: unknown, sent: readonly unknown[], skipCode?: string): BulkResult {
  const insertedItemIds: string[] = [];
  const updatedItemIds: string[] = [];
  const removedItemIds: string[] = [];
  const idsOfAction: Record<string, string[]> = {
    INSERT: insertedItemIds,
    UPDATE: updatedItemIds,
    PATCH: updatedItemIds,
    DELETE: removedItemIds,
  };
  const errors: BulkError[] = [];
  const missing = new Set(sent.keys());
  let failed = 0;
  const fail = (originalIndex: number, code: string, message: string, violations?: unknown) => {
    errors.push({ name: "BulkError", code, message, item: sent[originalIndex], originalIndex, violations });
  };
  for (const result of listOf(results)) {
    const { action, itemMetadata } = Object(result);
    const { id, originalIndex, success, error } = Object(itemMetadata);
    missing.delete(originalIndex);
    if (success) idsOfAction[action]?.push(id);
    else {
      const { code, description, data } = Object(error);
      // There is nothing to correct about an item that does not exist.
      if (code === skipCode && code === missingItem) continue;
      if (code !== skipCode) failed++;
      fail(originalIndex, String(code), String(description), data?.violations);
    }
  }
  for (const index of missing) fail(index, "UNKNOWN", "The response does not contain the result of this item.");
  const inserted = insertedItemIds.length;
  const updated = updatedItemIds.length;
  const removed = removedItemIds.length;
  const skipped = sent.length - failed - inserted - updated - removed;
  return { inserted, updated, removed, skipped, errors, insertedItemIds, updatedItemIds, removedItemIds };
}
