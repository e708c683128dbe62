export type Json = Record<string, unknown>;

export const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** Serializes JSON with the wire's dates. */
export function writeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, datesAsObjects, indent);
}

/** `toJSON` has already converted dates; this restores their wire format. */
function datesAsObjects(this: Json, key: string, value: unknown): unknown {
  const original = this[key];
  return original instanceof Date ? { $date: original.toISOString() } : value;
}

/** Parses the result of {@link writeJson} with its dates. @throws {SyntaxError} also for an invalid date. */
export function readJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) => {
    if (!isRecord(value) || typeof value.$date !== "string" || Object.keys(value).length > 1) return value;
    const date = new Date(value.$date);
    if (Number.isNaN(date.getTime())) throw new SyntaxError("A date is none.");
    return date;
  });
}
