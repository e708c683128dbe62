import { livePath } from "@porchlight/contract/blog/paths";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { createTestServer } from "../../../test/test-server.ts";
import { createApiKey } from "../../auth/api-keys.ts";
import { createServer } from "../../server.ts";
import { announceFutureDatedPosts } from "../schedule/schedule.ts";

const server = await createTestServer();
const { context } = server;
const { key } = await createApiKey(context, { kind: "owner" }, { name: "Editor", role: "editor" });

interface ReceivedMessage {
  id: string;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: the test inspects arbitrary JSON
  data: any;
}

interface Listening {
  response: Response;
  received: ReceivedMessage[];
  /** All received text, including comments. */
  text(): string;
  ended: Promise<void>;
  stop(): Promise<void>;
}

const open: Listening[] = [];

async function listen(
  lastEventId?: string,
  from = `10.9.${open.length}.1`,
  fetch: (request: Request, origin: { clientAddress: string }) => Promise<Response> = server.fetch,
): Promise<Listening> {
  const headers: Record<string, string> = lastEventId === undefined ? {} : { "last-event-id": lastEventId };
  const request = new Request(`http://localhost:4000${livePath}`, { headers });
  const response = await fetch(request, { clientAddress: from });
  const received: ReceivedMessage[] = [];
  let text = "";
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const ended = (async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      text += part.value;
      const messages = text.split("\n\n").filter((message) => message.startsWith("id: "));
      received.splice(0, received.length, ...messages.map(readMessage));
    }
  })();
  const listening = { response, received, text: () => text, ended, stop: async () => reader?.cancel() };
  open.push(listening);
  return listening;
}

function readMessage(message: string): ReceivedMessage {
  const [, id = "", event = "", data = "{}"] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(message) ?? [];
  return { id, event, data: JSON.parse(data) };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function write(method: string, path: string, body?: unknown) {
  const reply = await server.call(method, path, { token: key, body });
  expect(reply.status).toBe(200);
  return reply.body;
}
const publish = async (title: string, more: object = {}): Promise<string> =>
  (await write("POST", "/blog/v3/draft-posts", { draftPost: { title, ...more }, publish: true })).draftPost.id;

afterEach(async () => {
  await Promise.all(open.splice(0).map(({ stop }) => stop()));
});

describe("the event stream", () => {
  it("sends events of posts, categories, and tags to all callers, but none of drafts", async () => {
    const { response, received } = await listen();
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    await write("POST", "/blog/v3/draft-posts", { draftPost: { title: "Secret" } });
    const id = await publish("Public");
    await write("PATCH", `/blog/v3/draft-posts/${id}`, { draftPost: { title: "Waiting" }, action: "UPDATE" });
    await write("POST", "/blog/v3/categories", { category: { label: "Boats" } });
    await write("DELETE", `/blog/v3/draft-posts/${id}`);
    await until(() => received.some(({ event }) => event === "post_deleted"));
    expect(received.map(({ event }) => event)).toContain("category_created");
    expect(received.at(-1)?.data).toEqual({ type: "post_deleted", entityId: id, eventTime: expect.any(String) });
    expect(JSON.stringify(received)).not.toMatch(/Secret|Waiting|draft/);
  });

  it("serializes a published post like lists do", async () => {
    const { received } = await listen();
    const id = await publish("News");
    await until(() => received.length > 0);
    expect(received[0]?.data).toMatchObject({
      type: "post_created",
      entityId: id,
      entity: { id, title: "News", url: { base: "http://localhost:4000", path: "/blog/News" } },
    });
    expect(received[0]?.data.entity.richContent).toBeUndefined();
  });

  it("announces a post with a future date once, at that date, without earlier changes", async () => {
    const { received } = await listen();
    const id = await publish("Tomorrow", {
      firstPublishedDate: new Date(context.now().getTime() + 86_400_000).toISOString(),
    });
    await write("PATCH", `/blog/v3/draft-posts/${id}`, { draftPost: { excerpt: "Soon" }, action: "UPDATE_PUBLISH" });
    await publish("Today");
    await until(() => received.length > 0);
    expect(received.map(({ data }) => data.entity.title)).toEqual(["Today"]);
    server.advance(86_400_000);
    await Promise.all([announceFutureDatedPosts(context), announceFutureDatedPosts(context)]);
    await until(() => received.length > 1);
    await publish("After");
    await until(() => received.some(({ data }) => data.entity.title === "After"));
    expect(received.slice(1).map(({ event, data }) => [event, data.entity.title])).toEqual([
      ["post_created", "Tomorrow"],
      ["post_created", "After"],
    ]);
    const { rows } = await sql<{ type: string }>`
      select type from events where entity_id = ${id} and type like '%.post_%' order by sequence`.execute(context.db);
    expect(rows).toEqual([{ type: "wix.blog.v3.post_created" }]);
  });

  it("sends a deletion when a visible post moves to a future date, but not for a hidden one", async () => {
    const { received } = await listen();
    const later = () => new Date(context.now().getTime() + 3_600_000).toISOString();
    const id = await publish("Back and forth");
    const move = (firstPublishedDate: string) =>
      write("PATCH", `/blog/v3/draft-posts/${id}`, { draftPost: { firstPublishedDate }, action: "UPDATE_PUBLISH" });
    // An event contains the state of its post when it is sent.
    await until(() => received.length >= 1);
    await move(later());
    await until(() => received.length >= 2);
    await write("DELETE", `/blog/v3/draft-posts/${await publish("Never seen", { firstPublishedDate: later() })}`);
    await move("2020-01-01T00:00:00Z");
    await until(() => received.length >= 3);
    expect(received.map(({ event, data }) => [event, data.entityId])).toEqual([
      ["post_created", id],
      ["post_deleted", id],
      ["post_created", id],
    ]);
    server.advance(7_200_000);
    expect(await announceFutureDatedPosts(context)).toBe(0);
  });

  it("resumes after the last event id, with each event once", async () => {
    const first = await listen();
    await publish("One");
    await until(() => first.received.length === 1);
    await first.stop();
    await publish("Two");
    await publish("Three");
    const again = await listen(first.received[0]?.id);
    await until(() => again.received.length >= 2);
    await publish("Four");
    await until(() => again.received.length >= 3);
    expect(again.received.map(({ data }) => data.entity.title)).toEqual(["Two", "Three", "Four"]);
  });

  it("does not miss events of a transaction that ends after a later one", async () => {
    const { received } = await listen();
    const slow = await context.db.startTransaction().execute();
    const insert = (db: typeof context.db | typeof slow, id: string, entityId: string) =>
      sql`insert into events (site_id, id, type, entity_id, sequence, happened_at, identity, body)
        values (${context.site.id}, ${id}, 'wix.blog.v3.post_deleted', ${entityId}, 1, now(), '{}', '{}')`.execute(db);
    const [early, late] = ["00000000-0000-7000-8000-00000000000a", "00000000-0000-7000-8000-00000000000b"];
    await insert(slow, "10000000-0000-7000-8000-000000000001", early!);
    await insert(context.db, "10000000-0000-7000-8000-000000000002", late!);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await slow.commit().execute();
    await until(() => received.length === 2);
    expect(received.map(({ data }) => data.entityId)).toEqual([early, late]);
  });

  it.each(["11111111-1111-4111-8111-111111111111", "nonsense", "1; drop table events", "%00"])(
    "sends a reset for the last event id %s",
    async (lastEventId) => {
      const { received } = await listen(lastEventId);
      await until(() => received.length > 0);
      expect(received.map(({ event }) => event)).toEqual(["reset"]);
    },
  );

  it("allows ten streams per IP address, and another after one is closed", async () => {
    const streams = await Promise.all(Array.from({ length: 11 }, () => listen(undefined, "10.8.0.1")));
    expect(streams.map(({ response }) => response.status).toSorted()).toEqual([...Array(10).fill(200), 429]);
    expect(streams.find(({ response }) => response.status === 429)?.response.headers.get("retry-after")).toBe("30");
    expect((await listen(undefined, "10.8.0.2")).response.status).toBe(200);
    await streams.find(({ response }) => response.status === 200)?.stop();
    let status = 0;
    while (status !== 200) ({ status } = (await listen(undefined, "10.8.0.1")).response);
  });

  it("receives events of every node and ends with its node", async () => {
    const other = await createServer({ ...context.config });
    try {
      const stream = await listen(undefined, "10.7.0.1", (request, origin) => other.fetch(request, origin));
      await publish("Elsewhere");
      await until(() => stream.received.length > 0);
      expect(stream.received[0]?.data.entity.title).toBe("Elsewhere");
      await other.endStreams();
      await stream.ended;
    } finally {
      await other.close();
    }
  });
});
