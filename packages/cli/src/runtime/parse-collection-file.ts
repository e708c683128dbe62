import { readFileSync } from "node:fs";
import { createDataCollectionRequest } from "@porchlight/contract/data/collections/schema";
import { Failure } from "./errors/failure.ts";
import { placeAt, positionAt } from "./json-path-locations.ts";

const schema = createDataCollectionRequest.shape.body.shape.collection;
export type CollectionDefinition = ReturnType<typeof schema.parse>;

/** Far more than a thousand fields require. */
const maximumBytes = 4 * 1024 * 1024;
const deepest = 50;
/** Read-only properties of collections and fields: a definition may be the output of `collection show`. */
const readOnlyKeys = new Set(
  "collectionType displayNamespace maxPageSize pagingModes capabilities createdDate updatedDate systemField".split(" "),
);

/**
 * Reads a collection definition from a JSON file, or from standard input for `-`.
 *
 * @throws {Failure} with each error and its line and column.
 */
export const readDefinition = (file: string): CollectionDefinition =>
  readDefinitionFile(file, "collection", checkDefinition);

/**
 * Reads a definition from a JSON file, or from standard input for `-`.
 *
 * @param wrapper Property that may contain the definition. @throws {Failure} with each error and its line and column.
 */
export function readDefinitionFile<Value>(
  file: string,
  wrapper: string,
  check: (value: unknown) => { definition: Value } | { faults: Fault[] },
): Value {
  const text = readText(file);
  const shown = file === "-" ? "standard input" : file;
  const given = parse(text, shown);
  const wraps = isRecord(given) && isRecord(given[wrapper]) && Object.keys(given).length === 1;
  const around: PropertyKey[] = wraps ? [wrapper] : [];
  const value = wraps ? given[wrapper] : given;
  const checked = check(value);
  if ("definition" in checked) return checked.definition;
  const located = checked.faults.map(({ path, sentence }) => ({ ...positionAt(text, [...around, ...path]), sentence }));
  located.sort((left, right) => left.line - right.line || left.column - right.column);
  throw new Failure(located.map(({ line, column, sentence }) => `${shown}:${line}:${column}: ${sentence}`).join("\n"));
}

/** A validation error with its location. */
export interface Fault {
  path: PropertyKey[];
  sentence: string;
}

/** Validates a definition. */
export function checkDefinition(value: unknown): { definition: CollectionDefinition } | { faults: Fault[] } {
  if (!isRecord(value))
    return { faults: [{ path: [], sentence: 'a definition is an object with an id: {"id": "Recipes", …}.' }] };
  return checkShape(schema, value, "a definition");
}

/** A schema of zod, as far as it is used here. */
interface Shape<Value> {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: Value }
    | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } };
}

/**
 * Validates a value.
 *
 * @param what Name of the value in messages. @param around Path of the value. @param readOnly Keys that are ignored.
 */
export function checkShape<Value>(
  shape: Shape<Value>,
  value: unknown,
  what: string,
  around: readonly PropertyKey[] = [],
  readOnly: ReadonlySet<string> = readOnlyKeys,
): { definition: Value } | { faults: Fault[] } {
  const result = shape.safeParse(value);
  if (!result.success) {
    const faults = result.error.issues.map(({ path, message }) => ({
      path,
      sentence: `${nameOf([...around, ...path])} ${clause(message)}.`,
    }));
    return { faults };
  }
  const unknown = unknownKeys(value, result.data, readOnly);
  if (unknown.length === 0) return { definition: result.data };
  return {
    faults: unknown.map((path) => ({ path, sentence: `"${String(path.at(-1))}" is nothing that ${what} has.` })),
  };
}

function readText(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file === "-" ? 0 : file);
  } catch (cause) {
    throw new Failure(`The file "${file}" cannot be read. Is the path right?`, { cause });
  }
  if (bytes.length > maximumBytes) throw new Failure(`The file "${file}" is too large for a definition.`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Failure(`The file "${file}" is not written in UTF-8.`);
  }
}

function parse(text: string, shown: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (depthOf(text) > deepest) throw new Failure(`${shown}: it is nested deeper than ${deepest} levels.`);
    return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const offset = Number(/position (\d+)/.exec(error.message)?.[1] ?? text.length);
    const { line, column } = placeAt(text, offset);
    const found = text.trim() === "" ? "the file is empty" : offset >= text.length ? "it ends too early" : undefined;
    const sentence = found ?? `there is "${text[offset]}" where JSON has something else`;
    throw new Failure(`${shown}:${line}:${column}: this is not JSON: ${sentence}.`);
  }
}

function depthOf(text: string): number {
  let depth = 0;
  let deepestSeen = 0;
  for (const [word] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (word === "{" || word === "[") deepestSeen = Math.max(deepestSeen, ++depth);
    else if (word === "}" || word === "]") depth--;
  }
  return deepestSeen;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Keys of the input that the schema ignores. */
function unknownKeys(
  given: unknown,
  taken: unknown,
  readOnly: ReadonlySet<string>,
  path: readonly PropertyKey[] = [],
): PropertyKey[][] {
  if (Array.isArray(given) && Array.isArray(taken))
    return given.flatMap((item, index) => unknownKeys(item, taken[index], readOnly, [...path, index]));
  if (!isRecord(given) || !isRecord(taken)) return [];
  return Object.entries(given).flatMap(([key, value]) => {
    if (Object.hasOwn(taken, key)) return unknownKeys(value, taken[key], readOnly, [...path, key]);
    return readOnly.has(key) ? [] : [[...path, key]];
  });
}

const nameOf = (path: readonly PropertyKey[]): string =>
  path.length === 0
    ? "the definition"
    : path.map((step, at) => (typeof step === "number" ? `[${step}]` : `${at > 0 ? "." : ""}${String(step)}`)).join("");

/** A message of the schema, as the continuation of a name. */
function clause(message: string): string {
  const text = message
    .replace(/^Invalid (?:input|option): /, "has to be as ")
    .replace(/^has to be as expected/, "has to be");
  return text.replace(/\.$/, "");
}
