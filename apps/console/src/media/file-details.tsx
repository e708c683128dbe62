import type { MediaFile, MediaUsage } from "@porchlight/client/media";
import { TimeText } from "@porchlight/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy, Crosshair, Download, RefreshCw, Trash2, Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FileTrigger } from "react-aria-components";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { fieldErrorOf } from "../ui/errors/error-text.ts";
import { TextArea, TextField } from "../ui/fields.tsx";
import { ErrorMessage } from "../ui/section.tsx";
import { showToast } from "../ui/toast.tsx";
import { Drawer } from "./drawer.tsx";
import { formatFileSize, mediaKinds, pathOf, thumbnailOf } from "./file-properties.ts";
import { Thumbnail } from "./file-views.tsx";
import FocalPointDialog from "./focal-point-dialog.tsx";
import { UsageList } from "./usage-list.tsx";
import { type FileChanges, useCanChange } from "./use-media.ts";
import { useUploadFile } from "./use-upload-file.ts";

/** Props of {@link FileDetails}. */
export interface FileDetailsProps {
  id: string;
  changes: FileChanges;
  onClose(): void;
  /** Shows another file instead. */
  onReplaced(id: string): void;
  onDelete(file: MediaFile): void;
}

/** The details of a file next to the list. */
export function FileDetails({ id, ...props }: FileDetailsProps) {
  const { files } = useConsole().clients.site;
  const query = useQuery({
    queryKey: ["media", "file", id],
    queryFn: async ({ signal }) => (await files.getFile(id, { signal })).file,
  });
  const [isDirty, setIsDirty] = useState(false);
  const title = query.data?.displayName ?? text("File");
  return (
    <Drawer title={title} isDirty={isDirty} onClose={props.onClose}>
      {query.isError && <ErrorMessage error={query.error} />}
      {query.data && <FileProperties key={id} file={query.data} setIsDirty={setIsDirty} {...props} />}
    </Drawer>
  );
}

function FileProperties({
  file,
  changes,
  setIsDirty,
  onClose,
  onReplaced,
  onDelete,
}: Omit<FileDetailsProps, "id"> & { file: MediaFile; setIsDirty(isDirty: boolean): void }) {
  const canChange = useCanChange()(file);
  const isTrashed = file.trashedDate !== undefined;
  const ids = [file._id];
  const [isPointing, setIsPointing] = useState(false);
  return (
    <>
      <Preview key={file._id} file={file} />
      {canChange && !isTrashed && <TextsForm file={file} setIsDirty={setIsDirty} />}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 [&_dd]:min-w-0 [&_dt]:text-muted">
        {!canChange && <Fact name={text("Alternative text")}>{file.altText || text("None")}</Fact>}
        <Fact name={text("Type")}>{`${mediaKinds[file.mediaType].name} (${file.mimeType.replace(/;.*/, "")})`}</Fact>
        <Fact name={text("Size")}>{formatFileSize(file.sizeInBytes)}</Fact>
        {file.width !== undefined && <Fact name={text("Dimensions")}>{`${file.width} × ${file.height}`}</Fact>}
        <Fact name={text("Uploaded")}>
          <TimeText value={file._createdDate} />
        </Fact>
        {file.uploader && <Fact name={text("By")}>{file.uploader.name ?? text("Deleted account")}</Fact>}
        {file.trashedDate && (
          <Fact name={text("In trash since")}>
            <TimeText value={file.trashedDate} />
          </Fact>
        )}
      </dl>
      <Usages id={file._id} />
      <div className="flex flex-wrap gap-2">
        <Button
          onPress={async () => {
            await navigator.clipboard.writeText(file.url);
            showToast(text("URL copied"));
          }}
        >
          <Copy aria-hidden size={16} />
          {text("Copy URL")}
        </Button>
        <a
          href={pathOf(file)}
          download={file.displayName}
          className="inline-flex min-h-9 items-center gap-2 rounded-md border border-line-strong px-3 font-medium hover:bg-sunken pointer-coarse:min-h-11"
        >
          <Download aria-hidden size={16} />
          {text("Download")}
        </a>
        {canChange && !isTrashed && file.mediaType === "IMAGE" && (
          <Button onPress={() => setIsPointing(true)}>
            <Crosshair aria-hidden size={16} />
            {text("Focal point")}
          </Button>
        )}
        {isPointing && <FocalPointDialog fileId={file._id} onClose={() => setIsPointing(false)} />}
        {canChange && !isTrashed && <ReplaceButton file={file} onReplaced={onReplaced} />}
        {canChange && !isTrashed && (
          <Button
            kind="danger"
            isPending={changes.trash.isPending}
            onPress={() =>
              changes.trash.mutate(
                { ids },
                { onSuccess: ([result]) => result && result.trashedIds.length > 0 && onClose() },
              )
            }
          >
            <Trash2 aria-hidden size={16} />
            {text("Move to trash")}
          </Button>
        )}
        {canChange && isTrashed && (
          <>
            <Button
              isPending={changes.restore.isPending}
              onPress={() => changes.restore.mutate(ids, { onSuccess: onClose })}
            >
              <Undo2 aria-hidden size={16} />
              {text("Restore")}
            </Button>
            <Button kind="danger" onPress={() => onDelete(file)}>
              {text("Delete permanently")}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

function Preview({ file }: { file: MediaFile }) {
  const path = pathOf(file);
  const image = thumbnailOf(file, 640);
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return <ErrorMessage error={text("The image cannot be displayed. Replace the file.")} />;
  if (image)
    return (
      <img
        src={image}
        alt={file.altText}
        onError={() => setIsBroken(true)}
        className="max-h-72 w-full rounded-lg bg-sunken object-contain"
      />
    );
  // biome-ignore lint/a11y/useMediaCaption: the library shows files as they were uploaded
  if (file.mediaType === "VIDEO") return <video controls preload="metadata" src={path} className="w-full rounded-lg" />;
  // biome-ignore lint/a11y/useMediaCaption: the library plays files as they were uploaded
  if (file.mediaType === "AUDIO") return <audio controls preload="metadata" src={path} className="w-full" />;
  return <Thumbnail file={file} className="h-32 w-full rounded-lg" />;
}

/** The name and the alternative text. */
function TextsForm({ file, setIsDirty }: { file: MediaFile; setIsDirty(isDirty: boolean): void }) {
  const { files } = useConsole().clients.site;
  const queries = useQueryClient();
  const [displayName, setDisplayName] = useState(file.displayName);
  const [altText, setAltText] = useState(file.altText);
  const save = useMutation({
    mutationFn: () => files.updateFile(file._id, { displayName: displayName.trim(), altText: altText.trim() }),
    async onSuccess() {
      setIsDirty(false);
      showToast(text("Saved"));
      await queries.invalidateQueries({ queryKey: ["media"] });
    },
  });
  const isDirty = (name: string, alt: string) => setIsDirty(name !== file.displayName || alt !== file.altText);
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {save.isError && <ErrorMessage error={save.error} />}
      <TextField
        label={text("File name")}
        value={displayName}
        maxLength={255}
        error={fieldErrorOf(save.error, "displayName")}
        onChange={(name) => {
          setDisplayName(name);
          isDirty(name, altText);
        }}
      />
      {file.mediaType === "IMAGE" && (
        <TextArea
          label={text("Alternative text")}
          hint={text(
            "Describes the image for people who cannot see it. It is the default wherever the image is added.",
          )}
          value={altText}
          maxLength={1000}
          error={fieldErrorOf(save.error, "altText")}
          onChange={(alt) => {
            setAltText(alt);
            isDirty(displayName, alt);
          }}
        />
      )}
      <div>
        <Button kind="primary" type="submit" isPending={save.isPending}>
          {text("Save")}
        </Button>
      </div>
    </form>
  );
}

/** Where the file is used. */
function Usages({ id }: { id: string }) {
  const { mediaLibrary } = useConsole().clients.site;
  const query = useQuery({
    queryKey: ["media", "usages", id],
    queryFn: ({ signal }) => mediaLibrary.listFileUsages(id, { signal }),
  });
  return (
    <section aria-label={text("Used in")} className="grid gap-2">
      <h3 className="font-semibold">{text("Used in")}</h3>
      {query.isError && <ErrorMessage error={query.error} />}
      {query.isPending && <p className="text-muted">{text("Searching the content of the site")}</p>}
      {query.data?.total === 0 && <p>{text("No content uses this file.")}</p>}
      {query.data && query.data.total > 0 && <UsagePlaces {...query.data} />}
    </section>
  );
}

function UsagePlaces({ usages, total }: { usages: readonly MediaUsage[]; total: number }) {
  if (usages.length === 0)
    return (
      <p>{text("{n, plural, one {# place that you cannot see} other {# places that you cannot see}}", { n: total })}</p>
    );
  return (
    <>
      <UsageList usages={usages} />
      {total > usages.length && (
        <p className="text-muted">{text("And {n, number} more", { n: total - usages.length })}</p>
      )}
    </>
  );
}

/** Uploads new contents for the file, after the person has read what that changes. */
function ReplaceButton({ file, onReplaced }: { file: MediaFile; onReplaced(id: string): void }) {
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const uploadFile = useUploadFile({ replacesFileId: file._id });
  const replace = useMutation({
    mutationFn: (chosen: File) =>
      uploadFile(chosen, { signal: new AbortController().signal, onProgress: () => undefined }),
    async onSuccess({ id }) {
      setIsOpen(false);
      if (id) onReplaced(id);
      showToast(text("The file was replaced everywhere"));
      await queries.invalidateQueries({ queryKey: ["media"] });
    },
  });
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>
        <RefreshCw aria-hidden size={16} />
        {text("Replace file")}
      </Button>
      <Dialog title={text("Replace file")} isOpen={isOpen} onClose={() => !replace.isPending && setIsOpen(false)}>
        <p>
          {text(
            "All content that uses this file shows the new one immediately, and its URL leads to the new one. Its alternative text and folder stay the same.",
          )}
        </p>
        <p>{text("The current version is deleted, and cannot be restored. Download it first if you need it.")}</p>
        {replace.isError && <ErrorMessage error={replace.error.message} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onPress={() => setIsOpen(false)}>{text("Cancel")}</Button>
          <FileTrigger
            acceptedFileTypes={file.mediaType === "DOCUMENT" ? [] : [`${file.mediaType.toLowerCase()}/*`]}
            onSelect={(chosen) => {
              const first = chosen?.item(0);
              if (first) replace.mutate(first);
            }}
          >
            <Button kind="primary" isPending={replace.isPending}>
              {replace.isPending ? text("Uploading") : text("Choose the new file")}
            </Button>
          </FileTrigger>
        </div>
      </Dialog>
    </>
  );
}
