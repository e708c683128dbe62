import type { Decoration, RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";

/** A run of text before white space is collapsed. */
export interface InlineRun {
  text: string;
  decorations: readonly Decoration[];
  /** A line break. */
  hardBreak?: boolean;
}

/** Whether anything in `runs` is visible. */
export function hasVisibleText(runs: readonly InlineRun[]): boolean {
  return runs.some((run) => !run.hardBreak && run.text.trim() !== "");
}

/**
 * Creates the TEXT nodes of a paragraph. White space collapses as in HTML: a run of it becomes one space, and it is
 * removed at the ends and next to a line break. With `preserved` (code) the text is unchanged.
 */
export function createTextNodes(runs: readonly InlineRun[], preserved = false): RichContentNode[] {
  const merged: { text: string; decorations: readonly Decoration[] }[] = [];
  let atStart = true;
  let pendingSpace = false;
  for (const run of runs) {
    if (preserved) {
      append(run.text, run.decorations);
      continue;
    }
    if (run.hardBreak) {
      pendingSpace = false;
      append("\n", run.decorations);
      atStart = true;
      continue;
    }
    const text = run.text.replace(/[ \t\n\r\f]+/g, " ");
    const startsWithSpace = text.startsWith(" ");
    const body = text.slice(startsWithSpace ? 1 : 0, text.length > 1 && text.endsWith(" ") ? -1 : undefined);
    if (body !== "") {
      const hasSpaceBefore = (pendingSpace || startsWithSpace) && !atStart;
      if (hasSpaceBefore && pendingSpace) appendSpaceBefore(run.decorations);
      append(hasSpaceBefore && !pendingSpace ? ` ${body}` : body, run.decorations);
      atStart = false;
      pendingSpace = text.length > 1 && text.endsWith(" ");
    } else if (startsWithSpace) {
      pendingSpace = true;
    }
  }
  return (preserved ? merged : trimBreaks(merged)).map(({ text, decorations }) => ({
    type: "TEXT",
    id: "",
    nodes: [],
    textData: { text, decorations: [...decorations] },
  }));

  /** A space between runs of different decorations is put outside links and underlines if possible. */
  function appendSpaceBefore(decorations: readonly Decoration[]) {
    const previous = merged.at(-1);
    if (previous === undefined || previous.decorations === decorations || previous.decorations.length === 0) {
      append(" ", previous?.decorations ?? decorations);
    } else if (decorations.length === 0) {
      append(" ", decorations);
    } else {
      append(" ", commonDecorations(previous.decorations, decorations));
    }
  }

  function append(text: string, decorations: readonly Decoration[]) {
    const last = merged.at(-1);
    if (last !== undefined && areSame(last.decorations, decorations)) last.text += text;
    else if (text !== "") merged.push({ text, decorations });
  }
}

function commonDecorations(left: readonly Decoration[], right: readonly Decoration[]): Decoration[] {
  return left.filter((decoration) => right.includes(decoration));
}

function areSame(left: readonly Decoration[], right: readonly Decoration[]): boolean {
  return left === right || (left.length === right.length && left.every((decoration, i) => decoration === right[i]));
}

function trimBreaks<Run extends { text: string }>(runs: Run[]): Run[] {
  const trimmed = [...runs];
  for (let first = trimmed[0]; first !== undefined; first = trimmed[0]) {
    first.text = first.text.replace(/^\n+/, "");
    if (first.text !== "") break;
    trimmed.shift();
  }
  for (let last = trimmed.at(-1); last !== undefined; last = trimmed.at(-1)) {
    last.text = last.text.replace(/[ \n]+$/, "");
    if (last.text !== "") break;
    trimmed.pop();
  }
  return trimmed;
}
