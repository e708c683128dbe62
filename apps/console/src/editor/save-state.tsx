import { useMutation, useQuery } from "@tanstack/react-query";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, UnsavedGuard } from "../ui/dialog.tsx";
import { errorText } from "../ui/errors/error-text.ts";
import { ErrorMessage } from "../ui/section.tsx";
import type { SaveState } from "./draft-saver.ts";
import { type ComparedVersion, VersionDiff } from "./version-diff.tsx";

/** Props of {@link SaveStateText}. */
export interface SaveStateTextProps {
  state: SaveState;
  /** What is shown before a new text is saved for the first time. */
  newText: string;
  onRetry(): void;
}

/** Whether a text is saved. In a row, a problem takes a row of its own. */
export function SaveStateText({ state, newText, onRetry }: SaveStateTextProps) {
  const { status, savedAt, id } = state;
  const place =
    status === "offline" || status === "rejected"
      ? "order-last basis-full justify-between rounded-md bg-warning-soft p-3"
      : "text-muted";
  return (
    <p role="status" className={`flex flex-wrap items-center gap-2 ${place}`}>
      {status === "saving" && text("Saving")}
      {status === "unsaved" && text("Not saved yet")}
      {status === "offline" && (
        <span className="text-warning">
          {state.isStored
            ? text("Offline. Your changes are stored in this browser.")
            : text("Offline. Keep this page open until your changes are saved: this browser cannot store them.")}
        </span>
      )}
      {status === "conflict" && text("Not saved")}
      {status === "rejected" && (
        <>
          <span className="text-danger">{errorText(state.error)}</span>
          <Button kind="quiet" onPress={onRetry}>
            {text("Save again")}
          </Button>
        </>
      )}
      {status !== "saved" && !state.isStored && <UnsavedGuard isDirty />}
      {status === "saved" &&
        (savedAt ? text("Saved") : id ? <span className="max-sm:sr-only">{text("All changes saved")}</span> : newText)}
    </p>
  );
}

/** Props of {@link ConflictDialog}. */
export interface ConflictDialogProps {
  title: string;
  /** What saving does. */
  explanation: string;
  /** Kind and id of the text. */
  scope: readonly unknown[];
  /** Loads the version of the other person. */
  load(signal: AbortSignal): Promise<ComparedVersion>;
  /** The version in the editor. */
  mine: ComparedVersion;
  onReload(): void;
  onOverwrite(): Promise<unknown>;
}

/** Shows how two versions differ, and lets the writer decide, after someone else has saved the same text. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { title, explanation, scope, load, mine, onReload, onOverwrite } = props;
  const theirs = useQuery({
    queryKey: ["conflict", ...scope],
    queryFn: ({ signal }) => load(signal),
    staleTime: 0,
    gcTime: 0,
  });
  const overwrite = useMutation({ mutationFn: onOverwrite });
  const failed = [theirs, overwrite].find(({ isError }) => isError);
  return (
    <Dialog title={title} isOpen onClose={() => undefined}>
      <p>{explanation}</p>
      {failed && <ErrorMessage error={failed.error} />}
      {theirs.data && (
        <section aria-label={text("From their version to yours")} className="grid gap-2">
          <p aria-hidden className="font-medium">
            {text("From their version to yours")}
          </p>
          <div className="max-h-80 overflow-y-auto">
            <VersionDiff before={theirs.data} after={mine} />
          </div>
        </section>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onReload}>{text("Discard mine and reload")}</Button>
        <Button kind="primary" isPending={overwrite.isPending} onPress={() => overwrite.mutate()}>
          {text("Save mine")}
        </Button>
      </div>
    </Dialog>
  );
}
