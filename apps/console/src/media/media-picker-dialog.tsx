import type { MediaFile, MediaType } from "@porchlight/client/media";
import type { UploadedFile } from "@porchlight/editor";
import { Upload } from "lucide-react";
import { useState } from "react";
import { FileTrigger } from "react-aria-components";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { errorText } from "../ui/errors/error-text.ts";
import { SearchBox } from "../ui/list.tsx";
import { ErrorMessage } from "../ui/section.tsx";
import { DropArea, FilePages } from "./file-pages.tsx";
import { FileGrid } from "./file-views.tsx";
import { FolderBreadcrumbs, FolderTiles } from "./folder-tools.tsx";
import { UploadList, useDroppedFiles, useUploads } from "./uploads.tsx";
import { useFolders, useMediaFiles } from "./use-media.ts";
import { useUploadFile } from "./use-upload-file.ts";

/** Props of `MediaPicker`. */
export interface MediaPickerProps {
  /** The kind of files that can be chosen. Default: all kinds. */
  mediaType?: MediaType | undefined;
  /** Whether several files can be chosen. Default: one. */
  allowsMultiple?: boolean | undefined;
  /** Called with at least one file, in the order in which they were selected. */
  onChoose(files: MediaFile[]): void;
  /** Called when the dialog closes, also after a choice. */
  onClose(): void;
}

/** What the browser offers for uploads. Documents have many types. */
const accepted: Readonly<Record<MediaType, readonly string[] | undefined>> = {
  IMAGE: ["image/*"],
  VIDEO: ["video/*"],
  AUDIO: ["audio/*"],
  DOCUMENT: undefined,
};

function MediaPickerDialog({ mediaType, allowsMultiple = false, onChoose, onClose }: MediaPickerProps) {
  const { files: calls } = useConsole().clients.site;
  const [search, setSearch] = useState("");
  const [folderId, setFolderId] = useState("");
  const found = useMediaFiles({
    mediaType,
    ...(search && { search }),
    ...(folderId && { folderId }),
  });
  const { files } = found;
  const folders = useFolders().data ?? [];
  const [selected, setSelected] = useState<readonly MediaFile[]>([]);
  const [problem, setProblem] = useState<string>();
  const [isLeaving, setIsLeaving] = useState(false);
  const uploads = useUploads(useUploadFile({ folderId: folderId || undefined }));
  const addAll = (chosen: Iterable<File>) => {
    setProblem(undefined);
    setSearch("");
    uploads.add(chosen, (_file, stored) => void selectUploaded(stored));
  };
  const isDragging = useDroppedFiles(true, addAll);
  const isUploading = uploads.ids.length > 0;

  async function selectUploaded({ id = "" }: UploadedFile): Promise<void> {
    try {
      const { file } = await calls.getFile(id);
      if (mediaType && file.mediaType !== mediaType)
        setProblem(text("{name} is in the library now, but it cannot be used here.", { name: file.displayName }));
      else setSelected((before) => (allowsMultiple ? [...before, file] : [file]));
    } catch (error) {
      setProblem(errorText(error));
    }
  }
  function select(ids: ReadonlySet<unknown>): void {
    const staying = selected.filter(({ _id }) => ids.has(_id));
    const added = files.filter((file) => ids.has(file._id) && !staying.some(({ _id }) => _id === file._id));
    setSelected([...staying, ...added]);
  }
  const leave = () => (isUploading ? setIsLeaving(true) : onClose());

  return (
    <Dialog title={text("Choose from the media library")} isOpen isLarge onClose={leave}>
      <div className="-mx-4 grid content-start gap-4 overflow-y-auto px-4 py-1 sm:-mx-6 sm:px-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SearchBox
            label={text("Search files")}
            placeholder={text("File name or alternative text")}
            value={search}
            onChange={setSearch}
          />
          <FileTrigger
            allowsMultiple={allowsMultiple}
            {...(mediaType && { acceptedFileTypes: accepted[mediaType] ?? [] })}
            onSelect={(chosen) => chosen && addAll(chosen)}
          >
            <Button>
              <Upload aria-hidden size={16} />
              {text("Upload")}
            </Button>
          </FileTrigger>
        </div>
        <FolderBreadcrumbs folders={folders} id={folderId} onOpen={setFolderId} />
        {isLeaving && isUploading && (
          <div role="alert" className="grid gap-2 rounded-md bg-warning-soft p-3">
            <p>{text("Some files are not uploaded yet. They are lost if you close this window.")}</p>
            <div className="flex flex-wrap gap-2">
              <Button autoFocus onPress={() => setIsLeaving(false)}>
                {text("Continue uploading")}
              </Button>
              <Button kind="danger" onPress={onClose}>
                {text("Cancel the uploads")}
              </Button>
            </div>
          </div>
        )}
        {problem && <ErrorMessage error={problem} />}
        <UploadList uploads={uploads} />
        {search === "" && <FolderTiles folders={folders} parentId={folderId || undefined} onOpen={setFolderId} />}
        <FilePages
          found={found}
          empty={
            search !== ""
              ? text("No files match.")
              : folderId
                ? text("This folder is empty. Upload files, or drop them here.")
                : text("No files yet. Upload some, drop them here, or paste an image.")
          }
        >
          <FileGrid
            files={files}
            selectionMode={allowsMultiple ? "multiple" : "single"}
            selection={new Set(selected.map(({ _id }) => _id))}
            onSelectionChange={(ids) => select(ids === "all" ? new Set(files.map(({ _id }) => _id)) : ids)}
          />
        </FilePages>
        {isDragging && <DropArea />}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line pt-3">
        <p aria-live="polite" className="min-w-0 grow basis-40 truncate text-muted">
          {selected.length === 1
            ? selected[0]?.displayName
            : selected.length > 0 && text("{n, number} selected", { n: selected.length })}
        </p>
        <Button onPress={leave}>{text("Cancel")}</Button>
        <Button
          kind="primary"
          isDisabled={selected.length === 0}
          onPress={() => {
            onChoose([...selected]);
            onClose();
          }}
        >
          {allowsMultiple && selected.length > 1
            ? text("Choose {n, number} files", { n: selected.length })
            : text("Choose")}
        </Button>
      </div>
    </Dialog>
  );
}

export { MediaPickerDialog as default };
