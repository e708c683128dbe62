import { createError } from "../errors.ts";

/** A message of a stream of Server-Sent Events. One without data only sets the id. */
export interface ServerSentEvent {
  id: string | undefined;
  event: string | undefined;
  data: string | undefined;
}

/** Milliseconds before a reconnect; doubles after each failure. */
export const reconnectDelaysMs = { min: 1_000, max: 30_000 };
/** Servers send a comment every 15 seconds. */
const idleTimeoutMs = 45_000;

/**
 * Reads the messages of a stream. Ends with the stream, or when nothing arrives for 45 seconds.
 *
 * Source: HTML Standard, "Server-sent events".
 */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let remainder = "";
  let endedWithReturn = false;
  let message: Partial<ServerSentEvent> = {};
  try {
    for (;;) {
      const { done, value } = await readWithIdleTimeout(reader);
      if (done) return;
      // A line feed that follows a carriage return in the next chunk ends no further line.
      const lines = (remainder + (endedWithReturn ? value.replace(/^\n/, "") : value)).split(/\r\n?|\n/);
      endedWithReturn = value.endsWith("\r");
      remainder = lines.pop() ?? "";
      for (const line of lines) {
        if (line) {
          addField(message, line);
          continue;
        }
        const { id, event } = message;
        const data = message.data || undefined;
        message = {};
        if (id !== undefined || data !== undefined) yield { id, event, data };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function addField(message: Partial<ServerSentEvent>, line: string): void {
  const [, name, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
  if (name === "data") message.data = message.data === undefined ? value : `${message.data}\n${value}`;
  else if (name === "event" || (name === "id" && !value.includes("\0"))) message[name] = value;
}

async function readWithIdleTimeout(reader: ReadableStreamDefaultReader<string>) {
  const timer = setTimeout(
    () => void reader.cancel(createError("network", "NETWORK", "The stream is idle.")).catch(() => {}),
    idleTimeoutMs,
  );
  try {
    return await reader.read();
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves after `milliseconds`, or when `signal` aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done);
  });
}
