import { type EditorProps, type FileRow, isPictureField, toFileRow, toFileValue } from "@porchlight/react";
import { Images, Link as LinkIcon, Trash2, Upload } from "lucide-react";
import { type DragEvent, useContext, useEffect, useRef, useState } from "react";
import { FileTrigger } from "react-aria-components";
import { MediaPickerButton } from "../../media/media-picker.tsx";
import { UploadList, useUploads } from "../../media/uploads.tsx";
import { useUploadFile } from "../../media/use-upload-file.ts";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields.tsx";
import { SortableRows } from "../../ui/sortable-rows.tsx";
import { FileTile } from "./file-tile.tsx";
import { addressOf, fileKindHint, isFileList, kindOf, kindsOf, readFile } from "./item-files.ts";
import { UploadingContext } from "./uploading-context.ts";

/** The file or files of an item: uploads, files of the library, and links. Default export for `lazy`. */
export default function MediaField({ id, field, labelId, describedBy, isInvalid, typed, onTyped }: EditorProps) {
  const isList = isFileList(field);
  const kinds = kindsOf(field);
  const [rows, setRows] = useState<readonly FileRow[]>(() =>
    typed === "" ? [] : [JSON.parse(typed) as unknown].flat().map(toFileRow),
  );
  const [problem, setProblem] = useState<string>();
  const [isLinking, setIsLinking] = useState(false);
  const [isDragging, setIsDragging] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const uploads = useUploads(useUploadFile());
  const reportUploading = useContext(UploadingContext);
  const isUploading = uploads.ids.length > 0;
  useEffect(() => {
    reportUploading(field.key, isUploading);
    return () => reportUploading(field.key, false);
  }, [reportUploading, field.key, isUploading]);
  const latest = useRef(rows);
  const nextKey = useRef(rows.length);

  function change(next: readonly FileRow[]): void {
    latest.current = next;
    setRows(next);
    const values = next.map((row) => toFileValue(row, field));
    onTyped(values.length === 0 ? "" : JSON.stringify(isList ? values : values[0]));
  }
  function add(address: string, alt = ""): void {
    const row = { key: nextKey.current++, address, alt };
    change(isList ? [...latest.current, row] : [row]);
  }
  function upload(files: Iterable<File> | null): void {
    const chosen = [...(files ?? [])];
    const fitting = chosen.filter((file) => kinds.includes(kindOf(file))).slice(0, isList ? undefined : 1);
    setProblem(fitting.length < chosen.length && fitting.length === 0 ? fileKindHint(field) : undefined);
    uploads.add(fitting, (file, stored) => add(addressOf(kindOf(file), file.name, stored)));
  }
  const tile = (row: FileRow) => (
    <FileTile
      row={row}
      field={field}
      onAlt={
        isPictureField(field)
          ? (alt) => change(latest.current.map((one) => (one.key === row.key ? { ...one, alt } : one)))
          : undefined
      }
    />
  );
  const [first] = rows;
  const focusUpload = () => frame.current?.querySelector<HTMLElement>(`#${CSS.escape(id)}`)?.focus();
  return (
    // biome-ignore lint/a11y/useSemanticElements: its name is the label of the field
    <div
      ref={frame}
      role="group"
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      className={`grid gap-3 rounded-lg border p-3 ${isInvalid ? "border-danger" : "border-line-strong"} ${isDragging ? "border-dashed bg-accent-soft" : "bg-surface"}`}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files") || !isInside(event)) return;
        event.preventDefault();
        setIsDragging(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        setIsDragging(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
      }
      onDrop={(event) => {
        setIsDragging(false);
        if (event.dataTransfer.files.length === 0 || !isInside(event)) return;
        event.preventDefault();
        upload(event.dataTransfer.files);
      }}
    >
      {isList && rows.length > 0 ? (
        <SortableRows
          label={text("Files of {name}", { name: field.displayName })}
          items={rows}
          nameOf={(row) => readFile(row, field).name}
          onChange={change}
        >
          {tile}
        </SortableRows>
      ) : first ? (
        tile(first)
      ) : (
        <p className="text-muted">
          {isList
            ? text("No files yet. Upload some, or drop them here.")
            : text("No file yet. Upload one, or drop it here.")}
        </p>
      )}
      <UploadList uploads={uploads} />
      {problem && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <FileTrigger
          allowsMultiple={isList}
          acceptedFileTypes={kinds.length > 2 ? [] : kinds.map((kind) => `${kind.toLowerCase()}/*`)}
          onSelect={upload}
        >
          <Button
            id={id}
            aria-label={
              first && !isList
                ? text("Replace {name}", { name: field.displayName })
                : text("Upload to {name}", { name: field.displayName })
            }
          >
            <Upload aria-hidden size={16} />
            {first && !isList ? text("Replace") : text("Upload")}
          </Button>
        </FileTrigger>
        <MediaPickerButton
          mediaType={kinds.length === 1 ? kinds[0] : undefined}
          allowsMultiple={isList}
          aria-label={text("Choose from the library for {name}", { name: field.displayName })}
          onChoose={(files) => {
            const fitting = files.filter(({ mediaType }) => kinds.includes(mediaType));
            setProblem(fitting.length < files.length ? fileKindHint(field) : undefined);
            for (const { _id, displayName, mediaType, altText = "", ...file } of fitting)
              add(
                addressOf(mediaType, displayName, { id: _id, ...file }),
                mediaType === "IMAGE" && isPictureField(field) ? altText : "",
              );
          }}
        >
          <Images aria-hidden size={16} />
          {text("Choose from the library")}
        </MediaPickerButton>
        <Button
          aria-expanded={isLinking}
          aria-label={text("Link of a file for {name}", { name: field.displayName })}
          onPress={() => setIsLinking(!isLinking)}
        >
          <LinkIcon aria-hidden size={16} />
          {text("Link")}
        </Button>
        {first && !isList && (
          <Button
            kind="quiet"
            aria-label={text("Remove {name}", { name: field.displayName })}
            onPress={() => {
              change([]);
              focusUpload();
            }}
          >
            <Trash2 aria-hidden size={16} />
            {text("Remove")}
          </Button>
        )}
      </div>
      {isLinking && (
        <LinkInput
          onAdd={(address) => {
            add(address);
            setIsLinking(false);
            focusUpload();
          }}
        />
      )}
    </div>
  );
}

/** Whether an event is in the field itself: events of its dialogs arrive, too. */
const isInside = ({ currentTarget, target }: DragEvent<HTMLElement>) => currentTarget.contains(target as Node);

/** Not a form, because it is inside one. */
function LinkInput({ onAdd }: { onAdd(address: string): void }) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  function add(): void {
    const address = typed.trim();
    if (/^https?:\/\//i.test(address) && URL.canParse(address)) onAdd(address);
    else setError(text("Enter an address that starts with https://"));
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 grow">
        <TextField
          label={text("Address of the file")}
          autoFocus
          inputMode="url"
          autoComplete="off"
          spellCheck="false"
          maxLength={2000}
          value={typed}
          onChange={setTyped}
          error={error}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            add();
          }}
        />
      </div>
      <Button onPress={add}>{text("Use this link")}</Button>
    </div>
  );
}
