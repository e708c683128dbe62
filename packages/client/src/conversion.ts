import type { ConversionKind, ConversionRules } from "@porchlight/contract/conversion-rules";
import { isObject } from "./error-answer.ts";

type Direction = "request" | "answer";
type Convert = (value: unknown) => unknown;

/** Rules by key: what to do with the value there, and the rules below it. */
interface Rule {
  kind?: ConversionKind;
  verbatim?: boolean;
  below: Map<string, Rule>;
}

/** How to convert each kind, in each direction. Anything odd passes through as it came: it is the reader's to judge. */
export type Converters = Record<Direction, Partial<Record<ConversionKind, Convert>>>;

const ids = ["id", "createdDate", "updatedDate"];

const addressNames = [
  ["formattedAddress", "formatted"],
  ["geocode", "location"],
  ["addressLine", "addressLine1"],
] as const;

const renameAddress =
  (from: 0 | 1, to: 0 | 1): Convert =>
  (value) => {
    if (!isObject(value)) return value;
    const renamed = (key: string) => addressNames.find((names) => names[from] === key)?.[to] ?? key;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [renamed(key), member]));
  };

/** The kinds that any area may use; others come with the area that needs them. */
const commonConverters: Converters = {
  request: {
    float: (value) => (typeof value === "number" && !Number.isFinite(value) ? String(value) : value),
    address: renameAddress(1, 0),
  },
  answer: {
    timestamp: (value) => (typeof value === "string" && !Number.isNaN(Date.parse(value)) ? new Date(value) : value),
    float: (value) => (/^(NaN|-?Infinity)$/.test(String(value)) ? Number(value) : value),
    address: renameAddress(0, 1),
  },
};

function compile(rules: ConversionRules): Rule {
  const root: Rule = { below: new Map() };
  for (const [kind, paths] of Object.entries(rules) as [ConversionKind | "verbatim", readonly string[]][]) {
    for (const path of paths) {
      let rule = root;
      for (const key of path.split(".")) {
        if (key === "**") {
          rule.below.set("*", rule); // any other key leads back here
        } else {
          const next = rule.below.get(key) ?? { below: new Map() };
          rule.below.set(key, next);
          rule = next;
        }
      }
      if (kind === "verbatim") rule.verbatim = true;
      else rule.kind = kind;
    }
  }
  return root;
}

/**
 * The same value in the other end's words: a deep copy, the argument stays as it is.
 *
 * @param direction `request`: from the caller to the wire. `answer`: from the wire to the caller.
 */
export function convert(
  value: unknown,
  rules: ConversionRules | undefined,
  direction: Direction,
  converters?: Converters,
): unknown {
  const rename = (key: string): string => {
    const [from, to] = direction === "request" ? ["_", ""] : ["", "_"];
    const name = key.slice(from.length);
    return from + name === key && ids.includes(name) ? to + name : key;
  };
  const byKind = { ...commonConverters[direction], ...converters?.[direction] };
  const visit = (given: unknown, rule: Rule | undefined, renames: boolean): unknown => {
    if (Array.isArray(given)) return given.map((item) => visit(item, rule, renames));
    const convertKind = rule?.kind && byKind[rule.kind];
    const held = convertKind ? convertKind(given) : given;
    if (!isObject(held) || held instanceof Date || held instanceof Uint8Array) return held;
    const members = Object.entries(held).map(([key, member]) => {
      const renamed = renames ? rename(key) : key;
      const target = Object.hasOwn(held, renamed) ? key : renamed;
      const wireKey = direction === "request" ? target : key;
      const below = rule?.below.get(wireKey) ?? rule?.below.get("*");
      return [target, visit(member, below, renames && !below?.verbatim)];
    });
    return Object.fromEntries(members); // not by assignment: a member named `__proto__` stays a member
  };
  return visit(value, rules && compile(rules), true);
}
