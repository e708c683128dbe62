/**
 * `READY_TO_IMPORT`: nobody has begun. `PARSING_URL`: what is to be imported is being fetched and read through. `STARTED`: posts are
 * being stored. `FAILED`: it ended early, and can be taken up where it was. `NOT_FOUND`: there is nothing to import at the address.
 * Source: spec §4, "Import job".
 */
export const importStatuses = [
  "UNKNOWN",
  "READY_TO_IMPORT",
  "PARSING_URL",
  "STARTED",
  "FAILED",
  "DONE",
  "NOT_FOUND",
] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** `auto` finds out by looking. */
export const importFormats = ["auto", "markdown", "wxr", "ghost", "rss"] as const;
export type ImportFormat = (typeof importFormats)[number];

/** What an import has added, changed, and skipped so far. */
export interface ImportCounts {
  added: number;
  changed: number;
  unchanged: number;
  /** Files and posts that were left out; the report says why. */
  skipped: number;
  /** Categories, tags and former addresses that this import made. */
  categories: number;
  tags: number;
  redirects: number;
  /** Pictures that were not among the site's before. */
  images: number;
  /** Comments that were kept as data. */
  comments: number;
}

/** What is imported, and how. */
export interface ImportSource {
  /** An absolute path on the server's machine, or an address. */
  place: string;
  format: ImportFormat;
  /** Pages of a blog become posts, too. */
  pages?: boolean;
  /** Name of the blog, where its own address does not tell it from others. */
  blog?: string;
  /** A server carries it out, rather than who asked for it. */
  background?: true;
  /** Folder in which the pictures of a WordPress or Ghost blog are; without it they are fetched from where they were. */
  uploads?: string;
}

/** One thing that an import could not carry over, and where it stands. */
export interface ImportNote {
  /** Path within the imported folder, with `/`, or the file's name. */
  file: string;
  /** 1 is the first line of the file; absent when the whole file is meant. */
  line?: number;
  /** One plain sentence. */
  reason: string;
}

/** A blog import and its progress. */
export interface ImportJob {
  id: string;
  status: ImportStatus;
  source: ImportSource;
  /** Posts, files and notes that are done with, and how many there are as far as that is known. */
  done: number;
  total?: number;
  counts: ImportCounts;
  /** How many things could not be carried over. */
  noteCount: number;
  /** Why it failed. */
  reason?: string;
  /** ISO 8601. */
  createdDate: string;
  updatedDate: string;
  finishedDate?: string;
  undoneDate?: string;
}

export interface StartImportRequest {
  body: {
    /** A feed, an export, or a page that names a feed. */
    url: string;
    format?: "auto" | "wxr" | "ghost" | "rss" | null;
    pages?: boolean | null;
    blog?: string | null;
  };
}
export interface ImportByIdRequest {
  params: { importId: string };
}
export interface ListImportsRequest {
  /** 1 to 100; 50 unless given. */
  query?: { limit?: number };
}
export interface ListImportNotesRequest {
  params: { importId: string };
  /** `limit` 1 to 1000; 100 unless given. */
  query?: { limit?: number; offset?: number };
}
export interface ImportResponse {
  import: ImportJob;
}

/** What undoing took away, and what it left because it has changed since or is in use. */
export interface UndoImportResponse {
  removed: { posts: number; categories: number; tags: number; images: number };
  left: { kind: "post" | "category" | "tag"; id: string; name: string; reason: string }[];
}
