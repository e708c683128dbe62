import { diffArrays, diffWordsWithSpace } from "diff";

/** A part of a text: in both versions, or only in the later or the earlier one. */
export interface TextPart {
  text: string;
  kind: "same" | "added" | "removed";
}

/** A block of both versions, or of one of them. */
export interface BlockChange {
  kind: "same" | "added" | "removed" | "changed";
  parts: TextPart[];
}

/** The share of words that two blocks have in common, from which on one is a change of the other. */
const similarity = 0.4;

/** Compares the blocks of two versions, and the words of blocks that were changed. */
export function compareTexts(before: readonly string[], after: readonly string[]): BlockChange[] {
  const changes: BlockChange[] = [];
  const pieces = diffArrays([...before], [...after]);
  for (const [index, { value, added, removed }] of pieces.entries()) {
    const next = pieces[index + 1];
    const previous = pieces[index - 1];
    if (removed && next?.added) continue;
    if (added && previous?.removed) changes.push(...replaceBlocks(previous.value, value));
    else
      for (const text of value) {
        const kind = added ? "added" : removed ? "removed" : "same";
        changes.push({ kind, parts: [{ text, kind }] });
      }
  }
  return changes;
}

function replaceBlocks(before: readonly string[], after: readonly string[]): BlockChange[] {
  const rest = [...before];
  const changes: BlockChange[] = [];
  /** Added blocks since the last one that both versions have. The removed ones come first. */
  let added: BlockChange[] = [];
  const replace = (removed: readonly string[]) => {
    changes.push(...removed.map(removedBlock), ...added);
    added = [];
  };
  for (const text of after) {
    const found = rest.map((old) => compareWords(old, text)).findIndex((parts) => shareOf(parts) >= similarity);
    if (found === -1) {
      added.push({ kind: "added", parts: [{ text, kind: "added" }] });
      continue;
    }
    replace(rest.splice(0, found));
    changes.push({ kind: "changed", parts: compareWords(rest.shift()!, text) });
  }
  replace(rest);
  return changes;
}

const removedBlock = (text: string): BlockChange => ({ kind: "removed", parts: [{ text, kind: "removed" }] });

function compareWords(before: string, after: string): TextPart[] {
  // A long block that was replaced completely would take too long to compare.
  const parts = diffWordsWithSpace(before, after, { maxEditLength: 400 });
  if (!parts)
    return [
      { text: before, kind: "removed" },
      { text: after, kind: "added" },
    ];
  return parts.map(({ value, added, removed }) => ({
    text: value,
    kind: added ? "added" : removed ? "removed" : "same",
  }));
}

function shareOf(parts: readonly TextPart[]): number {
  const lengthOf = (kinds: readonly TextPart["kind"][]) =>
    parts.reduce((sum, { text, kind }) => sum + (kinds.includes(kind) ? text.length : 0), 0);
  return lengthOf(["same"]) / Math.max(1, lengthOf(["same", "added"]));
}
