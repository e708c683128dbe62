import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { errorText } from "../ui/error-text.ts";
import type { SaveState } from "./draft-saver.ts";

/** Whether the post is saved, as text. */
export function SaveStateText({ state, onRetry }: { state: SaveState; onRetry(): void }) {
  const { status, savedAt, id } = state;
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 text-muted">
      {status === "saving" && "Saving"}
      {status === "unsaved" && "Not saved yet"}
      {status === "offline" && "Offline. Your changes are stored in this browser."}
      {status === "conflict" && "Not saved"}
      {status === "rejected" && (
        <>
          <span className="text-danger">{errorText(state.error)}</span>
          <Button kind="quiet" onPress={onRetry}>
            Save again
          </Button>
        </>
      )}
      {status === "saved" && (savedAt ? "Saved" : id ? "All changes saved" : "New post")}
    </p>
  );
}

/** Props of {@link ConflictDialog}. */
export interface ConflictDialogProps {
  onReload(): void;
  onOverwrite(): void;
}

/** Lets the writer decide after someone else has saved the same post. */
export function ConflictDialog({ onReload, onOverwrite }: ConflictDialogProps) {
  return (
    <Dialog title="Someone else saved this post" isOpen onClose={() => undefined}>
      <p>Saving your version replaces theirs, which stays in the history.</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onReload}>Discard mine and reload</Button>
        <Button kind="primary" onPress={onOverwrite}>
          Save mine
        </Button>
      </div>
    </Dialog>
  );
}
