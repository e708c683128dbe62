export type Json = Record<string, unknown>;

export const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** JSON as it is on the wire. */
export function writeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, datesAsObjects, indent);
}

/** Dates say of themselves that they are texts; within JSON they are what they are on the wire. */
function datesAsObjects(this: Json, key: string, value: unknown): unknown {
  const held = this[key];
  return held instanceof Date ? { $date: held.toISOString() } : value;
}

/** What {@link writeJson} has made, with its dates. @throws {SyntaxError} also for a date that is none. */
export function readJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) => {
    if (!isRecord(value) || typeof value.$date !== "string" || Object.keys(value).length > 1) return value;
    const date = new Date(value.$date);
    if (Number.isNaN(date.getTime())) throw new SyntaxError("A date is none.");
    return date;
  });
}
