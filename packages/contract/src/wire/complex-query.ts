import { maxItemQueryUrlLength, maxQueryStringLength } from "../limits.ts";
import { encodeBase64Url, encodeQuery, flatten } from "./request-encoding.ts";

/** How nested parameters travel, which few pages have. Source: wire.md, "Request line". */

/** Value of the `.r` parameter: unpadded base64url of the UTF-8 JSON. */
export function encodeR(params: object): string {
  return encodeBase64Url(new TextEncoder().encode(JSON.stringify(params)));
}

/** Whether {@link encodeComplexQuery} sends these parameters as `.r`: a dotted key, or an array that holds objects. */
export function requiresR(params: object): boolean {
  return flatten(params).some(([key]) => key.includes(".")) || holdsObjectsInArray(params);
}

const isNested = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !(value instanceof Date);

const holdsObjectsInArray = (value: object): boolean =>
  Object.values(value)
    .filter(isNested)
    .some((member) => Array.isArray(value) || holdsObjectsInArray(member));

/** Query string of an endpoint whose nested parameters travel as one `.r`. */
export function encodeComplexQuery(params: object): string {
  return requiresR(params) ? `.r=${encodeR(params)}` : encodeQuery(params);
}

/** The same, but undefined above 4000 characters: the parameters are sent as a POST then. Source: spec §9. */
export function orPost(encode: (params: object) => string) {
  return (params: object): string | undefined => {
    const query = encode(params);
    return query.length > maxQueryStringLength ? undefined : query;
  };
}

/** Whether a query of data items has to be a POST: path, `?.r=` and value are counted, the host is not. */
export function exceedsLongUrl(path: string, encodedR: string): boolean {
  return path.length + "?.r=".length + encodedR.length > maxItemQueryUrlLength;
}
