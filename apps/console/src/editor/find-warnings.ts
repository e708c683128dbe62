import type { DraftPost } from "@porchlight/client/blog";
import { text } from "../texts/text.ts";

type Node = NonNullable<DraftPost["richContent"]>["nodes"][number];

/** What readers, or people who use a screen reader, would stumble over. */
export function findWarnings(nodes: readonly Node[]): string[] {
  const all = flatten(nodes);
  const withoutAlt = all.filter(
    ({ type, imageData }) => type === "IMAGE" && !imageData?.altText?.trim() && imageData?.decorative !== true,
  ).length;
  const levels = all.flatMap(({ type, headingData }) => (type === "HEADING" ? [headingData?.level ?? 2] : []));
  const jumps = levels.some((level, index) => level - (levels[index - 1] ?? 1) > 1);
  const emptyLinks = all.some(({ textData }) =>
    textData?.decorations?.some(
      ({ type, linkData }) => type === "LINK" && !linkData?.link?.url && !linkData?.link?.anchor,
    ),
  );
  return [
    ...(withoutAlt > 0
      ? [text("{n, plural, one {One image has} other {# images have}} no alternative text.", { n: withoutAlt })]
      : []),
    ...(jumps ? [text("A heading skips a level.")] : []),
    ...(emptyLinks ? [text("A link has no address.")] : []),
  ];
}

function flatten(nodes: readonly Node[]): Node[] {
  const all: Node[] = [];
  const rest = [...nodes];
  for (let node = rest.shift(); node; node = rest.shift()) {
    all.push(node);
    rest.unshift(...(node.nodes ?? []));
  }
  return all;
}
