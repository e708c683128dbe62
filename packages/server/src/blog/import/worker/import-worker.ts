import { type ImportSource, ImportSourceError } from "../import-source.ts";
import { openSource } from "../open-import-source.ts";
import type { ImportEntry } from "../store/import-posts.ts";
import type { FromWorker, HostCalls, PlainError, ReadRequest, ToWorker } from "./messages.ts";

/** The program of the process that `openImportSource` starts: opens one source, and sends an entry for each request. */
const aliveIntervalMs = 100;

const send = (message: FromWorker) => process.send?.(message);

// The server ends this process; a signal for both of them, such as Ctrl+C, is the server's to handle.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());

const calls = new Map<number, (value: unknown) => void>();
let callCount = 0;

function call(name: keyof HostCalls, argument: unknown): Promise<unknown> {
  callCount += 1;
  const id = callCount;
  send({ type: "call", id, name, argument });
  return new Promise((resolve) => calls.set(id, resolve));
}

let aliveAt = 0;
function reportProgress(): void {
  if (performance.now() - aliveAt < aliveIntervalMs) return;
  aliveAt = performance.now();
  send({ type: "alive" });
}

let source: ImportSource;
let entries: AsyncIterator<ImportEntry>;

async function sendNext(): Promise<void> {
  const { value, done } = await entries.next();
  send(done ? { type: "end" } : { type: "entry", entry: value });
}

const sendFailure = (error: unknown) => send({ type: "failed", error: toPlainError(error) });

function toPlainError(error: unknown): PlainError {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { name, message, stack, isMissing: error instanceof ImportSourceError && error.isMissing };
}

async function open(request: ReadRequest): Promise<void> {
  source = await openSource(request, {
    // A planned post holds its file and its folder; only the looked-up fields are sent.
    findOccupied: (posts) => {
      const facts = posts.map(({ slug, sourceKey, sourceBlog, firstPublishedDate: date }) => {
        return { slug, sourceKey, sourceBlog, firstPublishedDate: date };
      });
      return call("findOccupied", facts) as ReturnType<HostCalls["findOccupied"]>;
    },
    onProgress: reportProgress,
  });
  send({ type: "opened", total: source.total, digest: source.digest });
}

function read(from: number): void {
  const put: HostCalls["putImage"] = (image) => call("putImage", image) as ReturnType<HostCalls["putImage"]>;
  entries = source.entries({ put }, from)[Symbol.asyncIterator]();
}

process.on("message", (message: ToWorker) => {
  switch (message.type) {
    case "open":
      open(message.request).catch(sendFailure);
      break;
    case "read":
      read(message.from);
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
