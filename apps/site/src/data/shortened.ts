/** What a list has room for, of one value; the item's own page has all of it. */
const mostCharacters = 2_000;
const mostEntries = 100;

/** A value with the beginnings of its texts and lists: a page of a list would grow with what somebody wrote into a field. */
export function shortened<Value>(value: Value): Value;
export function shortened(value: unknown): unknown {
  if (typeof value === "string") return value.length > mostCharacters ? `${value.slice(0, mostCharacters)}…` : value;
  if (Array.isArray(value)) return value.slice(0, mostEntries).map(shortened);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).slice(0, mostEntries);
  return Object.fromEntries(entries.map(([key, held]) => [key, shortened(held)]));
}
