/** A stream of Server-Sent Events for one client. */
export interface EventStream {
  body: ReadableStream<Uint8Array>;
  /** Sends complete messages, or ends the stream if the queue is full. */
  send(text: string): void;
  /** Sends a keep-alive, or ends the stream if the client has read nothing for a minute. */
  sendHeartbeat(text: string): void;
  /** Ends the stream after the queued messages. */
  end(): void;
}

/** A slower client is disconnected and resumes later. */
const maxQueuedBytes = 1024 * 1024;
/** A connection that breaks before anything was sent is neither read nor closed. */
const maxStallMs = 60_000;

/**
 * Queues messages outside of the stream, so that they can be discarded if the client stops reading.
 *
 * @param onEnd Called once.
 */
export function createEventStream(onEnd: () => void, now = () => performance.now()): EventStream {
  const encoder = new TextEncoder();
  let queue: Uint8Array[] = [];
  let queuedBytes = 0;
  let isOpen = true;
  let wake: () => void = () => undefined;
  /** When the queue was last empty or read. */
  let lastReadAt = now();

  function end(): void {
    if (!isOpen) return;
    isOpen = false;
    onEnd();
    wake();
  }
  function drop(): void {
    queue = [];
    end();
  }

  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        while (isOpen && queue.length === 0) await new Promise<void>((resolve) => (wake = resolve));
        const next = queue.shift();
        if (next === undefined) return controller.close();
        queuedBytes -= next.byteLength;
        lastReadAt = now();
        controller.enqueue(next);
      },
      cancel: drop,
    },
    { highWaterMark: 0 },
  );
  function send(text: string): void {
    if (!isOpen) return;
    const message = encoder.encode(text);
    if (queuedBytes + message.byteLength > maxQueuedBytes) {
      drop();
      return;
    }
    if (queue.length === 0) lastReadAt = now();
    queuedBytes += message.byteLength;
    queue.push(message);
    wake();
  }

  return {
    body,
    send,
    sendHeartbeat(text) {
      if (queue.length > 0 && now() - lastReadAt > maxStallMs) drop();
      else send(text);
    },
    end,
  };
}

/** Formats one message. Source: HTML Standard, "Server-sent events". */
export const eventMessage = (event: string, data: string, id?: string): string =>
  `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`;

export const eventStreamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  // Disables buffering in proxies.
  "x-accel-buffering": "no",
} as const;
