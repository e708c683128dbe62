import { pause, type ServerSentEvent } from "../../http/event-stream.ts";

/**
 * Yields after each message with data: at once after the first, then after a delay, and once for all messages until
 * then. Messages that arrive while the consumer works are followed by another yield.
 *
 * @param delayMs Called for each delay.
 */
export async function* coalesce(
  messages: AsyncIterator<ServerSentEvent, void>,
  delayMs: () => number,
  signal: AbortSignal,
): AsyncGenerator<void, void, undefined> {
  const read = () => {
    const result = messages.next();
    // It may fail while the consumer works; the next iteration throws.
    result.catch(() => undefined);
    return result;
  };
  let next = read();
  for (let isFirst = true; ; ) {
    const { done, value } = await next;
    if (done) return;
    next = read();
    if (value.data === undefined) continue;
    const delay = isFirst ? undefined : pause(delayMs(), signal);
    while (delay) {
      const result = await Promise.race([delay, next]);
      if (!result || result.done) break;
      next = read();
    }
    isFirst = false;
    yield;
  }
}
