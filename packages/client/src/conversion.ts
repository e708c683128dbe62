import type { ConversionKind, ConversionRules } from "@porchlight/contract/conversion-rules";
import { isObject } from "./error-answer.ts";

type Direction = "request" | "answer";
type Convert = (value: unknown) => unknown;
type Fields = Record<string, unknown>;

/** Rules by key: what to do with the value there, and the rules below it. */
interface Rule {
  kind?: ConversionKind;
  verbatim?: boolean;
  below: Map<string, Rule>;
}

const ids: Record<Direction, Record<string, string>> = {
  request: { _id: "id", _createdDate: "createdDate", _updatedDate: "updatedDate" },
  answer: { id: "_id", createdDate: "_createdDate", updatedDate: "_updatedDate" },
};

const addressNames: Record<string, string> = {
  formattedAddress: "formatted",
  geocode: "location",
  addressLine: "addressLine1",
};
const wireAddressNames = Object.fromEntries(Object.entries(addressNames).map(([wire, own]) => [own, wire]));

const rename = (names: Record<string, string>): Convert => {
  return (value) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, member]) => [names[key] ?? key, member]))
      : value;
};

/** Anything odd passes through as it came: an unknown shape is the reader's to judge. */
const converters: Record<Direction, Partial<Record<ConversionKind, Convert>>> = {
  request: {
    timestamp: (value) => value,
    float: (value) => (typeof value === "number" && !Number.isFinite(value) ? String(value) : value),
    bytes: (value) =>
      value instanceof Uint8Array ? btoa(Array.from(value, (byte) => String.fromCharCode(byte)).join("")) : value,
    address: rename(wireAddressNames),
  },
  answer: {
    timestamp(value) {
      const date = typeof value === "string" ? new Date(value) : undefined;
      return date && !Number.isNaN(date.getTime()) ? date : value;
    },
    float: (value) => (value === "NaN" || value === "Infinity" || value === "-Infinity" ? Number(value) : value),
    bytes(value) {
      try {
        return typeof value === "string" ? Uint8Array.from(atob(value), (text) => text.charCodeAt(0)) : value;
      } catch {
        return value;
      }
    },
    image(value) {
      if (!isObject(value)) return value;
      const { id, url, filename, altText, width, height } = value;
      if (!id) return url ?? value;
      const name = encodeURIComponent(String(filename ?? altText ?? id));
      return `wix:image://v1/${id}/${name}#originWidth=${width}&originHeight=${height}`;
    },
    videoV2(value) {
      if (!isObject(value)) return value;
      const { id, url, filename, posters } = value;
      if (!id) return url ?? value;
      const poster = Array.isArray(posters) && isObject(posters[0]) ? posters[0] : undefined;
      const still = poster ? `#posterUri=${poster.id}&posterWidth=${poster.width}&posterHeight=${poster.height}` : "";
      return `wix:video://v1/${id}/${encodeURIComponent(String(filename ?? id))}${still}`;
    },
    pageURL(value) {
      if (!isObject(value) || typeof value.base !== "string") return value;
      const url = value.base + (value.path ?? "");
      return /^[a-z][a-z\d+.-]*:\/\//i.test(url) ? url : `http://${url}`;
    },
    address: rename(addressNames),
  },
};

const compiled = new WeakMap<ConversionRules, Rule>();

function compile(rules: ConversionRules): Rule {
  const held = compiled.get(rules);
  if (held) return held;
  const root: Rule = { below: new Map() };
  for (const [kind, paths] of Object.entries(rules) as [ConversionKind | "verbatim", readonly string[]][]) {
    for (const path of paths) {
      let rule = root;
      for (const key of path.split(".")) {
        if (key === "**") {
          rule.below.set("*", rule); // any other key leads back here
          continue;
        }
        const next = rule.below.get(key) ?? { below: new Map() };
        rule.below.set(key, next);
        rule = next;
      }
      if (kind === "verbatim") rule.verbatim = true;
      else rule.kind = kind;
    }
  }
  compiled.set(rules, root);
  return root;
}

/**
 * The same value in the other end's words: a deep copy, the argument stays as it is.
 *
 * @param direction `request`: from the caller to the wire. `answer`: from the wire to the caller.
 */
export function convert(value: unknown, rules: ConversionRules | undefined, direction: Direction): unknown {
  const names = ids[direction];
  const visit = (given: unknown, rule: Rule | undefined, renames: boolean): unknown => {
    if (Array.isArray(given)) return given.map((item) => visit(item, rule, renames));
    const convertKind = rule?.kind && converters[direction][rule.kind];
    const held = convertKind ? convertKind(given) : given;
    if (!isObject(held) || held instanceof Date || held instanceof Uint8Array) return held;
    const copy: Fields = {};
    for (const [key, member] of Object.entries(held)) {
      const renamed = renames ? names[key] : undefined;
      const target = renamed !== undefined && !Object.hasOwn(held, renamed) ? renamed : key;
      const wireKey = direction === "request" ? target : key;
      const below = rule?.below.get(wireKey) ?? rule?.below.get("*");
      setOwn(copy, target, visit(member, below, renames && !below?.verbatim));
    }
    return copy;
  };
  return visit(value, rules && compile(rules), true);
}

/** A member named `__proto__` stays a member. */
function setOwn(target: Fields, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}
