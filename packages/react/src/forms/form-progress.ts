/** What a person has typed, stored until the form is sent or the tab is closed. */
export interface FormProgress {
  step: number;
  /** Names and values of the controls. */
  entries: [name: string, value: string][];
}

const keyOf = (formId: string) => `porchlight.form.${formId}`;

/** The stored progress; `undefined` if there is none. It starts at the first step if the form has changed since. */
export function loadProgress(formId: string, revision: string): FormProgress | undefined {
  try {
    const stored = JSON.parse(window.sessionStorage.getItem(keyOf(formId)) ?? "null") as
      | (FormProgress & { revision: string })
      | null;
    if (!Array.isArray(stored?.entries)) return undefined;
    return stored.revision === revision ? stored : { ...stored, step: 0 };
  } catch {
    // Blocked storage, or another script's value.
    return undefined;
  }
}

export function saveProgress(formId: string, revision: string, progress: FormProgress): void {
  try {
    window.sessionStorage.setItem(keyOf(formId), JSON.stringify({ ...progress, revision }));
  } catch {
    // Without storage, a reload starts over.
  }
}

export function clearProgress(formId: string): void {
  try {
    window.sessionStorage.removeItem(keyOf(formId));
  } catch {
    // As above.
  }
}
