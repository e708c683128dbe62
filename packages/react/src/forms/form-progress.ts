/** What a person has typed, kept until the form is sent or the tab is closed. */
export interface FormProgress {
  step: number;
  /** Names and values of the controls. */
  entries: [name: string, value: string][];
}

const keyOf = (formId: string) => `porchlight.form.${formId}`;

/** The stored progress; `undefined` if there is none, or if the form has changed since. */
export function loadProgress(formId: string, revision: string): FormProgress | undefined {
  try {
    const stored = JSON.parse(window.sessionStorage.getItem(keyOf(formId)) ?? "null") as
      | (FormProgress & { revision: string })
      | null;
    return stored?.revision === revision && Array.isArray(stored.entries) ? stored : undefined;
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
