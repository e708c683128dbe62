import { maxItemQueryUrlLength, maxQueryStringLength } from "../limits.ts";
import { encodeBase64Url, encodeQuery, flatten } from "./request-encoding.ts";

/** Encoding of nested parameters, which few pages need. Source: wire.md, "Request line". */

/** Value of the `.r` parameter: unpadded base64url of the UTF-8 JSON. */
export function encodeR(params: object): string {
  return encodeBase64Url(new TextEncoder().encode(JSON.stringify(params)));
}

/** Whether {@link encodeComplexQuery} uses `.r` for these parameters: a dotted key, or an array of objects. */
export function requiresR(params: object): boolean {
  return flatten(params).some(([key]) => key.includes(".")) || holdsObjectsInArray(params);
}

const isNested = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !(value instanceof Date);

const holdsObjectsInArray = (value: object): boolean =>
  Object.values(value)
    .filter(isNested)
    .some((member) => Array.isArray(value) || holdsObjectsInArray(member));

/** Encodes the query string of an endpoint with nested parameters. */
export function encodeComplexQuery(params: object): string {
  return requiresR(params) ? `.r=${encodeR(params)}` : encodeQuery(params);
}

/** Returns undefined above 4000 characters: the parameters are then sent as a POST. Source: spec §9. */
export function orPost(encode: (params: object) => string) {
  return (params: object): string | undefined => {
    const query = encode(params);
    return query.length > maxQueryStringLength ? undefined : query;
  };
}

/** Whether an item query must be a POST: counts path, `?.r=` and value, but not the host. */
export function exceedsLongUrl(path: string, encodedR: string): boolean {
  return path.length + "?.r=".length + encodedR.length > maxItemQueryUrlLength;
}
