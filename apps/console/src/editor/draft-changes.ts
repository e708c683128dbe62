import type { RichContent } from "@porchlight/client/blog";

/** Values of a post or page that can be changed. */
export interface DraftInput {
  richContent?: RichContent | null | undefined;
  revision?: string | null | undefined;
}

/** Changes of a post or page. The content is converted only when it is saved. */
export type DraftChanges<Input extends DraftInput> = Omit<Input, "richContent" | "revision"> & {
  richContent?: () => RichContent;
};

/** What every kind of changes has. */
export type CommonChanges = { richContent?: () => RichContent };

/** The changes that are sent. */
export type SerializedChanges<Changes extends CommonChanges> = Omit<Changes, "richContent"> & {
  richContent?: RichContent;
  revision?: string;
};

/** Converts changes to what is sent. */
export function serializeChanges<Changes extends CommonChanges>({
  richContent,
  ...changes
}: Changes): SerializedChanges<Changes> {
  return { ...changes, ...(richContent && { richContent: richContent() }) };
}

/** Converts what was sent or stored to changes. */
export function parseChanges<Changes extends CommonChanges>({
  richContent,
  ...changes
}: SerializedChanges<Changes>): Changes {
  return { ...changes, ...(richContent && { richContent: () => richContent }) } as unknown as Changes;
}

/** Where changes are until they are saved. */
export type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The unsaved changes of one staff account in this browser. */
export function draftStorage(accountId: string): DraftStorage {
  const keyOf = (key: string) => `${key}-${accountId}`;
  return {
    getItem: (key) => localStorage.getItem(keyOf(key)),
    setItem: (key, value) => localStorage.setItem(keyOf(key), value),
    removeItem: (key) => localStorage.removeItem(keyOf(key)),
  };
}

/** What is edited: `kind` and, unless it is new, `id` name its stored changes. */
export interface DraftScope {
  kind: string;
  id: string | undefined;
}

/** What one saver has not saved yet. */
export interface StoredDraft<Changes extends CommonChanges> {
  /** The id of the saver. Several tabs can have changes of the same text. */
  saver: string;
  /** The revision that was changed. */
  revision?: string | undefined;
  /** A save whose outcome is unknown, with its idempotency key. */
  attempt?: { key: string; changes: SerializedChanges<Changes> } | undefined;
  /** The changes after the attempt. */
  changes?: SerializedChanges<Changes> | undefined;
}

/** The savers of this tab that have stored something. */
const openSavers = new Set<string>();

const storageKey = ({ kind, id }: DraftScope) => `porchlight-draft-${kind === "post" ? "" : `${kind}-`}${id ?? "new"}`;

function readAll<Changes extends CommonChanges>(
  storage: Pick<Storage, "getItem">,
  scope: DraftScope,
): StoredDraft<Changes>[] {
  try {
    const stored = JSON.parse(storage.getItem(storageKey(scope)) ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/** Finds what an earlier page has not saved. A new text that this tab is still saving does not count. */
export const findStoredDraft = <Changes extends CommonChanges>(
  storage: Pick<Storage, "getItem">,
  scope: DraftScope,
): StoredDraft<Changes> | undefined =>
  readAll<Changes>(storage, scope).find(({ saver }) => scope.id !== undefined || !openSavers.has(saver));

/** Reads the changes of a text that were not saved when its page was closed, if any. */
export function readStoredChanges<Changes extends CommonChanges>(
  storage: Pick<Storage, "getItem">,
  scope: DraftScope,
): Changes | undefined {
  const { attempt, changes } = findStoredDraft<Changes>(storage, scope) ?? {};
  return attempt || changes
    ? parseChanges<Changes>({ ...attempt?.changes, ...changes } as SerializedChanges<Changes>)
    : undefined;
}

/**
 * Stores what a saver has not saved, or removes it if there is nothing left.
 *
 * @param replaced The saver whose changes it has taken over.
 * @returns Whether the browser has stored it.
 */
export function storeDraft<Changes extends CommonChanges>(
  storage: DraftStorage,
  scope: DraftScope,
  draft: StoredDraft<Changes>,
  replaced: string | undefined,
): boolean {
  const others = readAll<Changes>(storage, scope).filter(({ saver }) => saver !== draft.saver && saver !== replaced);
  const isEmpty = !draft.attempt && !draft.changes;
  const drafts = isEmpty ? others : [...others, draft];
  openSavers.add(draft.saver);
  try {
    if (drafts.length > 0) storage.setItem(storageKey(scope), JSON.stringify(drafts));
    else storage.removeItem(storageKey(scope));
    return true;
  } catch {
    return isEmpty;
  }
}

/** Removes the changes that {@link readStoredChanges} returns. */
export function discardStoredDraft(storage: DraftStorage, scope: DraftScope): void {
  const { saver } = findStoredDraft(storage, scope) ?? {};
  if (saver) storeDraft(storage, scope, { saver }, undefined);
}

/** Makes the stored changes of a deleted text those of another one. */
export function moveStoredDraft(storage: DraftStorage, from: DraftScope, to: DraftScope): void {
  const { saver, attempt, changes } = findStoredDraft(storage, from) ?? {};
  if (!saver) return;
  const isStored = storeDraft(storage, to, { saver, changes: { ...attempt?.changes, ...changes } }, undefined);
  if (isStored) discardStoredDraft(storage, from);
  releaseStoredDraft(saver);
}

/** Leaves what a saver has stored to the next one. */
export const releaseStoredDraft = (saver: string): boolean => openSavers.delete(saver);
