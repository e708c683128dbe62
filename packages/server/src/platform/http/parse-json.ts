import { Refusal } from "../context/errors.ts";

/** How much structure a body may have. Source: security requirements §2.3. */
export interface JsonLimits {
  depth: number;
  keysPerObject: number;
  values: number;
  /** Objects and lists: what is two letters in a text takes a hundred bytes and more, and some copies of them. */
  containers: number;
}

export const smallJson: JsonLimits = { depth: 40, keysPerObject: 1_000, values: 10_000, containers: 10_000 };
/** Blog and data bodies are bounded by their bytes. */
export const largeJson: JsonLimits = { depth: 100, keysPerObject: 100_000, values: 4_000_000, containers: 300_000 };
/** A document of the deepest nesting that is taken, two levels of JSON to each of its own, and what stands around it. */
export const documentJson: JsonLimits = { ...largeJson, depth: 400 };

/** Names that reach into prototypes. */
export const forbiddenKeys: ReadonlySet<string> = new Set(["__proto__", "prototype", "constructor"]);

/**
 * The one JSON parser for input: an object, within bounds, without keys that reach into prototypes.
 *
 * @throws {Refusal} `MALFORMED_REQUEST`, with a `reason`.
 */
export function parseJsonObject(bytes: Uint8Array, bounds: JsonLimits): Record<string, unknown> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw malformed("it is not UTF-8");
  }
  const { depth, containers } = measureNesting(text);
  if (depth > bounds.depth) throw malformed(`it is nested deeper than ${bounds.depth} levels`);
  if (containers > bounds.containers) throw malformed(`it holds more than ${bounds.containers} objects and lists`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed("it is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw malformed("it is not a JSON object");
  checkStructure(value, bounds);
  return value as Record<string, unknown>;
}

const malformed = (reason: string) => new Refusal("MALFORMED_REQUEST", { reason });

/** Brackets outside strings, and how deep they are nested, found before parsing so that parsing is safe. */
function measureNesting(text: string): Pick<JsonLimits, "depth" | "containers"> {
  let depth = 0;
  let containers = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (inString) {
      if (char === 0x5c) index++;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x7b || char === 0x5b) {
      containers++;
      deepest = Math.max(deepest, ++depth);
    } else if (char === 0x7d || char === 0x5d) depth--;
  }
  return { depth: deepest, containers };
}

function checkStructure(root: object, bounds: JsonLimits): void {
  const pending: unknown[] = [root];
  let values = 0;
  while (pending.length > 0) {
    const value = pending.pop();
    if (++values > bounds.values) throw malformed(`it holds more than ${bounds.values} values`);
    if (typeof value === "string") checkText(value);
    else if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
      throw malformed("a number in it is too large to be kept");
    else if (Array.isArray(value)) for (const item of value) pending.push(item);
    else if (typeof value === "object" && value !== null) {
      const keys = Object.keys(value);
      if (keys.length > bounds.keysPerObject)
        throw malformed(`an object in it has more than ${bounds.keysPerObject} keys`);
      for (const key of keys) {
        if (forbiddenKeys.has(key)) throw malformed(`the key "${key}" is not allowed`);
        checkText(key);
        pending.push((value as Record<string, unknown>)[key]);
      }
    }
  }
}

function checkText(text: string): void {
  if (text.includes("\u0000")) throw malformed("a text in it has a NUL character");
  if (!text.isWellFormed()) throw malformed("a text in it has half of a surrogate pair");
}
