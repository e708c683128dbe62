import words from "@porchlight/contract/texts/en/data-value.json" with { type: "json" };
import { useEffect, useRef, useState } from "react";
import { type Messages, useTexts } from "../../texts/use-texts.ts";
import { Anchor } from "../../ui/anchor.tsx";
import { LoadMore, type LoadMoreState } from "../../ui/load-more.tsx";

/** The way to items that a field refers to beyond those that are shown. */
export interface MoreReferences {
  /** A page with those that come next; absent at the end. */
  href?: string | undefined;
  /** A page with the first, where others are shown. */
  startHref?: string | undefined;
  /** Fetches the next into the item and the names that are shown. */
  load?: (() => Promise<unknown>) | undefined;
}

interface MoreProps {
  more: MoreReferences;
  field: string;
  /** How many are shown. */
  count: number;
  messages: Messages | undefined;
}

/** "Show more" below the items that a field refers to. Default export: `lazy` asks for one. */
export default function MoreReferencesLink({ more: { href, startHref, load }, field, count, messages }: MoreProps) {
  const text = useTexts(words, messages);
  const [state, setState] = useState<LoadMoreState>("idle");
  /** How many were shown before the last ones came. */
  const [before, setBefore] = useState<number>();
  const frame = useRef<HTMLDivElement>(null);
  // The reader goes on where the new ones begin.
  useEffect(() => {
    if (before === undefined || state !== "idle") return;
    const links = frame.current?.parentElement?.querySelectorAll<HTMLElement>(".site-links a") ?? [];
    const first = links[before] ?? (href ? undefined : links[links.length - 1]);
    first?.focus();
  }, [before, state, href]);

  async function next() {
    if (!load || state === "pending") return;
    setState("pending");
    try {
      await load();
      setBefore(count);
      setState("idle");
    } catch {
      setState("failed");
    }
  }

  return (
    <div ref={frame} className="site-more-references">
      {startHref && <Anchor href={startHref}>{text("data.value.start")}</Anchor>}
      {href && (
        <LoadMore
          href={href}
          state={state}
          label={text("data.value.next", { field })}
          pendingLabel={text("data.value.loading")}
          failedText={text("data.value.failed")}
          retryLabel={text("data.value.retry")}
          onLoad={load && (() => void next())}
        />
      )}
      <p className="site-hidden" role="status">
        {before !== undefined && state === "idle" && text("data.value.shown", { n: count - before })}
      </p>
    </div>
  );
}
