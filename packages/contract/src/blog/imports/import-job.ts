/**
 * `READY_TO_IMPORT`: not started. `PARSING_URL`: the source is being fetched and parsed. `STARTED`: posts are being
 * stored. `FAILED`: stopped early, can be resumed. `NOT_FOUND`: nothing to import at the location. Source: spec §4,
 * "Import job".
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

/** `auto` detects the format; `site` is a website that is read page by page. */
export const importFormats = ["auto", "markdown", "wxr", "ghost", "rss", "site"] as const;
export type ImportFormat = (typeof importFormats)[number];

/** Counts of an import so far. */
export interface ImportCounts {
  added: number;
  changed: number;
  unchanged: number;
  /** Omitted files and posts; the report has the reasons. */
  skipped: number;
  /** Categories, tags and legacy paths created by this import. */
  categories: number;
  tags: number;
  redirects: number;
  /** Images new to the site. */
  images: number;
  /** Comments imported. */
  comments: number;
}

/** The source and options of an import. */
export interface ImportSource {
  /** An absolute path on the server's machine, a URL, or the name of an uploaded file. */
  place: string;
  format: ImportFormat;
  /** Whether pages of the blog become pages of the site. Default: true. */
  pages?: boolean;
  /** Name of the blog, if its URL is ambiguous. */
  blog?: string;
  /** Whether the server runs it rather than the requesting process. */
  background?: true;
  /** Whether posts and pages that were edited on this site since their import are changed, too. */
  overwrite?: true;
  /** Whether name, tagline, language, color, logo and icon of the source become settings. */
  settings?: true;
  /** Of a website: pages to read at most. */
  maxPages?: number;
  /** Of a website: requests per second. */
  rate?: number;
  /** Folder with the images of a WordPress or Ghost blog; without it, images are fetched from their URLs. */
  uploads?: string;
  /** Whether `place` is the name of an uploaded file. */
  upload?: true;
}

/** What a source says of the whole site; offered as settings. */
export interface WebsiteMetadata {
  name?: string;
  tagline?: string;
  /** A language tag: `en-US`. */
  language?: string;
  /** Hexadecimal: `#3346c9`. */
  color?: string;
  /** Absolute URLs of images. */
  logo?: string;
  icon?: string;
}

/** Largest uploaded file of an import, in bytes. */
export const maxBlogFileBytes = 1024 * 1024 * 1024;

/** Something that an import could not transfer, and its location. */
export interface ImportNote {
  /** Path within the imported folder, with `/`, or the file name. */
  file: string;
  /** 1-based; absent for the whole file. */
  line?: number;
  /** One sentence. */
  reason: string;
}

/** A blog import and its progress. */
export interface ImportJob {
  id: string;
  status: ImportStatus;
  source: ImportSource;
  /** A check: it reads and counts everything, and stores nothing. */
  dryRun?: true;
  /** Size of the uploaded file, once it is complete. */
  bytes?: number;
  /** Processed posts, files and notes, and their total as far as known. */
  done: number;
  total?: number;
  counts: ImportCounts;
  /** Number of notes. */
  noteCount: number;
  /** Why it failed. */
  reason?: string;
  /** ISO 8601. */
  createdDate: string;
  updatedDate: string;
  finishedDate?: string;
  canceledDate?: string;
  undoneDate?: string;
}

export interface StartImportRequest {
  body: {
    /** A feed, an export, or a page that links to a feed. */
    url: string;
    format?: "auto" | "wxr" | "ghost" | "rss" | "site" | null;
    pages?: boolean | null;
    blog?: string | null;
    /**
     * Whether name, tagline, language, color, logo and icon of the source become settings. A check has a note for each.
     * Only for the owner. Default: false.
     */
    settings?: boolean | null;
    /** Only checks the source. Default: false. */
    dryRun?: boolean | null;
  };
}
export interface UploadImportRequest {
  body: {
    /** Name of the file, for reports. */
    filename: string;
    format?: Exclude<ImportFormat, "site"> | null;
    pages?: boolean | null;
    blog?: string | null;
    /** As for a URL. */
    settings?: boolean | null;
  };
}
/** `uploadUrl` receives the file as the body of a `PUT` request. */
export interface UploadImportResponse {
  import: ImportJob;
  uploadUrl: string;
}
export interface ImportByIdRequest {
  params: { importId: string };
}
export interface ListImportsRequest {
  /** 1 to 100; default 50. */
  query?: { limit?: number };
}
export interface ListImportNotesRequest {
  params: { importId: string };
  /** `limit` 1 to 1000; default 100. */
  query?: { limit?: number; offset?: number };
}
export interface ImportResponse {
  import: ImportJob;
}

/** What the undo removed, and what it left because it was changed or is in use. */
export interface UndoImportResponse {
  removed: { posts: number; categories: number; tags: number; images: number };
  left: { kind: "post" | "page" | "category" | "tag"; id: string; name: string; reason: string }[];
}
