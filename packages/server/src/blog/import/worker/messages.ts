import type { ImportSource as ImportSourceInfo } from "@porchlight/contract/blog/imports/import-job";
import type { OutboundPolicy } from "../../../platform/http/outbound/send.ts";
import type { Image } from "../../../platform/storage/read-image.ts";
import type { FindOccupied } from "../import-source.ts";
import type { ImportEntry } from "../store/import-posts.ts";

/** What the worker is to read. */
export interface ReadRequest {
  source: ImportSourceInfo;
  now: Date;
  policy: OutboundPolicy;
  rehearse: boolean;
}

/** Calls from the worker to the server, which has the database and the media folder. A failed call ends the worker. */
export interface HostCalls {
  findOccupied: (...args: Parameters<FindOccupied>) => Promise<ReadonlySet<string>>;
  putImage: (image: Image) => Promise<{ id: string; isNew: boolean }>;
}

export type ToWorker =
  | { type: "open"; request: ReadRequest }
  | { type: "ping" }
  | { type: "read"; from: number }
  | { type: "next" }
  | { type: "result"; id: number; value: unknown };

export type FromWorker =
  /** Sent on progress, and in response to `ping` when nothing blocks the worker. */
  | { type: "alive" }
  | { type: "opened"; total: number; digest: string }
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
