import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { type CallerName, codeIn, createCallers, putCollection } from "../../../test/data/collections.ts";
import { createTestServer, type TestResponse } from "../../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false, outbound: { privateTargets: true } });
const callers = await createCallers(server);
const open = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
await putCollection(server, callers, "Recipes", open);

interface Received {
  signature: string;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any property
  body: any;
}
type HookResponse =
  | { status?: number; text?: string; body?: unknown; headers?: Record<string, string> }
  | "hang"
  | "drop";

const received: Received[] = [];
let respond: (request: Received) => HookResponse | Promise<HookResponse> = () => ({ status: 204 });
let active = 0;
let maxConcurrent = 0;
const receiver = createServer(async (request, response) => {
  maxConcurrent = Math.max(maxConcurrent, ++active);
  response.on("close", () => active--);
  let text = "";
  for await (const chunk of request) text += chunk;
  const one = { signature: String(request.headers["porchlight-signature"]), text, body: JSON.parse(text) };
  received.push(one);
  const hookResponse = await respond(one);
  if (hookResponse === "hang") return;
  if (hookResponse === "drop") return void request.socket.destroy();
  response
    .writeHead(hookResponse.status ?? 200, hookResponse.headers)
    .end(hookResponse.text ?? (hookResponse.body === undefined ? "" : JSON.stringify(hookResponse.body)));
});
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
afterAll(async () => {
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

const hooksPath = "/_api/porchlight/v1/data/hooks";
const create = (caller: CallerName, hook: object) =>
  callers.call(caller, hooksPath, { hook: { collectionId: "Recipes", url, hooks: ["beforeInsert"], ...hook } });
const list = async () => (await callers.call("owner", hooksPath, {}, "GET")).body.hooks;
const remove = (caller: CallerName, id: string) => callers.call(caller, `${hooksPath}/${id}`, {}, "DELETE");
const call = (caller: CallerName, path: string, body: object) =>
  callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId: "Recipes", ...body });
const insert = (caller: CallerName, data: object) => call(caller, "/items", { dataItem: { data } });
const errorValue = ({ body }: TestResponse) => body.details.applicationError.data.jsErrorValue;

beforeEach(async () => {
  for (const { id } of await list()) await remove("owner", id);
  received.length = 0;
  maxConcurrent = 0;
  respond = () => ({ status: 204 });
});

describe("hook URLs", () => {
  it("receive signed requests and change the item", async () => {
    const { body } = await create("owner", { hooks: ["beforeInsert", "afterInsert", "beforeInsert"] });
    expect(body.hook).toMatchObject({ collectionId: "Recipes", url, hooks: ["beforeInsert", "afterInsert"] });
    expect(JSON.stringify(await list())).not.toContain(body.secret);
    const rows = await server.context.db.selectFrom("data_hooks").selectAll().execute();
    expect(rows[0]!.secret.includes(body.secret)).toBe(false);
    respond = ({ body: { hook, item } }) => ({ body: { item: { ...item, [hook]: true } } });
    const made = await insert("ada", { title: "Tea", on: { $date: "2024-05-06T07:08:09.000Z" } });
    expect(made.body.dataItem.data).toMatchObject({ title: "Tea", beforeInsert: true, afterInsert: true });
    const [first] = received;
    expect(first!.body).toMatchObject({
      hook: "beforeInsert",
      collectionId: "Recipes",
      userId: callers.ownerIds.ada,
      userRole: "member",
      item: { title: "Tea", on: { $date: "2024-05-06T07:08:09.000Z" } },
    });
    const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(first!.signature)!;
    expect(createHmac("sha256", body.secret).update(`${seconds}.${first!.text}`).digest("hex")).toBe(signature);
    expect(Math.abs(Number(seconds) - Date.now() / 1000)).toBeLessThan(60);
  });

  it("reject with an error that the caller receives", async () => {
    await create("owner", {});
    respond = () => ({ status: 422, body: { error: { name: "TooSweet", message: "less sugar", code: "SWEET" } } });
    const refused = await insert("ada", {});
    expect([refused.status, codeIn(refused), errorValue(refused)]).toEqual([
      400,
      "WDE0078",
      { name: "TooSweet", message: "less sugar", code: "SWEET" },
    ]);
    respond = () => ({ status: 400, body: { error: "just no" } });
    expect((await insert("ada", {})).body.details.applicationError.data).toEqual({ value: "just no" });
  });

  it("reject the operation without details when they fail", { timeout: 30_000 }, async () => {
    await create("owner", {});
    const failures: [hookResponse: HookResponse, message: string][] = [
      ["drop", "The hook did not respond."],
      [{ status: 500, text: "stack trace" }, "The hook returned status 500."],
      [{ status: 302, headers: { location: url } }, "The hook returned status 302."],
      [{ status: 404, text: "<html>" }, "The hook returned status 404."],
      [{ text: "not json" }, "The hook returned an invalid JSON object."],
      [{ text: "[1]" }, "The hook returned an invalid JSON object."],
      [{ text: '{"item":{"a":"\\u0000"}}' }, "The hook returned an invalid JSON object."],
      [{ text: "[".repeat(100_000) }, "The hook returned an invalid JSON object."],
      [{ text: "x".repeat(2 * 1024 * 1024) }, "The hook did not respond."],
      ["hang", "The hook took too long."],
    ];
    for (const [hookResponse, message] of failures) {
      respond = () => hookResponse;
      const refused = await insert("ada", { _id: "never" });
      expect([refused.status, codeIn(refused)]).toEqual([400, "WDE0078"]);
      expect(hookResponse === "hang" ? ["The hook took too long.", "The hook did not respond."] : [message]).toContain(
        errorValue(refused).message,
      );
    }
    respond = () => ({ body: { item: { text: "x".repeat(513 * 1024) } } });
    expect((await insert("ada", { _id: "never" })).status).toBe(413);
    for (const item of ["text", 7, null, [1]]) {
      respond = () => ({ body: { item } });
      expect((await insert("ada", { kept: true })).body.dataItem.data).toMatchObject({ kept: true });
    }
    expect((await call("owner", "/items/count", { filter: { _id: "never" } })).body.totalCount).toBe(0);
  });

  it("are called for each item of a page, with limited concurrency", async () => {
    await create("owner", { hooks: ["afterQuery", "beforeQuery", "beforeGet", "afterCount", "beforeRemove"] });
    const dataItems = Array.from({ length: 40 }, (_, n) => ({ id: `p${n}`, data: { n, page: true } }));
    await call("ada", "/bulk/items/insert", { dataItems });
    respond = async ({ body }) => {
      await new Promise((resolve) => setImmediate(resolve));
      if (body.hook === "beforeQuery") return { body: { query: { ...body.query, filter: { page: true } } } };
      if (body.hook === "afterQuery") return { body: { item: { ...body.item, seen: true } } };
      if (body.hook === "afterCount") return { body: { count: 7 } };
      return { body: { itemId: "p1" } };
    };
    const { body } = await call("visitor", "/items/query", { query: {} });
    expect(body.dataItems.length).toBe(40);
    expect(body.dataItems.every(({ data }: { data: { seen: boolean } }) => data.seen)).toBe(true);
    expect(maxConcurrent).toBeLessThanOrEqual(8);
    expect((await call("visitor", "/items/count", {})).body.totalCount).toBe(7);
    const got = await callers.call("visitor", "/wix-data/v2/items/p5?dataCollectionId=Recipes", {}, "GET");
    expect(got.body.dataItem.id).toBe("p1");
    expect((await call("ada", "/items/remove", { dataItemId: "p9" })).body.dataItem.id).toBe("p1");
    expect(received.at(-1)!.body).toMatchObject({
      hook: "beforeRemove",
      itemId: "p9",
      currentItem: { _id: "p9", n: 9 },
    });
  });

  it("that call the API in a cycle time out", { timeout: 30_000 }, async () => {
    await create("owner", {});
    respond = async () => {
      const inner = await insert("ada", {});
      return inner.status === 200 ? { status: 204 } : { status: 400, body: { error: { message: "inner" } } };
    };
    const refused = await insert("ada", {});
    expect([refused.status, codeIn(refused)]).toEqual([400, "WDE0078"]);
    respond = () => ({ status: 204 });
    expect((await insert("ada", {})).status).toBe(200);
  });

  it("are not called without a readable secret", async () => {
    const { body } = await create("owner", {});
    const secret = Buffer.alloc(60, 1);
    await server.context.db.updateTable("data_hooks").set({ secret }).where("id", "=", body.hook.id).execute();
    server.context.hooks.invalidate();
    const refused = await insert("ada", {});
    expect([codeIn(refused), errorValue(refused).message]).toEqual(["WDE0078", "The hook could not be called."]);
    expect(received).toEqual([]);
  });

  it("are set only by the owner, and must be public", async () => {
    for (const caller of ["visitor", "ada", "reader", "editor"] as const) {
      expect(codeIn(await create(caller, {}))).toBe("WDE0027");
      expect(codeIn(await callers.call(caller, hooksPath, {}, "GET"))).toBe("WDE0027");
    }
    const { body } = await create("owner", {});
    expect(codeIn(await remove("editor", body.hook.id))).toBe("WDE0027");
    for (const hook of [
      { collectionId: "Nowhere" },
      { url: "ftp://x" },
      { url: "x" },
      { hooks: [] },
      { hooks: ["beforeLunch"] },
      { url: 7 },
    ]) {
      const refused = await create("owner", hook);
      expect([400, 404]).toContain(refused.status);
    }
    expect((await remove("owner", body.hook.id)).status).toBe(200);
    expect(codeIn(await remove("owner", body.hook.id))).toBe("NOT_FOUND");
    expect((await insert("ada", {})).status).toBe(200);
    expect(received).toEqual([]);
    for (let n = 0; n < 10; n++) expect((await create("owner", {})).status).toBe(200);
    expect((await create("owner", {})).status).toBe(400);
  });
});

describe("hook URLs in production", async () => {
  const strict = await createTestServer({ rateLimits: false });
  const others = await createCallers(strict);
  await putCollection(strict, others, "Recipes", open);

  it("must be public https URLs", async () => {
    for (const inside of [
      url,
      "http://169.254.169.254/",
      "https://localhost:22/",
      "http://example.com/",
      "https://[::1]/",
    ]) {
      const hook = { collectionId: "Recipes", url: inside, hooks: ["beforeInsert"] };
      expect([inside, (await others.call("owner", hooksPath, { hook })).status]).toEqual([inside, 400]);
    }
    // A name that resolves to a private address fails when it is called.
    const hook = { collectionId: "Recipes", url: "https://localhost/", hooks: ["beforeInsert"] };
    expect((await others.call("owner", hooksPath, { hook })).status).toBe(200);
    const refused = await others.call("ada", "/wix-data/v2/items", {
      dataCollectionId: "Recipes",
      dataItem: { data: {} },
    });
    expect([codeIn(refused), errorValue(refused).message]).toEqual(["WDE0078", "The hook did not respond."]);
    expect(received).toEqual([]);
  });
});
