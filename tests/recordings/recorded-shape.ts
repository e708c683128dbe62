import { expect } from "vitest";

/** Members of recorded responses that only the hosted platform has. */
const notPromised = new Set(["additionalData", "isVerified"]);

/**
 * Expects every member of the recorded response with the same type; additional members are allowed. Of arrays, the
 * first items are compared. `only` restricts the compared members by the key of their object.
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
    .flatMap(([name, expectedPart]) =>
      missingParts((actual as Record<string, unknown>)[name], expectedPart, only, `${path}.${name}`),
    );
}

/** Type of a value. Dates and numbers in text count as such: the recorded platform sends `expires_in` as both. */
function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "list";
  if (value === null) return "null";
  if (typeof value !== "string") return typeof value;
  if (/^\d{4}-\d\d-\d\dT.*Z$/.test(value)) return "date";
  return /^\d{4,5}$/.test(value) ? "number" : "string";
}
