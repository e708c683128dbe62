import type { MediaFile, MediaFolder, TrashResult } from "@porchlight/client/media";
import { useState } from "react";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Select, TextField } from "../ui/fields.tsx";
import { ErrorMessage } from "../ui/section.tsx";
import { folderOptions } from "./folder-tools.tsx";
import { UsageList } from "./usage-list.tsx";
import type { FileChanges } from "./use-media.ts";

/** Props of {@link UsedFilesDialog}. */
export interface UsedFilesDialogProps {
  usedFiles: TrashResult["usedFiles"];
  onClose(): void;
  onTrash(): void;
}

/** Says where files are used that were to be moved to the trash. */
export function UsedFilesDialog({ usedFiles, onClose, onTrash }: UsedFilesDialogProps) {
  return (
    <Dialog
      title={text("{n, plural, one {# file is in use} other {# files are in use}}", { n: usedFiles.length })}
      isOpen={usedFiles.length > 0}
      onClose={onClose}
    >
      <p>
        {text(
          "{n, plural, one {Replace it there first, or move it to the trash anyway. Pages show it until it is deleted from the trash.} other {Replace them there first, or move them to the trash anyway. Pages show them until they are deleted from the trash.}}",
          { n: usedFiles.length },
        )}
      </p>
      <ul className="grid max-h-72 gap-3 overflow-y-auto">
        {usedFiles.map(({ file, usages }) => (
          <li key={file._id} className="grid gap-1">
            <p className="truncate font-medium">{file.displayName}</p>
            <UsageList usages={usages} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <Button autoFocus onPress={onClose}>
          {text("Leave in the library")}
        </Button>
        <Button kind="danger" onPress={onTrash}>
          {text("Move to trash anyway")}
        </Button>
      </div>
    </Dialog>
  );
}

/** Props of {@link DeleteDialog}. */
export interface DeleteDialogProps {
  /** The number of files. */
  count: number;
  isPending: boolean;
  error: unknown;
  onClose(): void;
  onDelete(): void;
}

/** Deletes files of the trash, after the person has typed a word. */
export function DeleteDialog({ count, isPending, error, onClose, onDelete }: DeleteDialogProps) {
  const [typed, setTyped] = useState("");
  const word = text("delete");
  const isTyped = typed.trim().toLowerCase() === word;
  return (
    <Dialog
      title={text("Delete {n, plural, one {# file} other {# files}} permanently?", { n: count })}
      isOpen
      onClose={onClose}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isTyped) onDelete();
        }}
      >
        <p>
          {text(
            "{n, plural, one {Content that still uses the file shows a gap.} other {Content that still uses the files shows a gap.}} This cannot be undone.",
            { n: count },
          )}
        </p>
        {error !== null && <ErrorMessage error={error} />}
        <TextField
          label={text("Type “{word}” to confirm", { word })}
          value={typed}
          onChange={setTyped}
          autoFocus
          autoComplete="off"
        />
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>{text("Cancel")}</Button>
          <Button kind="danger" type="submit" isDisabled={!isTyped} isPending={isPending}>
            {text("Delete permanently")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Props of {@link MoveDialog}. */
export interface MoveDialogProps {
  files: readonly MediaFile[];
  folders: readonly MediaFolder[];
  move: FileChanges["move"];
  onClose(): void;
  onDone(): void;
}

/** Moves files to another folder. */
export function MoveDialog({ files, folders, move, onClose, onDone }: MoveDialogProps) {
  const [folderId, setFolderId] = useState(files[0]?.folderId ?? "");
  return (
    <Dialog
      title={text("Move {n, plural, one {# file} other {# files}}", { n: files.length })}
      isOpen
      onClose={onClose}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          move.mutate({ moved: files, folderId: folderId || null }, { onSuccess: onDone });
        }}
      >
        {move.isError && <ErrorMessage error={move.error} />}
        <Select label={text("To folder")} value={folderId} options={folderOptions(folders)} onChange={setFolderId} />
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>{text("Cancel")}</Button>
          <Button kind="primary" type="submit" isPending={move.isPending}>
            {text("Move")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
