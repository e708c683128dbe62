import type { ConversionRules } from "@porchlight/contract/wire/conversion-rules";
import { isObject } from "./http/response.ts";

type Direction = "request" | "response";
type Convert = (value: unknown) => unknown;

/** Rules by key: the conversions of the value and the rules for its children. */
interface Rule {
  kind?: keyof ConversionRules;
  children: Map<string, Rule>;
}

/** Conversion of each kind, by direction. Malformed values pass through unchanged for the reader to reject. */
export type Converters = Record<Direction, Partial<Record<keyof ConversionRules, Convert>>>;

type Names = Record<Direction, ReadonlyMap<string, string>>;

/** Properties with two names: the wire's, then the caller's. */
const nameMaps = (...pairs: [wire: string, own: string][]): Names => ({
  request: new Map(pairs.map(([wire, clientName]) => [clientName, wire])),
  response: new Map(pairs),
});
const idNames = nameMaps(["id", "_id"], ["createdDate", "_createdDate"], ["updatedDate", "_updatedDate"]);
const addressParts = nameMaps(
  ["formattedAddress", "formatted"],
  ["geocode", "location"],
  ["addressLine", "addressLine1"],
);

/** Kinds available to every area; areas add their own. */
const commonConverters: Converters = {
  request: {
    float: (value) => (typeof value === "number" && !Number.isFinite(value) ? String(value) : value),
  },
  response: {
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
  const cached = compiled.get(rules);
  if (cached) return cached;
  const root: Rule = { children: new Map() };
  compiled.set(rules, root);
  for (const [kind, paths] of Object.entries(rules) as [keyof ConversionRules, readonly string[]][]) {
    for (const path of paths) {
      let rule = root;
      for (const key of path.split(".")) {
        if (key === "**") {
          rule.children.set("*", rule); // any other key reuses this rule
        } else {
          const next = rule.children.get(key) ?? { children: new Map() };
          rule.children.set(key, next);
          rule = next;
        }
      }
      rule.kind = kind;
    }
  }
  return root;
}

/**
 * Converts names and values to the other side's form. Returns a deep copy.
 *
 * @param direction `request`: from the caller to the wire. `response`: from the wire to the caller.
 */
export function convert(
  value: unknown,
  rules: ConversionRules | undefined,
  direction: Direction,
  converters?: Converters,
): unknown {
  const visit = (input: unknown, rule: Rule | undefined, renames: boolean): unknown => {
    if (Array.isArray(input)) return input.map((item) => visit(item, rule, renames));
    const kind = rule?.kind;
    const convertKind = kind && (converters?.[direction][kind] ?? commonConverters[direction][kind]);
    const converted = convertKind ? convertKind(input) : input;
    if (!isObject(converted) || converted instanceof Date || converted instanceof Uint8Array) return converted;
    const names = (kind === "address" ? addressParts : idNames)[direction];
    let copy: Record<string, unknown> = {};
    for (const key of Object.keys(converted)) {
      const renamed = renames && names.get(key);
      const target = renamed && !Object.hasOwn(converted, renamed) ? renamed : key;
      const wireKey = direction === "request" ? target : key;
      const below = rule?.children.get(wireKey) ?? rule?.children.get("*");
      const value = visit(converted[key], below, renames && below?.kind !== "verbatim");
      // An assignment would set the prototype.
      if (key === "__proto__") copy = { ...copy, [key]: value };
      else copy[target] = value;
    }
    return copy;
  };
  return visit(value, rules && compile(rules), true);
}
