import { expect } from "vitest";

/** Members of recorded answers that are the hosted platform's own. */
const notPromised = new Set(["additionalData", "isVerified"]);

/**
 * Expects every member of the recorded answer in ours, in the same type; ours may tell more. Of lists the first items are
 * compared. `only` names, by the key of an object, the members of it that count.
 */
export function expectRecordedShape(
  actual: unknown,
  recorded: unknown,
  only: Record<string, readonly string[]> = {},
): void {
  expect(missingParts(actual, recorded, only, "answer")).toEqual([]);
}

function missingParts(
  actual: unknown,
  recorded: unknown,
  only: Record<string, readonly string[]>,
  path: string,
): string[] {
  const expected = typeOf(recorded);
  const found = typeOf(actual);
  if (expected !== found) return [`${path}: ${expected} recorded, ${found} answered`];
  if (expected === "list") {
    const [first, firstRecorded] = [(actual as unknown[])[0], (recorded as unknown[])[0]];
    return firstRecorded === undefined || first === undefined
      ? []
      : missingParts(first, firstRecorded, only, `${path}[0]`);
  }
  if (expected !== "object") return [];
  const counted = only[path.slice(path.lastIndexOf(".") + 1)];
  return Object.entries(recorded as object)
    .filter(([name]) => !notPromised.has(name) && (!counted || counted.includes(name)))
    .flatMap(([name, held]) => missingParts((actual as Record<string, unknown>)[name], held, only, `${path}.${name}`));
}

/** Dates and numbers in text count as what they hold: the recorded platform sends `expires_in` both ways. */
function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "list";
  if (value === null) return "null";
  if (typeof value !== "string") return typeof value;
  if (/^\d{4}-\d\d-\d\dT.*Z$/.test(value)) return "date";
  return /^\d{4,5}$/.test(value) ? "number" : "string";
}
