import type { SiteSettings } from "../settings.ts";

/** Loader results as React Router hydrates them. */
export interface RouterState {
  readonly loaderData: Record<string, unknown>;
  readonly errors: Record<string, unknown> | null;
}

/** Everything the browser needs for hydration without further requests. */
export interface PageState<Session, Token> {
  readonly settings: SiteSettings;
  readonly session: Session;
  /** The member's access token. Absent for visitors, whose pages are cached. */
  readonly pageToken?: Token | undefined;
  readonly router: RouterState;
}

/** JSON, and the paths of dates in it, which JSON cannot distinguish from text. */
interface Encoded {
  readonly value: unknown;
  readonly dates: readonly (readonly (string | number)[])[];
}

/** Name of the global that the inline script sets. */
export const pageStateGlobal = "__porchlight";

/**
 * Serializes a value to a JavaScript expression that is safe in an inline script. Dates are preserved, `undefined`
 * properties are not.
 */
export function serializeState(value: unknown): string {
  const dates: (string | number)[][] = [];
  collectDates(value, [], dates);
  return escapeForScript(JSON.stringify({ value, dates } satisfies Encoded));
}

/** Reverts {@link serializeState}, including dates. Changes `encoded` in place. */
export function reviveState<Value>(encoded: unknown): Value {
  const { value, dates } = encoded as Encoded;
  const holder = { value };
  for (const path of dates) {
    const keys: (string | number)[] = ["value", ...path];
    const last = keys.pop() as string | number;
    let parent = holder as Record<string | number, unknown>;
    for (const key of keys) parent = parent[key] as Record<string | number, unknown>;
    parent[last] = new Date(parent[last] as string);
  }
  return holder.value as Value;
}

/** JSON with the characters escaped that HTML parsers or old JavaScript parsers treat specially. */
export function escapeForScript(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function collectDates(value: unknown, path: (string | number)[], dates: (string | number)[][]): void {
  if (value instanceof Date) dates.push(path);
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collectDates(item, [...path, index], dates);
  } else if (value && typeof value === "object") {
    for (const [key, item] of Object.entries(value)) {
      if (item && typeof item === "object") collectDates(item, [...path, key], dates);
    }
  }
}
