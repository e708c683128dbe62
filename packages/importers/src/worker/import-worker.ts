import type { ValidateRichContent } from "../exported-record.ts";
import type { FetchFile } from "../feeds/fetch-source.ts";
import type { ImportEntry } from "../import-entry.ts";
import type { ImageStore } from "../import-source.ts";
import { type ImportSource, ImportSourceError } from "../import-source.ts";
import { openSource } from "../open-source.ts";
import type { FetchPolicy, FromWorker, HostCalls, PlainError, ReadRequest, ToWorker } from "./messages.ts";

const aliveIntervalMs = 100;

/** What importers use in the worker process. */
export interface WorkerTools {
  createFetchFile(policy: FetchPolicy): FetchFile;
  readImage: ImageStore["read"];
  validateRichContent: ValidateRichContent;
}

/** Runs the program of a process that `openInWorker` starts: opens one source, and sends an entry for each request. */
export function runImportWorker({ createFetchFile, readImage, validateRichContent }: WorkerTools): void {
  const send = (message: FromWorker) => process.send?.(message);

  // The host ends this process; a signal to both of them, such as Ctrl+C, is handled there.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
  process.on("disconnect", () => process.exit());

  const calls = new Map<number, (value: unknown) => void>();
  let callCount = 0;

  function call<Name extends keyof HostCalls>(name: Name, argument: unknown): ReturnType<HostCalls[Name]> {
    callCount += 1;
    const id = callCount;
    send({ type: "call", id, name, argument });
    const response = new Promise<unknown>((resolve) => calls.set(id, resolve));
    return response as ReturnType<HostCalls[Name]>;
  }

  let aliveAt = 0;
  function reportProgress(): void {
    if (performance.now() - aliveAt < aliveIntervalMs) return;
    aliveAt = performance.now();
    send({ type: "alive" });
  }

  let source: ImportSource;
  let entries: AsyncIterator<ImportEntry>;

  async function open({ source: info, file, now, fetchPolicy }: ReadRequest): Promise<void> {
    source = await openSource(info, {
      now,
      file,
      fetchFile: createFetchFile(fetchPolicy),
      // A planned post refers to its file and its folder; only the fields of the lookup are sent.
      findOccupied: (posts) => {
        const keys = posts.map(({ slug, sourceKey, sourceBlog, firstPublishedDate }) => {
          return { slug, sourceKey, sourceBlog, firstPublishedDate };
        });
        return call("findOccupied", keys);
      },
      validateRichContent,
      onProgress: reportProgress,
      onFetch: (count) => send({ type: "fetched", count }),
    });
    const { total, digest, site, isWebsite } = source;
    send({ type: "opened", total, digest, site, isWebsite });
  }

  function read(from: number, isDryRun: boolean): void {
    const images: ImageStore = { isDryRun, read: readImage, put: (image) => call("putImage", image) };
    entries = source.entries(images, from)[Symbol.asyncIterator]();
  }

  async function sendNext(): Promise<void> {
    const { value, done } = await entries.next();
    send(done ? { type: "end" } : { type: "entry", entry: value });
  }

  const sendFailure = (error: unknown) => send({ type: "failed", error: toPlainError(error) });

  process.on("message", (message: ToWorker) => {
    switch (message.type) {
      case "open":
        open(message.request).catch(sendFailure);
        break;
      case "read":
        read(message.from, message.isDryRun);
        sendNext().catch(sendFailure);
        break;
      case "next":
        sendNext().catch(sendFailure);
        break;
      case "ping":
        send({ type: "alive" });
        break;
      case "result":
        calls.get(message.id)?.(message.value);
        calls.delete(message.id);
    }
  });
}

function toPlainError(error: unknown): PlainError {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { name, message, stack, isMissing: error instanceof ImportSourceError && error.isMissing };
}
