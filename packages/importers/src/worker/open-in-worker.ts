import { fork } from "node:child_process";
import { totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import type { WebsiteMetadata } from "@porchlight/contract/blog/imports/import-job";
import { MarkdownFolderError } from "../folder/list-folder.ts";
import type { ImportEntry } from "../import-entry.ts";
import type { ImageStore } from "../import-source.ts";
import { ImportSourceError } from "../import-source.ts";
import { rejectCredentials, withoutCredentials } from "../source-file.ts";
import type { FromWorker, HostCalls, PlainError, ReadRequest, ToWorker } from "./messages.ts";

/** A source whose worker runs until it is disposed. See `ImportSource`. */
export interface OpenedSource extends AsyncDisposable {
  total: number;
  digest: string;
  site?: WebsiteMetadata | undefined;
  isWebsite?: true | undefined;
  /** May be called again after its end. */
  entries(images: Pick<ImageStore, "put">, options?: ReadOptions): AsyncIterable<ImportEntry>;
}

export interface ReadOptions {
  /** Number of entries to skip. Default: 0. */
  from?: number;
  /** Whether images that would be fetched are not. Default: false. */
  isDryRun?: boolean;
}

export interface ReadLimits {
  /** Time that the worker may be blocked without progress. Progress is a chunk read, or an entry. */
  blockedMs: number;
  heapMb: number;
}

const mebibyte = 1024 * 1024;

/** At most half of the machine's memory: the host needs the rest. */
function defaultLimits(): ReadLimits {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return { blockedMs: 30_000, heapMb: Math.min(2_048, Math.floor(memory / 2 / mebibyte)) };
}

export interface OpenInWorkerOptions {
  /** File that calls `runImportWorker`. */
  program: URL;
  findOccupied: HostCalls["findOccupied"];
  limits?: ReadLimits | undefined;
  /** Ends the process, which rejects the calls in progress with the reason. */
  signal?: AbortSignal | undefined;
  /** Called after each request to a website with the number of requests. */
  onFetch?: ((count: number) => void) | undefined;
}

const pingIntervalMs = 500;
/** Variables that time zones and certificates depend on; no secrets. */
const sharedEnvironment = [
  "PATH",
  "TZ",
  "SystemRoot",
  "NODE_EXTRA_CA_CERTS",
  "NODE_USE_SYSTEM_CA",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
];

/**
 * Opens a local path or a URL in a separate process: parsers run there, within limits of time and memory, so that a
 * hostile file cannot block the host. Dispose the source to end the process.
 *
 * @throws {ImportSourceError} if the source does not exist, cannot be imported, or exceeds the limits; also from
 * `entries`.
 * @throws {MarkdownFolderError}
 */
export async function openInWorker(
  request: ReadRequest,
  { program, findOccupied, limits = defaultLimits(), signal, onFetch }: OpenInWorkerOptions,
): Promise<OpenedSource> {
  const { place } = request.source;
  rejectCredentials(place);
  let store: Pick<ImageStore, "put"> | undefined;
  const reader = startReader(
    program,
    withoutCredentials(place),
    limits,
    {
      findOccupied,
      putImage: async (image) => {
        if (!store) throw new TypeError("The worker sent an image before its first entry.");
        return store.put(image);
      },
    },
    onFetch,
  );

  const abort = () => reader.fail(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });

  async function* entries(
    images: Pick<ImageStore, "put">,
    { from = 0, isDryRun = false }: ReadOptions = {},
  ): AsyncGenerator<ImportEntry> {
    store = images;
    let message = await reader.receive({ type: "read", from, isDryRun });
    for (; message.type === "entry"; message = await reader.receive({ type: "next" })) yield message.entry;
  }

  try {
    const opened = await reader.receive({ type: "open", request });
    if (opened.type !== "opened") throw new TypeError(`The worker sent "${opened.type}" instead of "opened".`);
    const { total, digest, site, isWebsite } = opened;
    return { total, digest, site, isWebsite, entries, [Symbol.asyncDispose]: reader.close };
  } catch (error) {
    await reader.close();
    throw error;
  }
}

interface Reader {
  /** Sends a request and waits for its response. One call at a time. */
  receive(request: ToWorker): Promise<Exclude<FromWorker, { type: "alive" | "fetched" | "failed" | "call" }>>;
  /** Ends the process, and rejects this and all later calls. */
  fail(error: unknown): void;
  close(): Promise<void>;
}

type Received = Awaited<ReturnType<Reader["receive"]>>;

/** A process, not a thread: V8 aborts the process if a large allocation, as in `JSON.parse`, exceeds the heap. */
function startReader(
  program: URL,
  name: string,
  { blockedMs, heapMb }: ReadLimits,
  host: HostCalls,
  onFetch?: (count: number) => void,
): Reader {
  const worker = fork(fileURLToPath(program), {
    env: Object.fromEntries(sharedEnvironment.map((variable) => [variable, process.env[variable]])),
    execArgv: [`--max-old-space-size=${heapMb}`],
    serialization: "advanced",
    stdio: "ignore",
  });
  let receiving: PromiseWithResolvers<Received> | undefined;
  let failure: { error: unknown } | undefined;
  let silentMs = 0;

  // By ticks: while this process is blocked itself, messages wait unread.
  const watchdog = setInterval(() => {
    silentMs += pingIntervalMs;
    if (silentMs > blockedMs) fail(tooSlow(name, blockedMs));
    else send({ type: "ping" });
  }, pingIntervalMs);

  // A worker that has ended is reported by its `exit` event.
  const send = (message: ToWorker) => void worker.send(message, () => undefined);

  function fail(error: unknown): void {
    failure ??= { error };
    receiving?.reject(failure.error);
    void close();
  }

  async function close(): Promise<void> {
    clearInterval(watchdog);
    failure ??= { error: new Error("The import source is closed.") };
    if (worker.exitCode !== null || worker.signalCode !== null || worker.pid === undefined) return;
    const exit = new Promise((resolve) => worker.once("exit", resolve));
    // Blocked in a parser, it handles no other signal.
    worker.kill("SIGKILL");
    await exit;
  }

  function handleCall({ id, name, argument }: Extract<FromWorker, { type: "call" }>): void {
    const call = host[name] as (argument: unknown) => Promise<unknown>;
    call(argument).then((value) => send({ type: "result", id, value }), fail);
  }

  worker.on("message", (received) => {
    const message = received as FromWorker;
    silentMs = 0;
    if (message.type === "call") handleCall(message);
    else if (message.type === "failed") fail(toError(message.error));
    else if (message.type === "fetched") onFetch?.(message.count);
    else if (message.type !== "alive") receiving?.resolve(message);
  });
  worker.on("error", fail);
  worker.on("exit", (code, signal) => {
    // V8 aborts when it is out of memory; the operating system kills.
    const isMemory = code === 134 || signal === "SIGABRT" || signal === "SIGKILL";
    fail(
      isMemory
        ? tooLarge(name, heapMb)
        : new Error(`The process that reads the import ended early (${signal ?? code}).`),
    );
  });

  return {
    async receive(request) {
      if (failure) throw failure.error;
      receiving = Promise.withResolvers();
      send(request);
      return receiving.promise;
    },
    fail,
    close,
  };
}

function tooSlow(name: string, blockedMs: number): ImportSourceError {
  const seconds = Math.ceil(blockedMs / 1_000);
  return new ImportSourceError(
    `"${name}" took too long to read: a part of it needs more than ${seconds} seconds. Import fewer posts at a time, or repair the file.`,
  );
}

function tooLarge(name: string, heapMb: number): ImportSourceError {
  return new ImportSourceError(
    `"${name}" needs more than ${heapMb} MB of memory to be read. Import fewer posts at a time, or use a machine with more memory.`,
  );
}

function toError({ name, message, stack, isMissing }: PlainError): Error {
  if (name === "ImportSourceError") return new ImportSourceError(message, { isMissing });
  if (name === "MarkdownFolderError") return new MarkdownFolderError(message);
  return Object.assign(new Error(message), { name, stack });
}
