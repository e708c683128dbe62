import type { RichContentNode } from "./rich-content.ts";

type LayoutData = NonNullable<RichContentNode["layoutData"]>;

/** What a callout is about. */
export type CalloutKind = "note" | "tip" | "warning" | "caution";

/** The kinds of callouts, in the order in which writers choose from them. */
export const calloutKinds: readonly CalloutKind[] = ["note", "tip", "warning", "caution"];

/** The kind of a callout in GitHub's Markdown, such as `NOTE`, in any case. `IMPORTANT` is a note. */
export function parseCalloutKind(name: string): CalloutKind | undefined {
  const kind = name.toLowerCase();
  return kind === "important" ? "note" : calloutKinds.find((one) => one === kind);
}

const colors: Readonly<Record<CalloutKind, { background: string; border: string }>> = {
  note: { background: "#eceefc", border: "#3346c9" },
  tip: { background: "#e9f6ee", border: "#18693c" },
  warning: { background: "#fdf5e4", border: "#8a5300" },
  caution: { background: "#fdf0ee", border: "#b42318" },
};

/**
 * The data of a callout. Rich content has no such node: it is a `LAYOUT` with one cell in the colors of its kind, which
 * other programs show as a box.
 *
 * @param before The data of an existing callout, of which other properties stay.
 */
export function calloutData(kind: CalloutKind, before?: LayoutData): LayoutData {
  const { background, border } = colors[kind];
  return {
    borderWidth: 1,
    borderRadius: 6,
    ...before,
    background: { type: "COLOR", color: background },
    borderColor: border,
  };
}

/** The kind of a `LAYOUT` with one cell; `undefined` for one in other colors. */
export function findCalloutKind(node: Pick<RichContentNode, "type" | "layoutData">): CalloutKind | undefined {
  if (node.type !== "LAYOUT") return undefined;
  const { background, borderColor } = node.layoutData ?? {};
  return calloutKinds.find((kind) => {
    const own = colors[kind];
    return isColor(background?.color, own.background) && isColor(borderColor, own.border);
  });
}

const isColor = (value: unknown, color: string) => typeof value === "string" && value.toLowerCase() === color;
