import { useEffect } from "react";

/** Lets the browser confirm before a page with unsaved input is closed or left. */
export function useUnsavedWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const requireConfirmation = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", requireConfirmation);
    return () => window.removeEventListener("beforeunload", requireConfirmation);
  }, [isDirty]);
}
