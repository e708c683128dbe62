/** Supported parts of the JSON Schemas in `/openapi.json`. */
export interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
}

/** Deterministic random numbers, so that failures are reproducible. */
export interface Draw {
  /** 0 ≤ n < 1. */
  chance(): number;
  below(count: number): number;
  of<Value>(values: readonly Value[]): Value;
}

/** Source: mulberry32, public domain. */
export function createDraw(seed: number): Draw {
  let state = seed;
  const chance = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(chance() * count);
  return { chance, below, of: (values) => values[below(values.length)]! };
}

/** Placeholder for a number that JavaScript cannot write as JSON; see {@link toJson}. */
const endlessNumber = "the number 1e999";

/**
 * Problematic texts: invalid languages, dates, emails, URLs and phone numbers. Unparsable bodies are in
 * {@link brokenBodies}.
 */
const hostileTexts = [
  "",
  " ",
  "null",
  "0",
  "-1",
  "\u202e\u200b",
  "\r\nSet-Cookie: a=b",
  "%00",
  "..%2f..%2fetc%2fpasswd",
  "' or 1=1 --",
  "\\",
  "{{7*7}}",
  "x".repeat(1_001),
  "x".repeat(20_000),
  "😀".repeat(300),
  "toString",
  "en-",
  "-",
  "i",
  "de_DE",
  "en-u-co-zzzzzzzzz",
  "9999-12-31T23:59:59.999Z",
  "-271821-04-20T00:00:00.000Z",
  "+275760-09-13T00:00:00.000Z",
  "0000-00-00",
  "2026-02-30",
  "a@b",
  "a@[127.0.0.1]",
  "a@xn--.example",
  "ü@bücher.example",
  "@",
  `${"a".repeat(64)}@${"b.".repeat(94)}example`,
  "http://[",
  "javascript:alert(1)",
  "https://a:b@example.com/#x",
  "//example.com",
  "+",
  "+0000000000000000",
  "11111111-1111-4111-8111-111111111111",
  "11111111111141118111111111111111",
  "{11111111-1111-4111-8111-111111111111}",
  "{}",
  "e30.e30.e30",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "a\udc00",
  "\uffff\ufffe",
  "../../../../etc/passwd",
  "1; drop table members; --",
  "x' union all select null, version() --",
  "$1",
  "%s%n",
];

const hostileValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.5,
  2 ** 53,
  -(2 ** 31) - 1,
  1e308,
  endlessNumber,
  [],
  [[]],
  [null],
  {},
  { a: 1 },
  { length: 1 },
  { toString: 1, valueOf: 1 },
  Array.from({ length: 200 }, () => "x"),
  JSON.parse(`${"[".repeat(60)}1${"]".repeat(60)}`),
  Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${n}`, n])),
];

const hostile = (draw: Draw) => (draw.chance() < 0.6 ? draw.of(hostileTexts) : draw.of(hostileValues));

/** Existing values on the server by field name. */
export type Living = Readonly<Record<string, readonly string[]>>;

/** Returns a value that matches the schema. @param name The field. */
export function fitting(schema: Schema, draw: Draw, living: Living, name = ""): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return draw.of(schema.enum);
  if (schema.anyOf) return fitting(draw.of(schema.anyOf), draw, living, name);
  switch (schema.type) {
    case "null":
      return null;
    case "boolean":
      return draw.chance() < 0.5;
    case "integer":
    case "number":
      return draw.of([schema.minimum ?? 0, schema.maximum ?? 1, 1]);
    case "string":
      return fittingText(schema, draw, living[name]);
    case "array":
      return Array.from({ length: draw.below(Math.min(schema.maxItems ?? 3, 3) + 1) }, () =>
        fitting(schema.items ?? {}, draw, living, name),
      );
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? { extra: {} })
          .filter(([key]) => schema.required?.includes(key) || draw.chance() < 0.6)
          .map(([key, part]) => [key, fitting(part, draw, living, key)]),
      );
    default:
      return hostile(draw);
  }
}

function fittingText({ format, minLength = 0, maxLength }: Schema, draw: Draw, alive: readonly string[] = []): string {
  if (alive.length > 0 && draw.chance() < 0.8) return draw.of(alive);
  if (format === "uuid") return "11111111-1111-4111-8111-111111111111";
  if (format === "date-time") return "2026-03-27T10:00:00.000Z";
  if (format === "base64") return Buffer.from(draw.of(["", "{}", "a=b", "{"])).toString("base64");
  if (draw.chance() < 0.3) return draw.of(hostileTexts);
  return draw.of(["x".repeat(Math.max(minLength, 1)), "x".repeat(maxLength ?? 43), "123456", "en"]);
}

/** Returns the documented example with existing values. */
export function enlivened(example: unknown, draw: Draw, living: Living, name = ""): unknown {
  const alive = living[name];
  if (typeof example === "string") return alive ? draw.of(alive) : example;
  if (Array.isArray(example)) return example.map((part) => enlivened(part, draw, living, name));
  if (typeof example !== "object" || example === null) return example;
  return Object.fromEntries(Object.entries(example).map(([key, part]) => [key, enlivened(part, draw, living, key)]));
}

/** Returns the value with one part, at any depth, replaced, removed or added. */
export function spoiled(value: unknown, draw: Draw): unknown {
  if (draw.chance() < 0.15 || typeof value !== "object" || value === null) return hostile(draw);
  if (Array.isArray(value)) {
    const place = draw.below(value.length + 1);
    return [...value.slice(0, place), spoiled(value[place], draw), ...value.slice(place + 1)];
  }
  const entries = Object.entries(value);
  if (entries.length === 0 || draw.chance() < 0.1)
    return Object.fromEntries([...entries, [draw.of(hostileTexts), hostile(draw)]]);
  const place = draw.below(entries.length);
  const [key, part] = entries[place]!;
  const others = entries.toSpliced(place, 1);
  return Object.fromEntries(draw.chance() < 0.15 ? others : [...others, [key, spoiled(part, draw)]]);
}

/** Serializes a value, including numbers out of range. */
export const toJson = (value: unknown): string => JSON.stringify(value).replaceAll(`"${endlessNumber}"`, "1e999");

/** Invalid bodies. */
export const brokenBodies: readonly (string | Uint8Array<ArrayBuffer>)[] = [
  "",
  "{",
  "null",
  "5",
  '"x"',
  "[]",
  "[{}]",
  "\ufeff{}",
  '{"a":1}}',
  '{"a":"\\u0000"}',
  '{"a":"\\ud800"}',
  '{"__proto__":{"a":1}}',
  '{"a":{"constructor":{"prototype":1}}}',
  `{"a":${"[".repeat(50_000)}`,
  `{"a":${'{"a":'.repeat(200)}1${"}".repeat(201)}`,
  new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
];

/** An operation of `/openapi.json`. */
export interface Operation {
  operationId: string;
  tags: string[];
  parameters?: { name: string; in: "path" | "query"; required: boolean; schema: Schema }[];
  requestBody?: { content: { "application/json": { schema: Schema; example?: object } } };
  responses: Record<string, { content?: { "application/json": { examples?: object } } }>;
  /** In capital letters. */
  method: string;
  path: string;
}

/** All operations of a server. */
export async function readOperations(url: string): Promise<Operation[]> {
  const { paths, components } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, object>; responses: Record<string, object> };
  };
  const named = { ...components.schemas, ...components.responses };
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => ({ ...one, method: method.toUpperCase(), path })),
    )
    .map((one) => withoutReferences(one, named));
}

/** Replaces references by the named schemas; recursive ones end after some levels. */
function withoutReferences<Value>(value: Value, schemas: Record<string, object>, levels = 6): Value {
  return JSON.parse(JSON.stringify(value), (_, part) => {
    const name = typeof part?.$ref === "string" ? part.$ref.split("/").at(-1) : undefined;
    if (name === undefined) return part;
    return levels === 0 ? {} : withoutReferences(schemas[name] ?? {}, schemas, levels - 1);
  });
}

/** Unusual query strings, which no client sends. */
const oddQueries = ["a=%ff", "__proto__=1", ".r=e30", ".r=W10", ".r=%", "a=1&a=2", "&&=", "%00", "a.b.c=1&a=2&a.b=3"];
const oddPathParts = ["..%2f..%2fetc%2fpasswd", "%00", "%ff", "%c0%ae%c0%ae", ";", "%E0%A4%A", "a%2fb", "%252e"];
const oddTypes = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/json; charset=utf-16",
  "json",
  "",
];
const oddHeaders: readonly [string, string][] = [
  ["accept-language", "x".repeat(2_000)],
  ["accept-language", "de;q=x, *;q=1e9, \u00ff"],
  ["if-none-match", '"'],
  ["x-wix-consistent", "e30"],
  ["wix-site-id", "nowhere"],
  ["user-agent", "(".repeat(500)],
  ["cookie", "a=%ff; =; x"],
  ["origin", "null"],
];

/** A generated request. */
export interface MadeRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

/** Characters. The HTTP parser rejects longer URLs. */
const maxUrlValueLength = 1_000;

/** Generates a request of the operation, parts of which are invalid. @param headers Those of every request. */
export function makeRequest(
  { method, path, parameters = [], requestBody }: Operation,
  draw: Draw,
  { url, living, callers, headers }: { url: string; living: Living; callers: readonly string[]; headers: object },
): MadeRequest {
  const textOf = ({ name, schema }: { name: string; schema: Schema }) => {
    const fits = fitting(schema, draw, living, name);
    const value = draw.chance() < 0.3 ? spoiled(fits, draw) : fits;
    const text = typeof value === "string" ? value : toJson(value);
    return encodeURIComponent(text.slice(0, maxUrlValueLength).toWellFormed());
  };
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    draw.chance() < 0.03
      ? draw.of(oddPathParts)
      : textOf({ name, schema: parameters.find((one) => one.name === name)?.schema ?? { type: "string" } }),
  );
  const query = parameters
    .filter((one) => one.in === "query" && (one.required || draw.chance() < 0.6))
    .map((one) => `${one.name}=${textOf(one)}`);
  if (draw.chance() < 0.05) query.push(draw.of(oddQueries));
  if (query.length > 0 && draw.chance() < 0.05) query.push(draw.of(query));
  const sent: Record<string, string> = { ...headers, ...makeCredentials(callers, draw) };
  if (draw.chance() < 0.05) Object.assign(sent, Object.fromEntries([draw.of(oddHeaders)]));
  const target = { url: `${url}${filledPath}${query.length > 0 ? `?${query.join("&")}` : ""}`, method, headers: sent };
  if (method === "GET" || method === "DELETE") return target;
  sent["content-type"] = draw.chance() < 0.03 ? draw.of(oddTypes) : "application/json";
  if (draw.chance() < 0.05) return { ...target, body: draw.of(brokenBodies) };
  const { schema = { type: "object", properties: {} }, example } = requestBody?.content["application/json"] ?? {};
  let body = example && draw.chance() < 0.4 ? enlivened(example, draw, living) : fitting(schema, draw, living);
  for (let times = draw.below(3); times > 0; times--) body = spoiled(body, draw);
  const json = toJson(body ?? null);
  // Of two members with the same name, the last one applies.
  const isRepeated = draw.chance() < 0.03 && json.startsWith('{"');
  return { ...target, body: isRepeated ? json.replace(/^\{("(?:[^"\\]|\\.)*":)/, "{$1null,$1") : json };
}

/** One of the callers, no credentials, or those of a caller with one damaged character. */
function makeCredentials(callers: readonly string[], draw: Draw): { authorization?: string } {
  const kind = draw.chance();
  if (kind < 0.03) return {};
  const token = draw.of(callers);
  if (kind > 0.05) return { authorization: token };
  const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${token.split(".")[1] ?? ""}.`;
  const place = draw.below(token.length);
  const flipped = `${token.slice(0, place)}${draw.of(["A", "-", ".", ",", " ", "\u00e9"])}${token.slice(place + 1)}`;
  return {
    authorization: draw.of([flipped, unsigned, `Bearer ${flipped}`, "Bearer", ",", token.slice(0, place)]).trim(),
  };
}

/** Internals that no error may contain. */
export const internalsPattern =
  /node_modules|\.ts:\d|at \w+ \(|\bselect\b.+\bfrom\b|violates|syntax error|postgres|kysely|zod|jsonb|::text/i;
