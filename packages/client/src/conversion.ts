import type { ConversionRules } from "@porchlight/contract/wire/conversion-rules";
import { isObject } from "./error-answer.ts";

type Direction = "request" | "answer";
type Convert = (value: unknown) => unknown;

/** Rules by key: what to do with the value there, and the rules below it. */
interface Rule {
  kind?: keyof ConversionRules;
  below: Map<string, Rule>;
}

/** How to convert each kind, in each direction. Anything odd passes through as it came: it is the reader's to judge. */
export type Converters = Record<Direction, Partial<Record<keyof ConversionRules, Convert>>>;

type Names = Record<Direction, ReadonlyMap<string, string>>;

/** Members with two names: the wire's, then the caller's. */
const namesOf = (...pairs: [wire: string, own: string][]): Names => ({
  request: new Map(pairs.map(([wire, own]) => [own, wire])),
  answer: new Map(pairs),
});
const ids = namesOf(["id", "_id"], ["createdDate", "_createdDate"], ["updatedDate", "_updatedDate"]);
const addressParts = namesOf(
  ["formattedAddress", "formatted"],
  ["geocode", "location"],
  ["addressLine", "addressLine1"],
);

/** The kinds that any area may use; others come with the area that needs them. */
const commonConverters: Converters = {
  request: {
    float: (value) => (typeof value === "number" && !Number.isFinite(value) ? String(value) : value),
  },
  answer: {
    timestamp: (value) => (typeof value === "string" && !Number.isNaN(Date.parse(value)) ? new Date(value) : value),
    bytes(value) {
      try {
        return typeof value === "string" ? Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0)) : value;
      } catch {
        return value;
      }
    },
    float: (value) => (/^(NaN|-?Infinity)$/.test(String(value)) ? Number(value) : value),
  },
};

const compiled = new WeakMap<ConversionRules, Rule>();

function compile(rules: ConversionRules): Rule {
  const known = compiled.get(rules);
  if (known) return known;
  const root: Rule = { below: new Map() };
  compiled.set(rules, root);
  for (const [kind, paths] of Object.entries(rules) as [keyof ConversionRules, readonly string[]][]) {
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
      rule.kind = kind;
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
  const visit = (given: unknown, rule: Rule | undefined, renames: boolean): unknown => {
    if (Array.isArray(given)) return given.map((item) => visit(item, rule, renames));
    const kind = rule?.kind;
    const convertKind = kind && (converters?.[direction][kind] ?? commonConverters[direction][kind]);
    const held = convertKind ? convertKind(given) : given;
    if (!isObject(held) || held instanceof Date || held instanceof Uint8Array) return held;
    const names = (kind === "address" ? addressParts : ids)[direction];
    let copy: Record<string, unknown> = {};
    for (const key of Object.keys(held)) {
      const renamed = renames && names.get(key);
      const target = renamed && !Object.hasOwn(held, renamed) ? renamed : key;
      const wireKey = direction === "request" ? target : key;
      const below = rule?.below.get(wireKey) ?? rule?.below.get("*");
      const value = visit(held[key], below, renames && below?.kind !== "verbatim");
      // Assigned, it would be the prototype.
      if (key === "__proto__") copy = { ...copy, [key]: value };
      else copy[target] = value;
    }
    return copy;
  };
  return visit(value, rules && compile(rules), true);
}
