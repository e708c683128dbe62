/** A stream of Server-Sent Events to one reader. */
export interface EventStream {
  body: ReadableStream<Uint8Array>;
  /** Whole messages. Where too many wait already, the stream ends instead. */
  send(text: string): void;
  /** Says that the server is still there; a reader that has taken nothing for a minute is let go. */
  sendHeartbeat(text: string): void;
  /** Ends it after what waits. */
  end(): void;
}

/** Bytes that wait for a slow reader; with more it is let go, and comes back for what it missed. */
const maxQueuedBytes = 1024 * 1024;
/** A connection that broke before anything was sent is never read and never closed. */
const maxStallMs = 60_000;

/**
 * What waits is kept here and not in the stream's own queue, so that it can be thrown away: a reader that has stopped reading holds
 * nothing but its connection.
 *
 * @param onEnd Called once, whoever ends it.
 */
export function createEventStream(onEnd: () => void, now = () => performance.now()): EventStream {
  const encoder = new TextEncoder();
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  let isOpen = true;
  let wake: () => void = () => undefined;
  /** When the reader last had everything, or took something. */
  let takenAt = now();

  function end(): void {
    if (!isOpen) return;
    isOpen = false;
    onEnd();
    wake();
  }
  function drop(): void {
    waiting = [];
    end();
  }

  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        while (isOpen && waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
        const next = waiting.shift();
        if (next === undefined) return controller.close();
        bytes -= next.byteLength;
        takenAt = now();
        controller.enqueue(next);
      },
      cancel: drop,
    },
    { highWaterMark: 0 },
  );
  function send(text: string): void {
    if (!isOpen) return;
    const message = encoder.encode(text);
    if (bytes + message.byteLength > maxQueuedBytes) {
      drop();
      return;
    }
    if (waiting.length === 0) takenAt = now();
    bytes += message.byteLength;
    waiting.push(message);
    wake();
  }

  return {
    body,
    send,
    sendHeartbeat(text) {
      if (waiting.length > 0 && now() - takenAt > maxStallMs) drop();
      else send(text);
    },
    end,
  };
}

/** One message. Source: HTML Standard, "Server-sent events". */
export const eventMessage = (event: string, data: string, id?: string): string =>
  `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`;

/** As {@link RequestVariables} has them, and what streams have beside. */
export const eventStreamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  // Proxies that gather answers pass this one on as it comes.
  "x-accel-buffering": "no",
} as const;
