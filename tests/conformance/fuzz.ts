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
  parameters?: { name: string; in: "path" | "query"; required: boolean; schema: Schema }[];
  requestBody?: { content: { "application/json": { schema: Schema; example?: object } } };
}

export type NumberedOperation = Operation & { method: string; path: string; index: number };

/** Numbered operations of a server, filtered by method and path. */
export async function readOperations(
  url: string,
  counts: (operation: { method: string; path: string }) => boolean,
): Promise<NumberedOperation[]> {
  const { paths, components } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, object> };
  };
  return Object.entries(paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, one]) => ({ ...one, method, path })))
    .filter(counts)
    .map((one, index) => ({ ...withoutReferences(one, components.schemas), index }));
}

/** Replaces references by the named schemas; recursive ones end after some levels. */
function withoutReferences<Value>(value: Value, schemas: Record<string, object>, levels = 6): Value {
  return JSON.parse(JSON.stringify(value), (_, part) => {
    const name = typeof part?.$ref === "string" ? part.$ref.split("/").at(-1) : undefined;
    if (name === undefined) return part;
    return levels === 0 ? {} : withoutReferences(schemas[name] ?? {}, schemas, levels - 1);
  });
}

/** Sends a random, partly invalid request. @returns Its response, and a description for failures. */
export async function sendMade(
  url: string,
  { method, path, parameters = [], requestBody }: Operation & { method: string; path: string },
  { draw, living, token }: { draw: Draw; living: Living; token: string },
): Promise<{ status: number; text: string; description: string }> {
  const textOf = ({ name, schema }: { name: string; schema: Schema }) => {
    const fits = fitting(schema, draw, living, name);
    const value = draw.chance() < 0.3 ? spoiled(fits, draw) : fits;
    const text = typeof value === "string" ? value : toJson(value);
    return encodeURIComponent(text.slice(0, 1_000).toWellFormed());
  };
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    textOf({ name, schema: parameters.find((one) => one.name === name)?.schema ?? { type: "string" } }),
  );
  const query = parameters
    .filter((one) => one.in === "query" && (one.required || draw.chance() < 0.6))
    .map((one) => `${one.name}=${textOf(one)}`)
    .join("&");
  const { schema, example } = requestBody?.content["application/json"] ?? {};
  let body: unknown;
  if (schema) {
    body = example && draw.chance() < 0.4 ? enlivened(example, draw, living) : fitting(schema, draw, living);
    for (let times = draw.below(3); times > 0; times--) body = spoiled(body, draw);
  }
  const answer = await fetch(`${url}${filledPath}${query && `?${query}`}`, {
    method: method.toUpperCase(),
    headers: { authorization: token, ...(schema && { "content-type": "application/json" }) },
    ...(schema && { body: toJson(body) }),
  });
  const text = await answer.text();
  const sent = toJson(body ?? null).slice(0, 800);
  return {
    status: answer.status,
    text,
    description: [method, filledPath, query, sent, answer.status, text.slice(0, 800)].join("\n"),
  };
}

/** Internals that no response may contain. */
export const insides = /node_modules|\.ts:\d|at \w+ \(|\bselect\b.+\bfrom\b|violates|syntax error|postgres|kysely|zod/i;
