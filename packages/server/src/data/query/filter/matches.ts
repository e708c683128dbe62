import { Refusal } from "../../../platform/context/errors.ts";
import { refusal, shown } from "../../data-errors.ts";
import { readOperand } from "./values.ts";

const most = 100;
/** Of all parts together: PostgreSQL takes no pattern of some ten times as many. */
const mostCharacters = 20_000;

/**
 * The pattern that `$matches` stands for: its parts one after the other are the whole text. Everything in a pattern is a letter or one of
 * several, so that matching takes no more steps than the text has letters for each part.
 *
 * @throws {Refusal} `WDE0062`, `WDE0063`, `WDE0064`.
 */
export function readMatches(value: unknown, path: string): string {
  const { ignoreCase, spec } = (typeof value === "object" && value !== null ? value : {}) as {
    ignoreCase?: unknown;
    spec?: unknown;
  };
  if (ignoreCase === undefined || spec === undefined) throw new Refusal("WDE0062");
  if (ignoreCase !== true) throw new Refusal("WDE0063");
  if (!Array.isArray(spec)) throw refusal("WDE0057", `[${path}.spec] takes a list, not [${shown(spec)}].`);
  if (spec.length > most) throw refusal("WDE0061", `[${path}.spec] has at most [${most}] parts.`);
  const pattern = spec.map((part: unknown) => patternOf(part, path)).join("");
  if (charactersIn(spec) > mostCharacters)
    throw refusal("WDE0061", `[${path}.spec] has at most [${mostCharacters}] characters in all its parts.`);
  return `^${pattern}$`;
}

/** @param spec Known to be sound. */
function charactersIn(spec: readonly unknown[]): number {
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
  if (type === "anyOf" && Array.isArray(choices) && choices.length > 0 && choices.length <= most) {
    if (choices.every((choice) => typeof choice === "string"))
      return `(?:${choices.map((choice) => literal(choice, path)).join("|")})`;
  }
  throw refusal("WDE0064", `A part at [${path}.spec] is {type: "literal" or "anyOf", value}, not [${shown(part)}].`);
}

function literal(text: string, path: string): string {
  readOperand(text, path);
  return plain(text);
}

/** A text as a pattern. Nothing in it is a sign: those are all ASCII. */
export const plain = (text: string): string =>
  text.replace(
    /[^A-Za-z0-9_\u0080-\u{10ffff}]/gu,
    (sign) => `\\u${sign.codePointAt(0)!.toString(16).padStart(4, "0")}`,
  );
