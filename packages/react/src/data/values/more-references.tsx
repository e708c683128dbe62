import words from "@porchlight/contract/texts/en/data-value.json" with { type: "json" };
import { useEffect, useRef, useState } from "react";
import { type Messages, useTexts } from "../../texts/use-texts.ts";
import { Anchor } from "../../ui/anchor.tsx";
import { LoadMore, type LoadMoreState } from "../../ui/load-more.tsx";

/** Links to further items of a multi-reference field. */
export interface MoreReferences {
  /** URL of the next page; absent at the end. */
  href?: string | undefined;
  /** URL of the first page, if another is shown. */
  startHref?: string | undefined;
  /** Loads the next page into the item and names. */
  load?: (() => Promise<unknown>) | undefined;
}

interface MoreProps {
  more: MoreReferences;
  field: string;
  /** Number of items shown. */
  count: number;
  messages: Messages | undefined;
}

/** "Show more" below the referenced items. Default export for `lazy`. */
export default function MoreReferencesLink({ more: { href, startHref, load }, field, count, messages }: MoreProps) {
  const text = useTexts(words, messages);
  const [state, setState] = useState<LoadMoreState>("idle");
  /** Number of items before the last page. */
  const [before, setBefore] = useState<number>();
  const frame = useRef<HTMLDivElement>(null);
  // Focus moves to the first new item.
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
