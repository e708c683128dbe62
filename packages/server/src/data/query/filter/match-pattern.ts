import { Refusal } from "../../../platform/context/errors.ts";
import { describeValue, refusal } from "../../data-errors.ts";
import { parseOperand } from "./operands.ts";

const maxParts = 100;
/** Limit of all parts together: PostgreSQL rejects patterns of about ten times this size. */
const maxCharacters = 20_000;

/**
 * Compiles `$matches` to a regular expression for the whole text. It has only literals and alternatives, so matching
 * takes at most one step per character and part.
 *
 * @throws {Refusal} `WDE0062`, `WDE0063`, `WDE0064`.
 */
export function parseMatches(value: unknown, path: string): string {
  const { ignoreCase, spec } = (typeof value === "object" && value !== null ? value : {}) as {
    ignoreCase?: unknown;
    spec?: unknown;
  };
  if (ignoreCase === undefined || spec === undefined) throw new Refusal("WDE0062");
  if (ignoreCase !== true) throw new Refusal("WDE0063");
  if (!Array.isArray(spec)) throw refusal("WDE0057", `[${path}.spec] takes a list, not [${describeValue(spec)}].`);
  if (spec.length > maxParts) throw refusal("WDE0061", `[${path}.spec] has at most [${maxParts}] parts.`);
  const pattern = spec.map((part: unknown) => patternOf(part, path)).join("");
  if (countCharacters(spec) > maxCharacters)
    throw refusal("WDE0061", `[${path}.spec] has at most [${maxCharacters}] characters in all its parts.`);
  return `^${pattern}$`;
}

/** @param spec Already validated. */
function countCharacters(spec: readonly unknown[]): number {
  const texts = (spec as readonly { value: string | readonly string[] }[]).flatMap(({ value }) => value);
  return texts.reduce((sum, text) => sum + text.length, 0);
}

function patternOf(part: unknown, path: string): string {
  const { type, value } = (typeof part === "object" && part !== null ? part : {}) as {
    type?: unknown;
    value?: unknown;
  };
  if (type === "literal" && typeof value === "string") return literal(value, path);
  const choices = typeof value === "string" ? [...value] : value;
  if (type === "anyOf" && Array.isArray(choices) && choices.length > 0 && choices.length <= maxParts) {
    if (choices.every((choice) => typeof choice === "string"))
      return `(?:${choices.map((choice) => literal(choice, path)).join("|")})`;
  }
  throw refusal(
    "WDE0064",
    `A part at [${path}.spec] is {type: "literal" or "anyOf", value}, not [${describeValue(part)}].`,
  );
}

function literal(text: string, path: string): string {
  parseOperand(text, path);
  return escapePattern(text);
}

/** Escapes a text for a regular expression. All special characters are ASCII. */
export const escapePattern = (text: string): string =>
  text.replace(
    /[^A-Za-z0-9_\u0080-\u{10ffff}]/gu,
    (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, "0")}`,
  );
