/** A stored file. */
export interface UploadedFile {
  url: string;
  id?: string | undefined;
  /** Pixels. */
  width?: number | undefined;
  height?: number | undefined;
}

/** Options of an upload. */
export interface UploadOptions {
  signal: AbortSignal;
  /** Called with the uploaded part, from 0 to 1. */
  onProgress(part: number): void;
  /** Called with a sentence about a change of the file, such as that an image is scaled. */
  onNote?(note: string): void;
}

/** Stores a file. Rejects with a message for the writer. */
export type UploadFile = (file: File, options: UploadOptions) => Promise<UploadedFile>;

/** A kind of files in blocks. */
export type FileKind = "image" | "video" | "audio" | "any";

/** A stored file that the writer chose. */
export interface ChosenFile extends UploadedFile {
  name?: string | undefined;
  altText?: string | undefined;
}

/** Lets the writer choose stored files of a kind. Resolves with none if they cancel. */
export type ChooseFiles = (kind: FileKind, allowsMultiple: boolean) => Promise<readonly ChosenFile[]>;

export interface Upload {
  readonly name: string;
  /** Shows the image while it is uploaded. */
  readonly previewUrl: string;
  /** The uploaded part, from 0 to 1. */
  readonly progress: number;
  /** How the file was changed. */
  readonly note?: string | undefined;
  /** Why it failed. */
  readonly error: string | undefined;
}

/** Uploads of one editor. */
export interface UploadStore {
  get(id: string): Upload | undefined;
  subscribe(listener: () => void): () => void;
  /** Starts an upload and returns its id. */
  start(file: File, onDone: (id: string, uploaded: UploadedFile) => void): string;
  retry(id: string): void;
  cancel(id: string): void;
  /** Aborts all uploads. */
  close(): void;
}

interface Entry {
  file: File;
  state: Upload;
  controller: AbortController;
  onDone: (id: string, uploaded: UploadedFile) => void;
}

export function createUploadStore(uploadFile: UploadFile): UploadStore {
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();

  function set(id: string, change: Partial<Upload>): void {
    const entry = entries.get(id);
    if (!entry) return;
    entry.state = { ...entry.state, ...change };
    for (const listener of [...listeners]) listener();
  }

  function remove(id: string): void {
    const entry = entries.get(id);
    if (!entry) return;
    entry.controller.abort();
    URL.revokeObjectURL(entry.state.previewUrl);
    entries.delete(id);
  }

  async function run(id: string): Promise<void> {
    const entry = entries.get(id);
    if (!entry) return;
    const controller = new AbortController();
    entry.controller = controller;
    set(id, { progress: 0, note: undefined, error: undefined });
    try {
      const uploaded = await uploadFile(entry.file, {
        signal: controller.signal,
        onProgress: (progress) => set(id, { progress }),
        onNote: (note) => set(id, { note }),
      });
      if (controller.signal.aborted) return;
      entry.onDone(id, uploaded);
      remove(id);
    } catch (error) {
      if (!controller.signal.aborted) set(id, { error: error instanceof Error ? error.message : String(error) });
    }
  }

  return {
    get: (id) => entries.get(id)?.state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start(file, onDone) {
      const id = crypto.randomUUID();
      const state = { name: file.name, previewUrl: URL.createObjectURL(file), progress: 0, error: undefined };
      entries.set(id, { file, state, controller: new AbortController(), onDone });
      void run(id);
      return id;
    },
    retry: (id) => void run(id),
    cancel: remove,
    close() {
      for (const id of [...entries.keys()]) remove(id);
    },
  };
}
