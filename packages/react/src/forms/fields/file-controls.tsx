import type { SubmittedFile } from "@porchlight/client/forms";
import type { UploadFileFormat } from "@porchlight/contract/forms/form-values";
import { useEffect, useRef, useState } from "react";
import { explainFailure } from "../../data/item-failures.ts";
import { Button } from "../../ui/button.tsx";
import { useHydrated } from "../../ui/hydrated.ts";
import { parseFiles } from "../definition/read-values.ts";
import type { ControlProps, FormTexts } from "./field-props.ts";
import { useInputEvent } from "./use-input-event.ts";

interface FileRow {
  key: number;
  name: string;
  state: "uploading" | "done" | "failed";
  stored?: SubmittedFile;
  /** What to upload again. */
  source?: File;
  abort?: AbortController;
  reason?: string;
}

const formats = {
  IMAGE: ["forms.format.image", "image/*"],
  VIDEO: ["forms.format.video", "video/*"],
  AUDIO: ["forms.format.audio", "audio/*"],
  DOCUMENT: ["forms.format.document", ".pdf,.txt,.rtf,.csv,.doc,.docx,.odt,.xls,.xlsx,.ods,.ppt,.pptx,.odp"],
  ARCHIVE: ["forms.format.archive", ".zip,.gz,.tar,.7z,.rar"],
  MODEL_3D: ["forms.format.model", ".glb,.gltf,.stl,.obj"],
} as const satisfies Record<UploadFileFormat, readonly [string, string]>;

/** Uploads files as soon as they are chosen. Without scripts, they are part of the submitted page. */
export function FileControls({ id, field, initial, error, describedBy, upload, text }: ControlProps) {
  const { target, limits } = field;
  const most = limits.fileLimit ?? 1;
  const allowed = limits.uploadFileFormats ?? [];
  const hasScripts = useHydrated();
  const [rows, setRows] = useState<readonly FileRow[]>(() =>
    parseFiles(initial(target)[0] ?? "").map((stored, key) => toRow(stored, key)),
  );
  const [announcement, setAnnouncement] = useState("");
  const nextKey = useRef(rows.length);
  const input = useRef<HTMLInputElement>(null);
  const hidden = useRef<HTMLInputElement>(null);
  const value = JSON.stringify(rows.flatMap(({ stored }) => stored ?? []));
  // The form cannot be sent without a file that the person has chosen.
  const isPending = rows.some(({ state }) => state !== "done");
  const running = useRef(rows);
  running.current = rows;
  useInputEvent(hidden, value + isPending);
  useEffect(
    () => () => {
      for (const { abort } of running.current) abort?.abort();
    },
    [],
  );

  const change = (key: number, more: Partial<FileRow>) =>
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...more } : row)));

  async function send({ key, name, source }: FileRow) {
    if (!source) return;
    const abort = new AbortController();
    change(key, { state: "uploading", abort });
    setAnnouncement(text("forms.file.uploading", { name }));
    try {
      const stored = await upload(source, abort.signal);
      change(key, { state: "done", stored });
      setAnnouncement(text("forms.file.uploaded", { name }));
    } catch (failure) {
      if (abort.signal.aborted) return;
      const reason = reasonOf(failure, text);
      change(key, { state: "failed", reason });
      setAnnouncement(text("forms.file.failed", { name, reason }));
    }
  }
  function add(files: readonly File[]) {
    const added = files.map((source): FileRow => {
      nextKey.current += 1;
      return { key: nextKey.current, name: source.name, state: "uploading", source };
    });
    // A single file is replaced.
    setRows((before) => (most === 1 && added.length > 0 ? added.slice(-1) : [...before, ...added]));
    for (const row of most === 1 ? added.slice(-1) : added) void send(row);
  }
  function remove({ key, name, abort }: FileRow) {
    abort?.abort();
    setRows((before) => before.filter((row) => row.key !== key));
    setAnnouncement(text("forms.file.removed", { name }));
    input.current?.focus();
  }

  const names = allowed.map((format) => text(formats[format][0]));
  const list = new Intl.ListFormat(text.language, { type: "disjunction" }).format(names);
  return (
    <div className="site-form-files">
      <p className="site-hint" id={`${id}-limits`}>
        {text("forms.file.limits", { n: most })} {names.length > 0 && text("forms.file.formats", { formats: list })}{" "}
        {field.uploadHint}
      </p>
      <input
        ref={input}
        id={id}
        className="site-input site-form-file"
        type="file"
        aria-label={field.label}
        aria-describedby={[`${id}-limits`, describedBy].filter(Boolean).join(" ")}
        aria-invalid={error ? true : undefined}
        multiple={most > 1}
        accept={allowed.map((format) => formats[format][1]).join(",") || undefined}
        name={hasScripts ? undefined : `${target}.files`}
        disabled={field.isReadOnly}
        onInput={(event) => event.stopPropagation()}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
      <input ref={hidden} type="hidden" name={target} value={rows.length > 0 ? value : ""} />
      {isPending && <input type="hidden" name={`${target}.pending`} value="1" />}
      {rows.length > 0 && (
        <ul className="site-form-file-list" aria-label={text("forms.file.list")}>
          {rows.map((row) => (
            <li key={row.key} data-state={row.state}>
              <span className="site-form-file-name">{row.name}</span>
              {row.state === "uploading" && <progress aria-label={text("forms.file.uploading", { name: row.name })} />}
              {row.state === "failed" && (
                <>
                  <span className="site-form-file-reason">{row.reason}</span>
                  <Button
                    variant="quiet"
                    aria-label={text("forms.file.retry", { name: row.name })}
                    onClick={() => void send(row)}
                  >
                    {text("common.action.retry")}
                  </Button>
                </>
              )}
              <Button
                variant="quiet"
                aria-label={text(row.state === "uploading" ? "forms.file.cancel" : "forms.file.remove", {
                  name: row.name,
                })}
                onClick={() => remove(row)}
              >
                {text(row.state === "uploading" ? "forms.file.cancelShort" : "forms.file.removeShort")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p className="site-hidden" role="status">
        {announcement}
      </p>
    </div>
  );
}

const toRow = (stored: SubmittedFile, key: number): FileRow => ({
  key,
  name: stored.displayName ?? stored.fileId,
  state: "done",
  stored,
});

/** Why an upload failed, by shape. */
export function reasonOf(failure: unknown, text: FormTexts): string {
  const { code, status } = Object(failure);
  if (status === 413) return text("forms.upload.large");
  if (code === "FILE_TYPE_REFUSED") return text("forms.upload.type");
  if (code === "FILE_DAMAGED" || code === "FILE_EMPTY") return text("forms.upload.damaged");
  return text(explainFailure(failure).key);
}
