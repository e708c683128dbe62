import { isRecord, type Json } from "../../form/json-values.ts";

/** A node of rich content, or of HTML edited as such. Unknown properties are retained. */
export interface RichNode extends Json {
  type: string;
  id: string;
  nodes: RichNode[];
}

/** A decoration of a text run. */
export interface RichDecoration extends Json {
  type: string;
}

/** Text with uniform decorations, or a node within the text that is not edited. */
export type Run = { text: string; decorations: RichDecoration[] } | { node: RichNode };

export const childrenOf = (node: RichNode): RichNode[] =>
  Array.isArray(node.nodes) ? node.nodes.filter((one) => isRecord(one) && typeof one.type === "string") : [];

/** A random id of five characters, like the ids of the format. */
export const newId = (): string => Math.random().toString(36).slice(2, 7).padEnd(5, "0");

/** Decorations that the editor sets. */
export const decorations = {
  BOLD: { type: "BOLD", fontWeightValue: 700 },
  ITALIC: { type: "ITALIC", italicData: true },
  UNDERLINE: { type: "UNDERLINE", underlineData: true },
} as const satisfies Record<string, RichDecoration>;
export type Style = keyof typeof decorations;

export const linkTo = (url: string): RichDecoration => ({ type: "LINK", linkData: { link: { url } } });

/** URL of a link; empty for links within the document. */
export function urlOfLink({ linkData }: RichDecoration): string {
  const link = isRecord(linkData) && isRecord(linkData.link) ? linkData.link : {};
  return typeof link.url === "string" ? link.url : "";
}

/** Returns the link with another URL and its other properties. */
export function withUrl(decoration: RichDecoration, url: string): RichDecoration {
  const data = isRecord(decoration.linkData) ? decoration.linkData : {};
  return { ...decoration, linkData: { ...data, link: { ...(isRecord(data.link) ? data.link : {}), url } } };
}

/** The runs of a block. */
export function runsOf(node: RichNode): Run[] {
  return childrenOf(node).map((child) => {
    const data = isRecord(child.textData) ? child.textData : {};
    if (child.type !== "TEXT" || typeof data.text !== "string") return { node: child };
    const found = Array.isArray(data.decorations) ? data.decorations : [];
    return { text: data.text, decorations: found.filter((one) => isRecord(one) && typeof one.type === "string") };
  });
}

/** The inverse of {@link runsOf}. */
export function nodesOf(runs: readonly Run[]): RichNode[] {
  return runs.map((run) =>
    "node" in run
      ? run.node
      : {
          type: "TEXT",
          id: "",
          nodes: [],
          textData: { text: run.text, decorations: run.decorations },
        },
  );
}

/** Merges adjacent runs with equal decorations, and removes empty ones. */
export function mergeRuns(runs: readonly Run[]): Run[] {
  const result: Run[] = [];
  for (const run of runs) {
    const last = result.at(-1);
    if ("node" in run) result.push(run);
    else if (last && !("node" in last) && JSON.stringify(last.decorations) === JSON.stringify(run.decorations))
      result[result.length - 1] = { text: last.text + run.text, decorations: run.decorations };
    else if (run.text !== "") result.push(run);
  }
  return result;
}

/** Length of a run; a node counts as one character. */
export const lengthOf = (run: Run): number => ("node" in run ? 1 : run.text.length);

/** Changes the decorations of the text between two offsets, splitting runs at them. */
export function changeRuns(
  runs: readonly Run[],
  from: number,
  to: number,
  change: (decorations: RichDecoration[]) => RichDecoration[],
): Run[] {
  const result: Run[] = [];
  let start = 0;
  for (const run of runs) {
    const end = start + lengthOf(run);
    if ("node" in run || end <= from || start >= to) result.push(run);
    else {
      const first = Math.max(0, from - start);
      const last = Math.min(run.text.length, to - start);
      result.push(
        { ...run, text: run.text.slice(0, first) },
        { text: run.text.slice(first, last), decorations: change(run.decorations) },
        { ...run, text: run.text.slice(last) },
      );
    }
    start = end;
  }
  return mergeRuns(result);
}
