import { isPorchlightError } from "@porchlight/client";
import type { DraftPost, DraftPostInput } from "@porchlight/client/blog";

/**
 * `unsaved`: will be saved shortly. `offline`: the server cannot be reached; the changes are stored in the browser and
 * saved once it can. `conflict`: someone else has saved the post since. `rejected`: the server refused the changes.
 */
export type SaveStatus = "saved" | "unsaved" | "saving" | "offline" | "conflict" | "rejected";

export interface SaveState {
  readonly status: SaveStatus;
  /** Absent until a new post is saved for the first time. */
  readonly id: string | undefined;
  /** When the last change was saved. */
  readonly savedAt: Date | undefined;
  /** Why the changes were rejected. */
  readonly error: unknown;
}

/** Changes of a post. The content is converted only when it is saved. */
export interface DraftChanges extends Omit<DraftPostInput, "richContent" | "revision"> {
  richContent?: () => NonNullable<DraftPostInput["richContent"]>;
}

/** Saves the changes of one post: two seconds after the last one, one request at a time. */
export interface DraftSaver {
  getState(): SaveState;
  subscribe(listener: () => void): () => void;
  change(changes: DraftChanges): void;
  /** Saves now. Resolves to whether everything is saved. */
  flush(): Promise<boolean>;
  /** Continues from a revision that another call, such as publishing, has created. */
  adopt(revision: string | undefined): void;
  /** Saves the changes although someone else has saved this revision since. */
  overwrite(revision: string | undefined): Promise<boolean>;
  /** Discards the unsaved changes. */
  discard(): void;
  /** Stops the timers. Unsaved changes remain in the browser. */
  close(): void;
}

/** What a saver uses. */
export interface DraftSaverEnvironment {
  create(draft: DraftPostInput): Promise<DraftPost>;
  update(id: string, draft: DraftPostInput): Promise<DraftPost>;
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
}

const saveDelayMs = 2_000;
const retryDelayMs = 10_000;
const storageKey = (id: string | undefined) => `porchlight-draft-${id ?? "new"}`;

/** Changes that were not saved when the page was closed, if any. */
export interface StoredChanges {
  revision: string | undefined;
  changes: DraftPostInput;
}

/** Reads the changes of a post that are stored in the browser. */
export function readStoredChanges(
  storage: Pick<Storage, "getItem">,
  id: string | undefined,
): StoredChanges | undefined {
  try {
    return JSON.parse(storage.getItem(storageKey(id)) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

export function createDraftSaver(
  draft: { _id?: string | undefined; revision?: string | undefined },
  { create, update, storage }: DraftSaverEnvironment,
): DraftSaver {
  let state: SaveState = { status: "saved", id: draft._id, savedAt: undefined, error: undefined };
  let { revision } = draft;
  let pending: DraftChanges = {};
  let saving: Promise<boolean> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function set(change: Partial<SaveState>): void {
    state = { ...state, ...change };
    for (const listener of [...listeners]) listener();
  }

  const hasChanges = () => Object.keys(pending).length > 0;

  function schedule(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), milliseconds);
  }

  function store(changes: DraftPostInput): void {
    try {
      storage.setItem(storageKey(state.id), JSON.stringify({ revision, changes } satisfies StoredChanges));
    } catch {
      // Without space in the browser, the changes are only in this page.
    }
  }

  async function save(): Promise<boolean> {
    const sent = pending;
    pending = {};
    const changes = toInput(sent);
    store(changes);
    set({ status: "saving", error: undefined });
    try {
      const { id } = state;
      const saved =
        id === undefined ? await create(changes) : await update(id, { ...changes, ...(revision && { revision }) });
      storage.removeItem(storageKey(id));
      revision = saved.revision;
      set({ status: hasChanges() ? "unsaved" : "saved", id: saved._id, savedAt: new Date() });
      return true;
    } catch (error) {
      // Later changes of the same property win.
      pending = { ...sent, ...pending };
      const status = statusOf(error);
      set({ status, error });
      if (status === "offline") schedule(retryDelayMs);
      return false;
    }
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    if (saving) await saving;
    if (!hasChanges()) return true;
    if (state.status === "conflict") return false;
    saving = save().finally(() => {
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
      pending = { ...pending, ...changes };
      if (state.status === "conflict") return;
      if (!saving) set({ status: "unsaved" });
      schedule(saveDelayMs);
    },
    flush,
    adopt(latest) {
      revision = latest;
    },
    async overwrite(latest) {
      revision = latest;
      set({ status: "unsaved" });
      return flush();
    },
    discard() {
      clearTimeout(timer);
      pending = {};
      storage.removeItem(storageKey(state.id));
    },
    close() {
      clearTimeout(timer);
      if (hasChanges()) store(toInput(pending));
    },
  };
}

function toInput({ richContent, ...changes }: DraftChanges): DraftPostInput {
  return { ...changes, ...(richContent && { richContent: richContent() }) };
}

function statusOf(error: unknown): SaveStatus {
  if (!isPorchlightError(error)) return "rejected";
  if (error.code === "POST_CHANGED") return "conflict";
  return error.retryable || error.kind === "network" || error.kind === "unauthenticated" ? "offline" : "rejected";
}
