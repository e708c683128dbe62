import type { BulkAction } from "@porchlight/contract/data/items/item-values";
import { InvalidArguments, Refusal } from "../../platform/context/errors.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { inSavepoint } from "../../platform/db/transactions.ts";
import { RawJson } from "../../platform/http/serve.ts";
import { fieldOfIndex } from "../collections/definition/unique-indexes.ts";
import { type ItemText, serializeItem } from "../items/item-json-sql.ts";
import { hasUniqueFields, isUniqueViolation, valueTaken } from "../items/unique-values.ts";
import { replaceLocked, type WriteContext } from "../items/write-context.ts";

/** The result of one part of a bulk request. */
export interface Outcome {
  id?: string | undefined;
  action: BulkAction;
  item?: ItemText | undefined;
  error?: Refusal | InvalidArguments;
}

/** Returns the rejection of one part instead of throwing it. */
export function tryPart<Result>(work: () => Result): Result | Refusal | InvalidArguments {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal || error instanceof InvalidArguments) return error;
    throw error;
  }
}

export const isRejection = (value: unknown): value is Refusal | InvalidArguments =>
  value instanceof Refusal || value instanceof InvalidArguments;

/** Splits parts into rounds without two parts of one item, which are carried out in sequence like separate requests. */
export function splitIntoRounds<Part extends { id: string }>(parts: readonly Part[]): Part[][] {
  const rounds: Part[][] = [];
  const seen = new Map<string, number>();
  for (const part of parts) {
    const round = seen.get(part.id) ?? 0;
    seen.set(part.id, round + 1);
    const list = rounds[round] ?? [];
    rounds[round] = list;
    list.push(part);
  }
  return rounds;
}

/**
 * Replaces the fields of locked items in one statement; if a unique value is taken, each in its own, so that only that
 * part is rejected.
 *
 * @param reject Receives the parts whose values are taken.
 */
export async function replaceParts<Part extends Parameters<typeof replaceLocked>[2][number]>(
  tx: DbOrTx,
  writing: WriteContext,
  parts: readonly Part[],
  reject: (part: Part, error: Refusal) => void,
): Promise<ItemText[]> {
  const { context, collection } = writing;
  if (parts.length === 0) return [];
  if (!hasUniqueFields(collection)) return replaceLocked(tx, writing, parts);
  try {
    return await inSavepoint(tx, () => replaceLocked(tx, writing, parts));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    if (parts.length === 1) {
      reject(parts[0]!, valueTaken(fieldOfIndex(context.site.id, collection, error.constraint ?? "")));
      return [];
    }
  }
  const written: ItemText[] = [];
  for (const part of parts) written.push(...(await replaceParts(tx, writing, [part], reject)));
  return written;
}

/** Serializes the response to a bulk request. Source: recordings, bulkInsert. */
export function bulkResponse(
  collectionId: string,
  outcomes: readonly Outcome[],
  returnEntity: boolean | null | undefined,
): RawJson {
  const results = outcomes.map(({ id, action, item, error }, originalIndex) => {
    const metadata = JSON.stringify({
      ...(id !== undefined && { id }),
      originalIndex,
      success: error === undefined,
      ...(error && { error: errorOf(error) }),
    });
    const entity = returnEntity && item ? `,"dataItem":${serializeItem(collectionId, item)}` : "";
    return `{"action":"${action}","itemMetadata":${metadata}${entity}}`;
  });
  const totalFailures = outcomes.filter(({ error }) => error !== undefined).length;
  const totals = { totalSuccesses: outcomes.length - totalFailures, totalFailures, undetailedFailures: 0 };
  return new RawJson(`{"results":[${results.join(",")}],"bulkActionMetadata":${JSON.stringify(totals)}}`);
}

function errorOf(error: Refusal | InvalidArguments) {
  if (error instanceof Refusal) return { code: error.code, description: error.message, data: error.data };
  return { code: "ITEM_INVALID", description: error.message, data: { fieldViolations: error.violations } };
}
