/** What a person has typed, stored until the form is sent or the tab is closed. */
export interface FormProgress {
  step: number;
  /** Names and values of the controls. */
  entries: [name: string, value: string][];
}

const keyOf = (formId: string) => `porchlight.form.${formId}`;
const attemptOf = (formId: string) => `${formId}.attempt`;

/** Returns `undefined` if storage is blocked or full, or has another script's value: a reload then starts over. */
function tryStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(window.sessionStorage);
  } catch {
    return undefined;
  }
}

/** The stored progress; `undefined` if there is none. It starts at the first step if the form has changed since. */
export const loadProgress = (formId: string, revision: string): FormProgress | undefined =>
  tryStorage((storage) => {
    const stored = JSON.parse(storage.getItem(keyOf(formId)) ?? "null") as (FormProgress & { revision: string }) | null;
    if (!Array.isArray(stored?.entries)) return undefined;
    return stored.revision === revision ? stored : { ...stored, step: 0 };
  });

export const saveProgress = (formId: string, revision: string, progress: FormProgress): void =>
  tryStorage((storage) => storage.setItem(keyOf(formId), JSON.stringify({ ...progress, revision })));

export const clearProgress = (formId: string): void => tryStorage((storage) => storage.removeItem(keyOf(formId)));

/** The idempotency key of the attempt whose outcome is unknown, also after a reload; otherwise `fresh`, now stored. */
export const openAttempt = (formId: string, fresh: string): string =>
  tryStorage((storage) => {
    const name = keyOf(attemptOf(formId));
    const key = storage.getItem(name) ?? fresh;
    storage.setItem(name, key);
    return key;
  }) ?? fresh;

/** The next attempt has another key. */
export const closeAttempt = (formId: string): void => clearProgress(attemptOf(formId));
