import { RawJson } from "../platform/http/serve.ts";

/** A JSON object from members that are JSON text already; members that are `undefined` are left out. */
export function jsonObject(members: Readonly<Record<string, string | undefined>>): string {
  const texts = Object.entries(members).flatMap(([name, json]) =>
    json === undefined ? [] : `${JSON.stringify(name)}:${json}`,
  );
  return `{${texts.join(",")}}`;
}

/** A response with one entity. @param json The entity as JSON text. */
export function jsonEntity(key: string, json: string | undefined): RawJson {
  return new RawJson(jsonObject({ [key]: json }));
}

/**
 * A response with one page of a list.
 *
 * @param json The items as JSON text, separated by commas.
 * @param metadata Further members of the response.
 */
export function jsonList(key: string, json: string, metadata: Readonly<Record<string, unknown>>): RawJson {
  const members = Object.entries(metadata).map(([name, value]) => [name, JSON.stringify(value)]);
  return new RawJson(jsonObject({ [key]: `[${json}]`, ...Object.fromEntries(members) }));
}
