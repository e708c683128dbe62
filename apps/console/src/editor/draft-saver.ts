import { isPorchlightError } from "@porchlight/client";
import { randomUuid } from "@porchlight/contract/wire/random-uuid";
import {
  type CommonChanges,
  type DraftStorage,
  findStoredDraft,
  parseChanges,
  releaseStoredDraft,
  type SerializedChanges,
  serializeChanges,
  storeDraft,
} from "./draft-changes.ts";

/**
 * `unsaved`: will be saved shortly. `offline`: the server cannot be reached; the changes are saved once it can.
 * `conflict`: someone else has saved the text since. `rejected`: the server refused the changes.
 */
export type SaveStatus = "saved" | "unsaved" | "saving" | "offline" | "conflict" | "rejected";

export interface SaveState {
  readonly status: SaveStatus;
  /** Absent until a new text is saved for the first time. */
  readonly id: string | undefined;
  /** When the last change was saved. */
  readonly savedAt: Date | undefined;
  /** Why the changes were rejected. */
  readonly error: unknown;
  /** Whether the browser has stored what is not saved. Otherwise it is only in this page. */
  readonly isStored: boolean;
}

/** A post, page, or form, as far as saving it is concerned. */
export interface SavedDraft {
  _id: string;
  revision?: string | null | undefined;
}

/** Saves the changes of one post or page: two seconds after the last one, one request at a time. */
export interface DraftSaver<Changes extends CommonChanges> {
  getState(): SaveState;
  subscribe(listener: () => void): () => void;
  change(changes: Changes): void;
  /** Saves now. Resolves to whether everything is saved. */
  flush(): Promise<boolean>;
  /**
   * Runs a call that changes what is saved, such as publishing, between two saves. If it fails because someone else has
   * saved another version since, the status becomes `conflict`.
   *
   * @param call Receives the revision that this page has read or saved last, and must fail if there is another.
   */
  run<Saved extends SavedDraft>(call: (revision: string | undefined) => Promise<Saved>): Promise<Saved>;
  /** Clears the revision, so that the next save succeeds whatever has been saved since. */
  clearRevision(): void;
  /**
   * Saves the changes although someone else has saved this revision since.
   *
   * @param all What is saved if there are no changes, such as the text that this page shows.
   */
  overwrite(revision: string | undefined, all?: Changes): Promise<boolean>;
  /** Discards the unsaved changes. */
  discard(): void;
  /** Stops the timers. Unsaved changes remain in the browser. */
  close(): void;
}

/** With the same key, a repeated save has no further effect. */
export interface SaveOptions {
  idempotencyKey: string;
}

/** What a saver uses. */
export interface DraftSaverEnvironment<Changes extends CommonChanges> {
  /** What is edited, for the name of the stored changes. */
  kind: string;
  create(draft: SerializedChanges<Changes>, options: SaveOptions): Promise<SavedDraft>;
  update(id: string, draft: SerializedChanges<Changes>, options: SaveOptions): Promise<SavedDraft>;
  storage: DraftStorage;
}

const saveDelayMs = 2_000;
const retryDelayMs = 10_000;

/** Creates a saver, which first saves what an earlier page could not. */
export function createDraftSaver<Changes extends CommonChanges>(
  draft: Partial<SavedDraft>,
  { kind, create, update, storage }: DraftSaverEnvironment<Changes>,
): DraftSaver<Changes> {
  const saver = randomUuid();
  const stored = findStoredDraft<Changes>(storage, { kind, id: draft._id });
  let replaced = stored?.saver;
  let revision = (stored ?? draft).revision ?? undefined;
  let attempt = stored?.attempt;
  let pending = stored?.changes && parseChanges<Changes>(stored.changes);
  let state: SaveState = {
    status: stored ? "unsaved" : "saved",
    id: draft._id,
    savedAt: undefined,
    error: undefined,
    isStored: true,
  };
  let saving: Promise<boolean> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function set(change: Partial<SaveState>): void {
    state = { ...state, ...change };
    for (const listener of [...listeners]) listener();
  }

  const hasChanges = () => attempt !== undefined || pending !== undefined;

  function schedule(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), milliseconds);
  }

  /** Stores what is not saved, so that nothing is lost if the page is closed now. */
  function store(): void {
    const changes = pending && serializeChanges(pending);
    const isStored = storeDraft(storage, { kind, id: state.id }, { saver, revision, attempt, changes }, replaced);
    replaced = undefined;
    if (isStored !== state.isStored) set({ isStored });
  }

  /** Sends the changes. An attempt whose outcome is unknown is repeated as it was, before later changes. */
  async function save(): Promise<boolean> {
    if (!attempt) {
      attempt = { key: randomUuid(), changes: serializeChanges(pending!) };
      pending = undefined;
    }
    const { id } = state;
    const { changes, key: idempotencyKey } = attempt;
    store();
    set({ status: "saving", error: undefined });
    try {
      const saved =
        id === undefined
          ? await create(changes, { idempotencyKey })
          : await update(id, { ...changes, ...(revision && { revision }) }, { idempotencyKey });
      revision = saved.revision ?? undefined;
      // A new text is stored under another name from now on.
      const later = pending;
      attempt = pending = undefined;
      store();
      pending = later;
      set({ status: pending ? "unsaved" : "saved", id: saved._id, savedAt: new Date() });
      if (pending) store();
      return true;
    } catch (error) {
      const status = statusOf(error);
      if (status !== "offline") {
        pending = { ...parseChanges<Changes>(changes), ...pending };
        attempt = undefined;
      }
      store();
      set({ status, error });
      if (status === "offline") schedule(retryDelayMs);
      return false;
    }
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    if (saving && pending) store();
    while (saving) await saving;
    if (!hasChanges()) return true;
    if (state.status === "conflict") return false;
    const isRepeat = attempt !== undefined;
    saving = save()
      .then((isSaved) => (isSaved && isRepeat && pending ? save() : isSaved))
      .finally(() => {
        saving = undefined;
      });
    const isSaved = await saving;
    if (isSaved && hasChanges()) schedule(saveDelayMs);
    return isSaved;
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(changes) {
      pending = { ...pending, ...changes } as Changes;
      if (state.status === "conflict") return;
      if (!saving) set({ status: "unsaved" });
      schedule(saveDelayMs);
    },
    flush,
    async run(call) {
      while (saving) await saving;
      const running = call(revision).then((saved) => {
        revision = saved.revision ?? undefined;
        return saved;
      });
      saving = running
        .then(
          () => true,
          () => false,
        )
        .finally(() => {
          saving = undefined;
        });
      try {
        return await running;
      } catch (error) {
        if (statusOf(error) === "conflict") set({ status: "conflict", error });
        throw error;
      }
    },
    clearRevision() {
      revision = undefined;
    },
    async overwrite(latest, all) {
      revision = latest;
      if (!hasChanges()) pending = all;
      set({ status: "unsaved" });
      return flush();
    },
    discard() {
      clearTimeout(timer);
      attempt = pending = undefined;
      store();
    },
    close() {
      clearTimeout(timer);
      if (hasChanges()) store();
      releaseStoredDraft(saver);
    },
  };
}

function statusOf(error: unknown): SaveStatus {
  if (!isPorchlightError(error)) return "rejected";
  if (["POST_CHANGED", "PAGE_CHANGED", "FORM_CHANGED"].includes(error.code)) return "conflict";
  return error.retryable || error.kind === "network" || error.kind === "unauthenticated" ? "offline" : "rejected";
}
