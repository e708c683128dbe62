import { describe, expect, it } from "vitest";
import { readServerSentEvents } from "./event-stream.ts";

/** The messages of a stream that arrives in these chunks. */
async function messagesOf(...chunks: string[]) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  const events = [];
  for await (const event of readServerSentEvents(body)) events.push(event);
  return events;
}

describe("readServerSentEvents", () => {
  it.each([
    ["line feeds", "id: 1\nevent: post\ndata: a\n\n"],
    ["carriage returns and line feeds", "id: 1\r\nevent: post\r\ndata: a\r\n\r\n"],
    ["carriage returns", "id: 1\revent: post\rdata: a\r\r"],
    ["no space after the colon", "id:1\nevent:post\ndata:a\n\n"],
  ])("reads a message with %s", async (_name, text) => {
    expect(await messagesOf(text)).toEqual([{ id: "1", event: "post", data: "a" }]);
    expect(await messagesOf(...text)).toEqual([{ id: "1", event: "post", data: "a" }]);
  });

  it("joins several data lines with line feeds", async () => {
    expect(await messagesOf("data: a\ndata:\ndata: b\n\n")).toEqual([{ data: "a\n\nb" }]);
  });

  it("removes one space after the colon", async () => {
    expect(await messagesOf("data:  a: b \n\n")).toEqual([{ data: " a: b " }]);
  });

  it("returns a message that has only an id", async () => {
    expect(await messagesOf("id: 7\n\n")).toEqual([{ id: "7" }]);
  });

  it("ignores comments, unknown fields, empty data and a byte order mark", async () => {
    expect(await messagesOf("\ufeff: hello\n\nretry: 10\nother\n\ndata\n\ndata: a\n\n")).toEqual([{ data: "a" }]);
  });

  it("ignores an id with a null character", async () => {
    expect(await messagesOf("id: 1\0\ndata: a\n\n")).toEqual([{ data: "a" }]);
  });

  it("discards a message that the stream ends within", async () => {
    expect(await messagesOf("data: a\n\ndata: b\n")).toEqual([{ data: "a" }]);
  });
});
