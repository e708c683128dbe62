import type { FrontMatter } from "../front-matter/front-matter.ts";

/** Limit of the contract. */
const labelMaxLength = 100;
/** Tag of posts that announce a release. */
export const releaseTagLabel = "Release";

/**
 * Returns the tag labels for each post of a folder: its tags, its team, and {@link releaseTagLabel}. Variants of a
 * team's name ("the compiler team", "The Compiler Team") become one tag, with the most frequent spelling.
 */
export function createTagLabels(all: readonly FrontMatter[]): (frontMatter: FrontMatter) => string[] {
  const spellings = new Map<string, Map<string, number>>();
  for (const frontMatter of all) {
    for (const label of labelsIn(frontMatter)) {
      const counts = spellings.get(keyOf(label)) ?? new Map<string, number>();
      counts.set(label, (counts.get(label) ?? 0) + 1);
      spellings.set(keyOf(label), counts);
    }
  }
  const chosen = new Map([...spellings].map(([key, counts]) => [key, findCommonest(counts)] as const));
  return (frontMatter) => [...new Set(labelsIn(frontMatter).map((label) => chosen.get(keyOf(label)) ?? label))];
}

function labelsIn({ tags, team, isRelease }: FrontMatter): string[] {
  const labels = tags.map(cut);
  if (isRelease) labels.push(releaseTagLabel);
  if (team !== undefined) labels.push(teamLabel(team));
  return labels.filter((label) => label !== "");
}

/** "the crates.io team" → "crates.io team", "the compiler team" → "Compiler team". */
function teamLabel(team: string): string {
  const name = team.replace(/^the\s+/i, "");
  // Names with a full stop, such as crates.io, are lowercase intentionally.
  const isOrdinaryWord = /^\p{Ll}+(?:\s|$)/u.test(name);
  return cut(isOrdinaryWord ? name.charAt(0).toUpperCase() + name.slice(1) : name);
}

function cut(label: string): string {
  return label.replace(/\s+/g, " ").trim().slice(0, labelMaxLength).trim();
}

function keyOf(label: string): string {
  return label.toLowerCase();
}

function findCommonest(counts: ReadonlyMap<string, number>): string {
  const [first] = [...counts].sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || (a < b ? -1 : 1));
  return first?.[0] ?? "";
}
