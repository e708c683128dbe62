import type { ImportSource as SourceInfo, WebsiteMetadata } from "@porchlight/contract/blog/imports/import-job";
import type { ImportEntry } from "../import-entry.ts";
import type { FindOccupied, NamedImage } from "../import-source.ts";
import type { UploadedFile } from "../open-source.ts";

/** What the worker reads. */
export interface ReadRequest {
  source: SourceInfo;
  /** The file of a source that was uploaded. */
  file?: UploadedFile | undefined;
  now: Date;
  /** Which addresses may be fetched. */
  fetchPolicy: FetchPolicy;
}

export interface FetchPolicy {
  /** For development: allows private addresses and all ports. */
  privateTargets?: boolean | undefined;
  /** In addition to 80 and 443. */
  ports?: readonly number[] | undefined;
}

/** Calls from the worker to its host. A failed call ends the worker. */
export interface HostCalls {
  findOccupied: FindOccupied;
  putImage: (image: NamedImage) => Promise<{ id: string; isNew: boolean }>;
}

export type ToWorker =
  | { type: "open"; request: ReadRequest }
  | { type: "ping" }
  | { type: "read"; from: number; isDryRun: boolean }
  | { type: "next" }
  | { type: "result"; id: number; value: unknown };

export type FromWorker =
  /** Sent on progress, and in response to `ping` when nothing blocks the worker. */
  | { type: "alive" }
  /** Sent for pages of a website. */
  | { type: "fetched"; count: number }
  | { type: "opened"; total: number; digest: string; site?: WebsiteMetadata | undefined; isWebsite?: true | undefined }
  | { type: "entry"; entry: ImportEntry }
  | { type: "end" }
  | { type: "failed"; error: PlainError }
  | { type: "call"; id: number; name: keyof HostCalls; argument: unknown };

/** An error as plain data: classes do not cross the boundary between processes. */
export interface PlainError {
  name: string;
  message: string;
  stack: string | undefined;
  /** Of an `ImportSourceError`. */
  isMissing: boolean;
}
