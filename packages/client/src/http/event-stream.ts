import { createError } from "../errors.ts";

/** One message of a stream of Server-Sent Events; one without data has nothing but a new id. */
export interface ServerSentEvent {
  id: string | undefined;
  event: string | undefined;
  data: string | undefined;
}

/** Milliseconds before the next try, after one that came to nothing. */
export const reconnectDelaysMs = { first: 1_000, longest: 30_000 };
/** Servers say every 15 seconds that they are there. */
const idleTimeoutMs = 45_000;

/**
 * Messages as they come; comments are left out. It ends with the stream, and when nothing at all comes for 45 seconds.
 *
 * Source: HTML Standard, "Server-sent events".
 */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await readWithIdleTimeout(reader);
      if (done) return;
      const parts = (text + value).split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        const [id, event, data] = ["id", "event", "data"].map(
          (name) => new RegExp(`^${name}: (.*)$`, "m").exec(part)?.[1],
        );
        if (id !== undefined || data !== undefined) yield { id, event, data };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function readWithIdleTimeout(reader: ReadableStreamDefaultReader<string>) {
  const timer = setTimeout(
    () => void reader.cancel(createError("network", "NETWORK", "Nothing came.")).catch(() => {}),
    idleTimeoutMs,
  );
  try {
    return await reader.read();
  } finally {
    clearTimeout(timer);
  }
}

/** Waits, or until `signal` ends the wait. */
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
