import type { MediaFile } from "@porchlight/client/media";
import { X } from "lucide-react";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { type FileChanges, useCanChange } from "./use-media.ts";

/** Props of {@link SelectionToolbar}. */
export interface SelectionToolbarProps {
  /** The selected files. */
  files: readonly MediaFile[];
  /** The number of files that could be selected. */
  shown: number;
  /** Whether they are in the trash. */
  isTrash: boolean;
  changes: FileChanges;
  onDialog(dialog: "move" | "delete"): void;
  onSelectAll(): void;
  onClear(): void;
}

/** What can be done with the selected files. It stays in view while the list scrolls. */
export function SelectionToolbar({
  files,
  shown,
  isTrash,
  changes,
  onDialog,
  onSelectAll,
  onClear,
}: SelectionToolbarProps) {
  const canChange = useCanChange();
  const ids = files.map(({ _id }) => _id);
  const options = { onSuccess: onClear };
  const libraryActions = (
    <>
      <Button onPress={() => onDialog("move")}>{text("Move")}</Button>
      <Button isPending={changes.trash.isPending} onPress={() => changes.trash.mutate({ ids }, options)}>
        {text("Move to trash")}
      </Button>
    </>
  );
  const trashActions = (
    <>
      <Button isPending={changes.restore.isPending} onPress={() => changes.restore.mutate(ids, options)}>
        {text("Restore")}
      </Button>
      <Button kind="danger" onPress={() => onDialog("delete")}>
        {text("Delete permanently")}
      </Button>
    </>
  );
  return (
    <div
      role="toolbar"
      aria-label={text("Selected files")}
      data-stays-in-view
      className="sticky bottom-4 z-10 flex flex-wrap items-center gap-2 self-center rounded-xl border border-line bg-surface p-2 shadow-float max-sm:bottom-20"
    >
      <div className="flex items-center max-sm:basis-full">
        <p aria-live="polite" className="mx-2 font-medium tabular-nums">
          {text("{n, number} selected", { n: files.length })}
        </p>
        {files.length < shown && (
          <Button kind="quiet" onPress={onSelectAll}>
            {text("Select all {n, number}", { n: shown })}
          </Button>
        )}
        <Button kind="quiet" aria-label={text("Clear selection")} onPress={onClear}>
          <X aria-hidden size={16} />
        </Button>
      </div>
      {files.every(canChange) ? (
        isTrash ? (
          trashActions
        ) : (
          libraryActions
        )
      ) : (
        <p className="text-muted">{text("You can change only files that you uploaded.")}</p>
      )}
    </div>
  );
}
