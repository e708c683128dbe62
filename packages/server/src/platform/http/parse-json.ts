import { Refusal } from "../context/errors.ts";

/** Limits of the structure of a body. Source: security requirements §2.3. */
export interface JsonLimits {
  depth: number;
  keysPerObject: number;
  values: number;
  /** Objects and arrays: two characters take over a hundred bytes in memory, and are copied. */
  containers: number;
}

export const smallJson: JsonLimits = { depth: 40, keysPerObject: 1_000, values: 10_000, containers: 10_000 };
/** For blog and data bodies, which are limited by size. */
export const largeJson: JsonLimits = { depth: 100, keysPerObject: 100_000, values: 4_000_000, containers: 300_000 };
/** For documents: each of their levels takes two levels of JSON. */
export const documentJson: JsonLimits = { ...largeJson, depth: 400 };

/** Keys that would allow prototype pollution. */
export const forbiddenKeys: ReadonlySet<string> = new Set(["__proto__", "prototype", "constructor"]);

/**
 * Parses the JSON object of a request, within limits and without {@link forbiddenKeys}.
 *
 * @throws {Refusal} `MALFORMED_REQUEST`, with a `reason`.
 */
export function parseJsonObject(bytes: Uint8Array, limits: JsonLimits): Record<string, unknown> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw malformed("it is not UTF-8");
  }
  const { depth, containers } = measureNesting(text);
  if (depth > limits.depth) throw malformed(`it is nested deeper than ${limits.depth} levels`);
  if (containers > limits.containers) throw malformed(`it holds more than ${limits.containers} objects and lists`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed("it is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw malformed("it is not a JSON object");
  checkJson(value, limits);
  return value as Record<string, unknown>;
}

const malformed = (reason: string) => new Refusal("MALFORMED_REQUEST", { reason });

/** Counts brackets outside strings and their depth before parsing, so that parsing is safe. */
function measureNesting(text: string): Pick<JsonLimits, "depth" | "containers"> {
  let depth = 0;
  let containers = 0;
  let maxDepth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (inString) {
      if (char === 0x5c) index++;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x7b || char === 0x5b) {
      containers++;
      maxDepth = Math.max(maxDepth, ++depth);
    } else if (char === 0x7d || char === 0x5d) depth--;
  }
  return { depth: maxDepth, containers };
}

/**
 * Checks a value that may have another source than {@link parseJsonObject}.
 *
 * @throws {Refusal} `MALFORMED_REQUEST`, with a `reason`.
 */
export function checkJson(root: object, limits: JsonLimits): void {
  const pending: unknown[] = [root];
  const depths = [0];
  let values = 0;
  while (pending.length > 0) {
    const value = pending.pop();
    const depth = depths.pop() ?? 0;
    if (depth > limits.depth) throw malformed(`it is nested deeper than ${limits.depth} levels`);
    if (++values > limits.values) throw malformed(`it holds more than ${limits.values} values`);
    if (typeof value === "string") checkText(value);
    else if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
      throw malformed("a number in it is too large to be kept");
    else if (Array.isArray(value))
      for (const item of value) {
        pending.push(item);
        depths.push(depth + 1);
      }
    else if (typeof value === "object" && value !== null) {
      const keys = Object.keys(value);
      if (keys.length > limits.keysPerObject)
        throw malformed(`an object in it has more than ${limits.keysPerObject} keys`);
      for (const key of keys) {
        if (forbiddenKeys.has(key)) throw malformed(`the key "${key}" is not allowed`);
        checkText(key);
        pending.push((value as Record<string, unknown>)[key]);
        depths.push(depth + 1);
      }
    }
  }
}

function checkText(text: string): void {
  if (text.includes("\u0000")) throw malformed("a text in it has a NUL character");
  if (!text.isWellFormed()) throw malformed("a text in it has half of a surrogate pair");
}
