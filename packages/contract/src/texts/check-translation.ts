import { type Part, parseMessage } from "./format.ts";

interface MessageParts {
  names: Set<string>;
  plurals: { name: string; cases: string[] }[];
}

/** The placeholders, tags and choices of a message, and the cases of its plurals. */
function partsOf(parts: readonly Part[], found: MessageParts = { names: new Set(), plurals: [] }): MessageParts {
  for (const part of parts) {
    if (typeof part === "string" || part.kind === "count") continue;
    found.names.add(part.kind === "tag" ? `<${part.name}>` : `{${part.name}}`);
    if (part.kind === "tag") partsOf(part.inside, found);
    if (part.kind !== "choice") continue;
    const cases = [...part.cases.keys()];
    if (part.plural) found.plurals.push({ name: part.name, cases });
    else found.names.add(`${part.name}: ${cases.sort().join(", ")}`);
    for (const inside of part.cases.values()) partsOf(inside, found);
  }
  return found;
}

/** The plural categories of whole numbers in a language. Source: CLDR, language plural rules. */
function pluralCategories(language: string): Set<string> {
  const rules = new Intl.PluralRules(language);
  return new Set(Array.from({ length: 201 }, (_, n) => rules.select(n)));
}

/**
 * What is wrong with the translation of an English message, for tests: a missing text, other placeholders, tags or
 * choices, or a plural without a category of the language.
 */
export function checkTranslation(english: string, translation: string | undefined, language: string): string[] {
  if (!translation) return ["is missing"];
  if (translation.trim() !== translation) return ["starts or ends with a space"];
  const expected = partsOf(parseMessage(english));
  const found = partsOf(parseMessage(translation));
  const problems = [
    ...[...expected.names].filter((name) => !found.names.has(name)).map((name) => `has no ${name}`),
    ...[...found.names].filter((name) => !expected.names.has(name)).map((name) => `has an unknown ${name}`),
  ];
  const categories = [...pluralCategories(language)];
  for (const { name, cases } of found.plurals)
    for (const category of categories)
      if (!cases.includes(category)) problems.push(`has no plural "${category}" of {${name}}`);
  return problems;
}
