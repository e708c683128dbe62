import { expect, test } from "vitest";
import { createEventStream } from "./event-stream.ts";

/** A stream, its clock, and the calls of `onEnd`. */
function stream() {
  const state = { ended: 0, now: 0 };
  const made = createEventStream(
    () => state.ended++,
    () => state.now,
  );
  return { ...made, state };
}
const textOf = (body: ReadableStream<Uint8Array>) => new Response(body).text();

test("delivers messages sent before the end only", async () => {
  const { body, send, end, state } = stream();
  send("a");
  const read = textOf(body);
  send("b");
  end();
  send("c");
  end();
  expect([await read, state.ended]).toEqual(["ab", 1]);
});

test("disconnects a slow client and discards its queue", async () => {
  const { body, send, state } = stream();
  const half = "x".repeat(600_000);
  send(half);
  const reader = body.getReader();
  await reader.read();
  send(half);
  send(half);
  expect(state.ended).toBe(1);
  expect(await reader.read()).toEqual({ done: true, value: undefined });
});

test("disconnects a client that reads nothing for a minute, but not an idle one", async () => {
  const [idle, stalled] = [stream(), stream()];
  const reader = idle.body.getReader();
  for (const { sendHeartbeat: beat, state } of [idle, stalled])
    for (let seconds = 0; seconds < 300; seconds += 15) {
      state.now = seconds * 1_000;
      beat(": still here\n\n");
      if (state === idle.state) await reader.read();
    }
  expect([idle.state.ended, stalled.state.ended]).toEqual([0, 1]);
});

test("calls onEnd once when a client disconnects", async () => {
  const { body, send, state } = stream();
  const reader = body.getReader();
  const waiting = reader.read();
  await reader.cancel();
  expect([await waiting, state.ended]).toEqual([{ done: true, value: undefined }, 1]);
  send("late");
});
