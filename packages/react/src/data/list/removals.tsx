import item from "@porchlight/contract/texts/en/data-item.json" with { type: "json" };
import { type SyntheticEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type Messages, useTexts } from "../../texts/use-texts.ts";
import { type Appearance, part } from "../../ui/appearance.ts";
import { Button } from "../../ui/button.tsx";
import { explainFailure, type ItemFailure } from "../item-failures.ts";

/** An item about to be deleted. */
export interface Removed {
  collectionId: string;
  itemId: string;
  title: string;
}

interface Removal extends Removed {
  state: "waiting" | "sent" | "failed";
  failure?: ItemFailure;
}

/** Result of {@link useRemovals}. */
export interface Removals {
  /** Ids of a collection's items that are deleted or about to be. */
  removedFrom(collectionId: string): ReadonlySet<string>;
  remove(item: Removed): void;
  undo(item: Removed): void;
  /** Pauses or resumes the delay. */
  pause(isPaused: boolean): void;
  waiting: readonly Removed[];
  failed: readonly (Removed & { failure: ItemFailure })[];
  /** Dismisses a failure. */
  dismiss(item: Removed): void;
}

/** Time to undo a deletion, in milliseconds. Source: screens and looks, §10. */
const undoDelayMs = 8_000;

const keyOf = ({ collectionId, itemId }: Removed) => JSON.stringify([collectionId, itemId]);

/**
 * Deletes items after eight seconds, during which this can be undone. Leaving the page or unmounting sends pending
 * deletions immediately.
 *
 * @param send Deletes an item. `isLeaving`: the page may unload before the response.
 */
export function useRemovals(send: (item: Removed, isLeaving: boolean) => Promise<unknown>): Removals {
  const [all, setAll] = useState<readonly Removal[]>([]);
  const [isPaused, setIsPaused] = useState(false);
  const latest = useRef({ all, send });
  useEffect(() => {
    latest.current = { all, send };
  });
  /** Sent once, even if the delay ends, the page is left, and effects run twice. */
  const sent = useRef(new Set<string>());

  const change = useCallback((item: Removed, become: (removal: Removal) => Removal | undefined) => {
    setAll((before) => before.flatMap((one) => (keyOf(one) === keyOf(item) ? (become(one) ?? []) : [one])));
  }, []);

  const sendNow = useCallback(
    (item: Removed, isLeaving: boolean) => {
      const key = keyOf(item);
      if (sent.current.has(key)) return;
      sent.current.add(key);
      change(item, (removal) => ({ ...removal, state: "sent" }));
      latest.current.send(item, isLeaving).catch((error: unknown) => {
        sent.current.delete(key);
        const failure = explainFailure(error);
        // Another client was faster: it is deleted.
        change(item, (removal) =>
          failure.key === "data.reason.gone" ? { ...removal, state: "sent" } : { ...removal, state: "failed", failure },
        );
      });
    },
    [change],
  );

  const waiting = useMemo(() => all.filter(({ state }) => state === "waiting"), [all]);
  useEffect(() => {
    if (isPaused || waiting.length === 0) return;
    const timers = waiting.map((item) => setTimeout(() => sendNow(item, false), undoDelayMs));
    return () => timers.forEach(clearTimeout);
  }, [isPaused, waiting, sendNow]);

  useEffect(() => {
    const leave = () => {
      for (const item of latest.current.all) if (item.state === "waiting") sendNow(item, true);
    };
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [sendNow]);

  return {
    waiting,
    failed: all.flatMap((one) => (one.failure && one.state === "failed" ? [{ ...one, failure: one.failure }] : [])),
    removedFrom: (collectionId) =>
      new Set(all.flatMap((one) => (one.collectionId === collectionId && one.state !== "failed" ? [one.itemId] : []))),
    remove: (item) =>
      setAll((before) => [...before.filter((one) => keyOf(one) !== keyOf(item)), { ...item, state: "waiting" }]),
    undo: (item) => {
      if (!sent.current.has(keyOf(item))) change(item, () => undefined);
    },
    pause: setIsPaused,
    dismiss: (item) => change(item, () => undefined),
  };
}

/** Props of {@link RemovalToasts}. */
export interface RemovalToastsProps {
  removals: Removals;
  messages?: Messages | undefined;
  appearance?: Appearance | undefined;
}

/**
 * Recent deletions, each with an undo button. The delay pauses while they are hovered or focused; F6 moves focus there.
 */
export function RemovalToasts({ removals, messages, appearance }: RemovalToastsProps) {
  const text = useTexts(item, messages);
  const frame = useRef<HTMLElement>(null);
  const [restored, setRestored] = useState("");
  const { waiting, failed, pause, undo, dismiss } = removals;
  useEffect(() => {
    const reach = (event: KeyboardEvent) => {
      const button = frame.current?.querySelector("button");
      if (event.key !== "F6" || !button) return;
      event.preventDefault();
      button.focus();
    };
    window.addEventListener("keydown", reach);
    return () => window.removeEventListener("keydown", reach);
  }, []);
  const isLeft = useRef(false);
  // The pressed button is gone: focus the next one, or the page.
  useEffect(() => {
    if (!isLeft.current) return;
    isLeft.current = false;
    if (document.activeElement !== document.body) return;
    const heading = document.querySelector<HTMLElement>("main h1");
    if (heading) heading.tabIndex = -1;
    (frame.current?.querySelector("button") ?? heading)?.focus();
  });
  const goOn = ({ currentTarget }: SyntheticEvent) => pause(currentTarget.matches(":hover, :focus-within"));
  const last = waiting.at(-1);
  const isThere = waiting.length + failed.length > 0;
  // Removed elements fire neither `mouseleave` nor `blur`.
  useEffect(() => {
    if (!isThere) pause(false);
  }, [isThere, pause]);
  return (
    <>
      <p className="site-hidden" role="status">
        {last
          ? text("data.removal.done", { title: last.title })
          : restored && text("data.removal.kept", { title: restored })}
      </p>
      {isThere && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only tracks hover and focus
        <section
          ref={frame}
          {...part("toasts", "site-toasts", appearance)}
          onPointerEnter={() => pause(true)}
          onPointerLeave={goOn}
          onFocus={() => pause(true)}
          onBlur={goOn}
        >
          {waiting.map((removed) => (
            <div key={removed.itemId} {...part("toast", "site-toast", appearance)}>
              <p>{text("data.removal.done", { title: removed.title })}</p>
              <Button
                onClick={() => {
                  isLeft.current = true;
                  undo(removed);
                  setRestored(removed.title);
                }}
              >
                {text("data.removal.undo")}
              </Button>
            </div>
          ))}
          {failed.map((one) => (
            <div key={one.itemId} {...part("toast", "site-toast", appearance)} role="alert" data-state="failed">
              <p>{text("data.removal.failed", { title: one.title, reason: text(one.failure.key) })}</p>
              <Button
                onClick={() => {
                  isLeft.current = true;
                  dismiss(one);
                }}
              >
                {text("data.removal.dismiss")}
              </Button>
            </div>
          ))}
        </section>
      )}
    </>
  );
}
