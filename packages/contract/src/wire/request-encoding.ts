import type { Endpoint, EndpointRequest, Method } from "../endpoint.ts";
import { maxDecodedQueryBytes } from "../limits.ts";

/** Encoding of parameters: first the client's half, then the server's. Source: wire.md, "Request line". */

/** Flattens to dotted keys, with one pair per array element; omits empty values and objects in arrays. */
export function flatten(params: object): [string, string][] {
  const pairs: [string, string][] = [];
  const visit = (value: unknown, key: string, inArray?: boolean): void => {
    if (Array.isArray(value) && !inArray) for (const item of value) visit(item, key, true);
    else if (value instanceof Date) pairs.push([key, value.toISOString()]);
    else if (typeof value !== "object") value === undefined || pairs.push([key, String(value)]);
    else if (!inArray)
      for (const name in value) visit(value[name as keyof typeof value], key ? `${key}.${name}` : name);
  };
  visit(params, "");
  return pairs;
}

/** Query string without the question mark; form-encoded, so a space is `+`. */
export function encodeQuery(params: object): string {
  return new URLSearchParams(flatten(params)).toString();
}

/** Unpadded base64url. */
export function encodeBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export interface WireRequest {
  method: Method;
  /** Path with percent-encoded segments, and query. */
  url: string;
  body?: object;
}

/**
 * Builds the wire request of an endpoint.
 *
 * A copy of the path parameters, as the contract requires, goes into the query of GET and DELETE and into the body of
 * POST; a server ignores it.
 *
 * @throws {RangeError} if a path parameter is missing or would change the path.
 * @throws {URIError} if a path parameter contains a lone surrogate.
 */
export function buildRequest(endpoint: Endpoint<EndpointRequest, unknown>, request: EndpointRequest): WireRequest {
  const { method, options } = endpoint;
  const { params = {}, query = {}, body } = request;
  const path = endpoint.path.replace(/:(\w+)/g, (_match, name: string) => encodeSegment(name, params[name]));

  if (method === "GET" || method === "DELETE") {
    const all = { ...params, ...query };
    const encoded = (options.encode ?? encodeQuery)(all);
    return encoded === undefined ? { method: "POST", url: path, body: all } : { method, url: join(path, encoded) };
  }
  const url = join(path, encodeQuery(query));
  return { method, url, body: method === "POST" ? { ...params, ...body } : (body ?? {}) };
}

const join = (path: string, query: string): string => path + (query && `?${query}`);

/** URL parsing removes empty, `.` and `..` segments, even escaped ones. */
function encodeSegment(name: string, value = ""): string {
  if (/^\.{0,2}$/.test(value)) throw new RangeError(`"${name}" is not an id or slug.`);
  return encodeURIComponent(value);
}

/** An invalid query string. `message` may be shown to the caller; it contains nothing of the request. */
export class QueryDecodingError extends Error {
  override readonly name = "QueryDecodingError";
}

const forbiddenKeys = ["__proto__", "prototype", "constructor"];
const maximumDepth = 32;
const maximumPairs = 10_000;

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Parses a query string into a nested object without a prototype: `paging.limit=5` becomes `{paging: {limit: "5"}}`, a
 * repeated key an array. A `.r` parameter replaces all others.
 *
 * @param search With or without the question mark.
 * @throws {QueryDecodingError} Invalid escapes, NUL, lone surrogates, dangerous or contradictory keys, an invalid `.r`.
 */
export function decodeQuery(search: string): Record<string, unknown> {
  const root: Record<string, unknown> = Object.create(null);
  const text = search.startsWith("?") ? search.slice(1) : search;
  if (text === "") return root;
  const pairs = text.split("&", maximumPairs + 1);
  if (pairs.length > maximumPairs) throw new QueryDecodingError("The query string holds too many parameters.");

  let r: string | undefined;
  for (const pair of pairs) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const key = decodeText(equals < 0 ? pair : pair.slice(0, equals));
    const value = decodeText(equals < 0 ? "" : pair.slice(equals + 1));
    if (key === ".r") {
      if (r !== undefined) throw new QueryDecodingError("The parameter .r is given twice.");
      r = value;
    } else if (r === undefined) assign(root, key, value);
  }
  return r === undefined ? root : decodeR(r);
}

function decodeText(encoded: string): string {
  let text: string;
  try {
    text = decodeURIComponent(encoded.replaceAll("+", " "));
  } catch {
    throw new QueryDecodingError("The query string holds a malformed percent escape.");
  }
  if (text.includes("\0") || !text.isWellFormed()) {
    throw new QueryDecodingError("The query string holds a character that is not allowed.");
  }
  return text;
}

function assign(root: Record<string, unknown>, key: string, value: string): void {
  const names = key.split(".", maximumDepth + 1);
  if (names.length > maximumDepth) throw new QueryDecodingError("A parameter is nested too deeply.");
  let target = root;
  names.forEach((name, index) => {
    checkKey(name);
    const current = target[name];
    if (index < names.length - 1) {
      if (current === undefined) target = target[name] = Object.create(null) as Record<string, unknown>;
      else if (isPlainObject(current)) target = current;
      else throw new QueryDecodingError("A parameter is given both as a value and as an object.");
    } else if (current === undefined) target[name] = value;
    else if (Array.isArray(current)) current.push(value);
    else if (typeof current === "string") target[name] = [current, value];
    else throw new QueryDecodingError("A parameter is given both as a value and as an object.");
  });
}

function checkKey(name: string): void {
  if (forbiddenKeys.includes(name)) throw new QueryDecodingError("A parameter has a name that is not allowed.");
}

function decodeR(encoded: string): Record<string, unknown> {
  if (encoded.length > Math.ceil((maxDecodedQueryBytes * 4) / 3)) {
    throw new QueryDecodingError("The parameter .r is too large.");
  }
  let value: unknown;
  try {
    const binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new QueryDecodingError("The parameter .r is not base64url of JSON.");
  }
  if (!isPlainObject(value)) throw new QueryDecodingError("The parameter .r must hold a JSON object.");
  return withoutPrototype(value, 1) as Record<string, unknown>;
}

function withoutPrototype(value: unknown, depth: number): unknown {
  if (depth > maximumDepth) throw new QueryDecodingError("A parameter is nested too deeply.");
  if (Array.isArray(value)) return value.map((item) => withoutPrototype(item, depth + 1));
  if (typeof value === "string") return checkText(value);
  if (!isPlainObject(value)) return value;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [name, member] of Object.entries(value)) {
    checkKey(name);
    copy[checkText(name)] = withoutPrototype(member, depth + 1);
  }
  return copy;
}

function checkText(text: string): string {
  if (text.includes("\0") || !text.isWellFormed()) {
    throw new QueryDecodingError("The parameter .r holds a character that is not allowed.");
  }
  return text;
}
