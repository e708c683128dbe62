import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useNavigation } from "react-router";
import { useConsole, useStaffAccount } from "../context.ts";
import { type CommonChanges, draftStorage, type SerializedChanges } from "./draft-changes.ts";
import { createDraftSaver, type DraftSaver, type SavedDraft, type SaveOptions, type SaveState } from "./draft-saver.ts";

/** What {@link useDraftSaver} saves, and how. */
export interface DraftSaverOptions<Saved extends SavedDraft, Changes extends CommonChanges> {
  /** What is edited, for the name of changes stored in the browser. */
  kind: string;
  /** Absent for a new one. */
  draft: Saved | undefined;
  /** The first changes of a new one, such as a template. What a previous page could not save takes precedence. */
  changes?: Changes | undefined;
  create(changes: SerializedChanges<Changes>, options: SaveOptions): Promise<Saved>;
  update(id: string, changes: SerializedChanges<Changes>, options: SaveOptions): Promise<Saved>;
  /** Called after each save. */
  onSaved(saved: Saved): void;
  /** Called when a new one has got its id, unless the person is leaving the page. */
  onCreated?(id: string): void;
}

/** A saver for one post or page. It also saves when the person leaves the page, reconnects or signs in again. */
export function useDraftSaver<Saved extends SavedDraft, Changes extends CommonChanges>(
  options: DraftSaverOptions<Saved, Changes>,
): { saver: DraftSaver<Changes>; state: SaveState } {
  const { account } = useConsole().clients;
  const { _id: accountId } = useStaffAccount();
  const latest = useRef(options);
  latest.current = options;
  const report = (saved: Saved) => {
    latest.current.onSaved(saved);
    return saved;
  };
  const [saver] = useState(() =>
    createDraftSaver<Changes>(
      { ...options.draft },
      {
        kind: options.kind,
        create: async (changes, key) => report(await latest.current.create(changes, key)),
        update: async (id, changes, key) => report(await latest.current.update(id, changes, key)),
        storage: draftStorage(accountId),
      },
    ),
  );
  useEffect(() => {
    const end = new AbortController();
    const flush = () => void saver.flush();
    window.addEventListener("online", flush, { signal: end.signal });
    window.addEventListener("blur", flush, { signal: end.signal });
    document.addEventListener("visibilitychange", flush, { signal: end.signal });
    const stop = account.on("signedIn", flush);
    flush();
    return () => {
      stop();
      end.abort();
      void saver.flush().finally(() => saver.close());
    };
  }, [saver, account]);
  useFirstChanges(saver, options.changes);
  const state = useSyncExternalStore(saver.subscribe, saver.getState);
  const isLeaving = useNavigation().state !== "idle";
  const [isNew, setIsNew] = useState(options.draft === undefined);
  const createdId = isNew && !isLeaving ? state.id : undefined;
  useEffect(() => {
    if (createdId === undefined) return;
    setIsNew(false);
    latest.current.onCreated?.(createdId);
  }, [createdId]);
  return { saver, state };
}

function useFirstChanges<Changes extends CommonChanges>(
  saver: DraftSaver<Changes>,
  changes: Changes | undefined,
): void {
  const isMade = useRef(false);
  useEffect(() => {
    if (!changes || isMade.current) return;
    isMade.current = true;
    if (saver.getState().status === "saved") saver.change(changes);
  }, [saver, changes]);
}
