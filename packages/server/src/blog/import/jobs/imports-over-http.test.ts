import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createTestServer } from "../../../../test/test-server.ts";
import { createApiKey } from "../../../auth/api-keys.ts";
import { insertImport } from "./imports-store.ts";
import { runWaitingImports } from "./run-import.ts";
import { prepareImport } from "./start-import.ts";

const server = await createTestServer({ outbound: { privateTargets: true } });
const { context } = server;
const path = "/_api/porchlight/v1/blog/imports";
const servers: Server[] = [];

afterEach(async () => {
  for (const one of servers.splice(0)) await new Promise((resolve) => one.close(resolve));
  for (const table of ["imports", "posts"] as const) await context.db.deleteFrom(table).execute();
});

async function listen(body: () => string): Promise<string> {
  const one = createServer((_request, response) => response.end(body()));
  servers.push(one);
  await new Promise<void>((resolve) => one.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(one.address() as AddressInfo).port}/feed.xml`;
}

async function callerWith(role: "editor" | "read") {
  const { key: token } = await createApiKey(context, { kind: "owner" }, { name: role, role });
  return (method: string, to: string, body?: object) =>
    server.call(method, to, { token, headers: { "wix-site-id": context.site.id }, body });
}

// Before the first call: a server takes new keys after a while.
const [asEditor, asReader] = [await callerWith("editor"), await callerWith("read")];

type Call = Awaited<ReturnType<typeof callerWith>>;

/** Waits until an import has ended; this server runs it. */
async function ended(call: Call, id: string) {
  for (;;) {
    const job = (await call("GET", `${path}/${id}`)).body.import;
    if (["DONE", "FAILED", "NOT_FOUND"].includes(job.status)) return job;
    await runWaitingImports(context);
  }
}

const feed = `<rss version="2.0"><channel><item><title>One</title><guid>1</guid><pubDate>Mon, 01 Jan 2024 10:00:00 GMT</pubDate>
<description>Hello</description></item><item><title>Two</title></item></channel></rss>`;

describe("imports over HTTP", () => {
  it("are run, listed and undone", async () => {
    const call = asEditor;
    const url = await listen(() => feed);
    const started = await call("POST", path, { url });
    expect([started.status, started.body.import]).toMatchObject([200, { status: "READY_TO_IMPORT", done: 0 }]);
    const { id } = started.body.import;
    expect(await ended(call, id)).toMatchObject({ status: "DONE", counts: { added: 1, skipped: 1 } });
    expect((await call("GET", `${path}/${id}/notes?limit=1`)).body).toEqual({
      notes: [{ file: url, line: 2, reason: "The item has neither an address nor an id and is left out." }],
      total: 1,
    });
    expect((await call("GET", path)).body.imports).toMatchObject([{ id }]);
    expect((await call("POST", `${path}/${id}/undo`, {})).body).toMatchObject({ removed: { posts: 1 }, left: [] });
    const again = await call("POST", `${path}/${id}/undo`, {});
    expect([again.status, again.body.details.applicationError.code]).toEqual([409, "IMPORT_STATUS_CONFLICT"]);
  });

  it("that failed are continued by the same request", async () => {
    const call = asEditor;
    let body = "<rss version='2.0'><channel>";
    const url = await listen(() => body);
    const { id } = (await call("POST", path, { url })).body.import;
    expect(await ended(call, id)).toMatchObject({
      status: "FAILED",
      reason: expect.stringContaining("unclosed tag: channel (line 1"),
    });
    body = feed;
    expect((await call("POST", path, { url })).body.import).toMatchObject({ id, status: "READY_TO_IMPORT" });
    await Promise.all([runWaitingImports(context), runWaitingImports(context)]);
    expect(await ended(call, id)).toMatchObject({ status: "DONE", counts: { added: 1 } });
  });

  it("of hostile feeds do not block other requests", async () => {
    const nested = `<rss version="2.0"><channel>${"<a><b>".repeat(100_000)}${"</b></a>".repeat(100_000)}</channel></rss>`;
    // Each takes a while to convert.
    const list = `<rss version="2.0"><channel>${Array.from({ length: 10 }, (_, n) => {
      return `<item><guid>${n}</guid><pubDate>Mon, 01 Jan 2024 10:00:00 GMT</pubDate>
        <description><![CDATA[${"<ul><li>a<p>b</ul>".repeat(2_000)}]]></description></item>`;
    }).join("")}</channel></rss>`;
    for (const [body, end] of [
      [nested, { status: "FAILED", reason: expect.stringContaining("nests deeper than 200 levels in line 1.") }],
      [list, { status: "DONE", counts: { added: 10 } }],
    ] as const) {
      const url = await listen(() => body);
      const { id } = (await asEditor("POST", path, { url })).body.import;
      let isOver = false;
      const over = ended(asEditor, id).finally(() => {
        isOver = true;
      });
      let healthy = 0;
      for (; !isOver; healthy += 1) {
        expect((await server.call("GET", "/healthz")).status).toBe(200);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      expect(await over).toMatchObject(end);
      expect(healthy).toBeGreaterThan(10);
    }
  });

  it("are fetched from any spelling of a URL, and never from a path", async () => {
    const url = await listen(() => feed);
    for (const written of [` ${url}\n`, url.replace("//", ""), url.replace("//", "\\\\")]) {
      const { source, id } = (await asEditor("POST", path, { url: written })).body.import;
      expect(source.place).toBe(url);
      expect(await ended(asEditor, id)).toMatchObject({ status: "DONE" });
    }
  });

  it("reject URLs with a password, and hide it in existing ones", async () => {
    const secret = "https://ann:s3cret@blog.example/feed.xml";
    const refused = await asEditor("POST", path, { url: secret });
    expect([refused.status, refused.body.details.validationError.fieldViolations[0].field]).toEqual([400, "url"]);
    expect(JSON.stringify(refused.body)).not.toContain("s3cret");
    expect((await asEditor("GET", path)).body.imports).toEqual([]);
    const prepared = prepareImport(context, { kind: "owner" }, { place: secret, format: "auto" });
    await expect(prepared).rejects.toThrow('"https://blog.example/feed.xml" cannot be read with a user');
    const source = { place: secret, format: "auto", background: true } as const;
    const { id } = await insertImport(context.db, context.site.id, source, context.now());
    const failed = await ended(asEditor, id);
    expect(failed).toMatchObject({ status: "FAILED", source: { place: "https://blog.example/feed.xml" } });
    const reason = `"${secret}" cannot be read. The address contains a user name.`;
    await context.db.updateTable("imports").set({ reason }).execute();
    const { body } = await asEditor("GET", path);
    expect(body.imports[0].reason).toBe(
      '"https://blog.example/feed.xml" cannot be read. The address contains a user name.',
    );
    const notes = await asEditor("GET", `${path}/${id}/notes`);
    expect(JSON.stringify([failed, body, notes.body])).not.toMatch(/s3cret|ann:/);
  });

  it("require an editor and a web URL", async () => {
    const read = asReader;
    expect((await read("POST", path, { url: "https://one.example/" })).status).toBe(403);
    expect((await read("GET", path)).status).toBe(403);
    const call = asEditor;
    for (const url of ["/etc/passwd", "file:///etc/passwd", "", 7, "x".repeat(3000)])
      expect((await call("POST", path, { url })).status).toBe(400);
    expect((await call("GET", `${path}/nonsense`)).status).toBe(400);
    expect((await call("GET", `${path}/0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b`)).status).toBe(404);
  });
});
