import type { UploadedFile, UploadFile } from "@porchlight/editor";
import { createUploadStore, type UploadStore } from "@porchlight/editor/uploads";
import { useQueryClient } from "@tanstack/react-query";
import { RotateCw, X } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";

/** The uploads of a page. */
export interface Uploads {
  store: UploadStore;
  /** Running and failed uploads. */
  ids: readonly string[];
  /** Starts uploads. `onStored` is called with each file as soon as it is stored. */
  add(files: Iterable<File>, onStored?: (file: File, stored: UploadedFile) => void): void;
  remove(id: string): void;
}

/** Uploads files with progress. Each one that is stored appears in the lists of the library. */
export function useUploads(uploadFile: UploadFile): Uploads {
  const queries = useQueryClient();
  const latest = useRef(uploadFile);
  latest.current = uploadFile;
  const [store] = useState(() => createUploadStore((...upload) => latest.current(...upload)));
  const [ids, setIds] = useState<readonly string[]>([]);
  useEffect(() => () => store.close(), [store]);
  const forget = (id: string) => setIds((before) => before.filter((other) => other !== id));
  const refreshed = useRef({ at: 0, isPlanned: false });
  // At most once a second: a large upload stores files faster than the lists load.
  const refresh = () => {
    if (refreshed.current.isPlanned) return;
    refreshed.current.isPlanned = true;
    const load = () => {
      refreshed.current = { at: Date.now(), isPlanned: false };
      void queries.invalidateQueries({ queryKey: ["media"] });
    };
    setTimeout(load, Math.max(0, refreshed.current.at + 1000 - Date.now()));
  };
  return {
    store,
    ids,
    add(files, onStored) {
      const started = [...files].map((file) =>
        store.start(file, (id, stored) => {
          forget(id);
          onStored?.(file, stored);
          refresh();
        }),
      );
      setIds((before) => [...before, ...started]);
    },
    remove(id) {
      store.cancel(id);
      forget(id);
    },
  };
}

/** Running and failed uploads, with their progress. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  const { ids, store } = uploads;
  const isFailed = (id: string) => store.get(id)?.error !== undefined;
  const failed = useSyncExternalStore(store.subscribe, () => ids.filter(isFailed).length);
  return (
    <>
      <div className={ids.length > 0 ? "-mb-3 flex flex-wrap items-center gap-3" : "sr-only"}>
        <p role="status" className="font-medium">
          {ids.length > 0 && text("{n, plural, one {# file} other {# files}} not uploaded yet", { n: ids.length })}
        </p>
        {failed > 1 && (
          <Button onPress={() => ids.filter(isFailed).forEach(store.retry)}>
            <RotateCw aria-hidden size={16} />
            {text("Retry {n, number} uploads", { n: failed })}
          </Button>
        )}
      </div>
      {ids.length > 0 && (
        <ul
          aria-label={text("Uploads")}
          className="grid max-h-72 gap-2 overflow-y-auto rounded-xl border border-line bg-surface p-3"
        >
          {ids.map((id) => (
            <UploadRow key={id} id={id} uploads={uploads} />
          ))}
        </ul>
      )}
    </>
  );
}

function UploadRow({ id, uploads: { store, remove } }: { id: string; uploads: Uploads }) {
  const upload = useSyncExternalStore(store.subscribe, () => store.get(id));
  if (!upload) return null;
  const { name, progress, note, error } = upload;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="grid min-w-0 grow basis-40">
        <span className="truncate">{name}</span>
        <span role="status" className="text-muted">
          {note}
        </span>
      </span>
      {error === undefined ? (
        <progress aria-label={text("Upload of {name}", { name })} value={progress} className="w-32" />
      ) : (
        <span role="alert" className="text-danger">
          {error}
        </span>
      )}
      {error !== undefined && (
        <Button kind="quiet" aria-label={text("Retry the upload of {name}", { name })} onPress={() => store.retry(id)}>
          <RotateCw aria-hidden size={16} />
          {text("Retry")}
        </Button>
      )}
      <Button kind="quiet" aria-label={text("Cancel the upload of {name}", { name })} onPress={() => remove(id)}>
        <X aria-hidden size={16} />
      </Button>
    </li>
  );
}

/** Receives files that are dropped on the page or pasted. @returns Whether files are being dragged over the page. */
export function useDroppedFiles(isEnabled: boolean, onFiles: (files: File[]) => void): boolean {
  const [isDragging, setIsDragging] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    if (!isEnabled) return;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsDragging(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setIsDragging(false);
    const receive = (event: Event, data: DataTransfer | null) => {
      setIsDragging(false);
      const files = [...(data?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    const drop = (event: DragEvent) => receive(event, event.dataTransfer);
    const paste = (event: ClipboardEvent) => receive(event, event.clipboardData);
    const controller = new AbortController();
    const { signal } = controller;
    window.addEventListener("dragover", over, { signal });
    window.addEventListener("dragleave", leave, { signal });
    window.addEventListener("drop", drop, { signal });
    window.addEventListener("paste", paste, { signal });
    return () => controller.abort();
  }, [isEnabled]);
  return isDragging;
}
