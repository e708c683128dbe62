import type { RichContent } from "@porchlight/client/blog";
import { useMemo } from "react";
import { text } from "../texts/text.ts";
import { blockTexts } from "./block-texts.ts";
import { type BlockChange, compareTexts } from "./compare-texts.ts";

/** The compared parts of a version. */
export interface ComparedVersion {
  title: string;
  excerpt?: string | null | undefined;
  richContent?: RichContent | undefined;
}

const textsOf = ({ title, excerpt, richContent }: ComparedVersion) => [
  title || text("Untitled post"),
  ...(excerpt ? [excerpt] : []),
  ...blockTexts(richContent?.nodes ?? []),
];

const edges = {
  same: "border-transparent",
  added: "border-success",
  removed: "border-danger",
  changed: "border-warning",
} as const;

/** Shows what was added to and removed from a version; unchanged blocks between them are left out. */
export function VersionDiff({ before, after }: { before: ComparedVersion; after: ComparedVersion }) {
  const changes = useMemo(() => compareTexts(textsOf(before), textsOf(after)), [before, after]);
  if (changes.every(({ kind }) => kind === "same"))
    return <p className="text-muted">{text("Title and text are the same in both versions.")}</p>;
  return (
    <div className="grid grid-cols-1 gap-2">
      {changes.map((change, index) =>
        isNearChange(changes, index) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity, and the list is replaced as a whole
          <p key={index} className={`border-s-4 ps-3 wrap-anywhere whitespace-pre-wrap ${edges[change.kind]}`}>
            {change.parts.map((part, place) => {
              const key = `${place}${part.kind}`;
              if (part.kind === "added")
                return (
                  <ins key={key} className="bg-success-soft text-success">
                    {part.text}
                  </ins>
                );
              if (part.kind === "removed")
                return (
                  <del key={key} className="bg-danger-soft text-danger">
                    {part.text}
                  </del>
                );
              return <span key={key}>{part.text}</span>;
            })}
          </p>
        ) : isNearChange(changes, index - 1) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <p key={index} aria-hidden className="ps-4 text-muted">
            …
          </p>
        ) : null,
      )}
    </div>
  );
}

const isNearChange = (changes: readonly BlockChange[], index: number): boolean =>
  [index - 1, index, index + 1].some((near) => changes[near] !== undefined && changes[near].kind !== "same");
