import { randomBytes } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { openDatabase } from "../../packages/server/src/platform/db/database.ts";
import { createTestDatabase, dropTestDatabase } from "../../packages/server/test/embedded-engine.ts";
import { newAddress, type Product, startProduct, until } from "../product.ts";

const engine = inject("engine");
const database = await createTestDatabase(engine, inject("template"));
const db = openDatabase(database.connection, () => undefined);
const secretKey = randomBytes(32).toString("base64");
const nodes: Product[] = [];
let key: string;

/** A hook server that counts calls by item and can withhold its responses from the sixtieth item on. */
const calls = new Map<string, number>();
let pendingHook: { hook: string; responses: ServerResponse[] } | undefined;
const receiver = createServer((request, response) => {
  let text = "";
  request.on("data", (chunk: Buffer) => (text += chunk));
  request.on("end", () => {
    const { hook, item } = JSON.parse(text) as { hook: string; item: { n: number } };
    calls.set(`${hook} ${item.n}`, (calls.get(`${hook} ${item.n}`) ?? 0) + 1);
    response.setHeader("content-type", "application/json");
    const answer = () =>
      response.end(JSON.stringify(hook.startsWith("before") ? { item: { ...item, seen: true } } : {}));
    if (pendingHook?.hook === hook && callsOf(hook) >= 60) pendingHook.responses.push(response);
    else setTimeout(answer, 5);
  });
});
const timesOf = (hook: string, n: number) => calls.get(`${hook} ${n}`) ?? 0;
const callsOf = (hook: string) => [...calls.keys()].filter((name) => name.startsWith(`${hook} `)).length;

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  await Promise.all([startNode(), startNode()]);
  const { code, stdout } = await nodes[0]!.command("key", "create", "--name", "k", "--role", "admin", "--json");
  expect(code).toBe(0);
  key = JSON.parse(stdout).key;
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await new Promise((resolve) => receiver.close(resolve));
  await db.destroy();
  await dropTestDatabase(engine, database);
});

async function startNode(): Promise<Product> {
  const env = { DATABASE_URL: database.url, SECRET_KEY: secretKey, OUTBOUND_PRIVATE: "on" };
  const node = await startProduct({ args: ["--site", "none"], env });
  nodes.push(node);
  return node;
}

async function call(node: Product, method: string, path: string, body?: object | string) {
  const response = await fetch(`${node.url}${path}`, {
    method,
    headers: { "content-type": "application/json", authorization: key, ...newAddress() },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  expect({ path, status: response.status, text }).toMatchObject({ status: 200 });
  return text.startsWith("{") && response.headers.get("content-type")?.startsWith("application/json")
    ? JSON.parse(text)
    : text;
}

/** Two running nodes; the first one is killed. */
function alive(): [worker: Product, other: Product] {
  const [worker, other] = nodes.filter(({ process: child }) => child.exitCode === null && child.signalCode === null);
  return [worker!, other!];
}

const count = 300;
const numbers = Array.from({ length: count }, (_, n) => n);
let collection: string;

beforeEach(async () => {
  pendingHook = undefined;
  if (nodes.filter(({ process: child }) => child.signalCode === null).length < 2) await startNode();
  collection = `Letters${nodes.length}${Math.random().toString(36).slice(2, 6)}`;
  const fields = [{ key: "n", type: "NUMBER" }];
  await call(alive()[0], "POST", "/wix-data/v2/collections", { collection: { id: collection, fields } });
});

const findItems = async () => {
  const { rows } = await sql<{ n: number; seen: boolean; patched: number | null }>`
    select (data ->> 'n')::int as n, data -> 'seen' = 'true' as seen, (data ->> 'patched')::int as patched
    from data_items where collection_id = ${collection} order by 1`.execute(db);
  return rows;
};
const hookAt = (hooks: string[]) =>
  call(alive()[0], "POST", "/_api/porchlight/v1/data/hooks", {
    hook: { collectionId: collection, url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`, hooks },
  }).then(async () => {
    // Every node notices within a second.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    calls.clear();
  });
const fill = () =>
  call(alive()[0], "POST", "/wix-data/v2/bulk/items/insert", {
    dataCollectionId: collection,
    dataItems: numbers.map((n) => ({ data: { n } })),
  });

/** Starts a job while one node sleeps, and kills the working node during its hooks. */
async function killAtWork(begin: (node: Product) => Promise<void>, hook: string): Promise<Product> {
  const [worker, other] = alive();
  other.process.kill("SIGSTOP");
  try {
    pendingHook = { hook, responses: [] };
    await begin(worker);
    await until(async () => (pendingHook?.responses.length ? true : undefined), `sixty calls of ${hook}`, 60_000);
  } finally {
    other.process.kill("SIGCONT");
  }
  worker.process.kill("SIGKILL");
  await until(async () => (worker.process.signalCode === "SIGKILL" ? true : undefined), "its end");
  pendingHook = undefined;
  return other;
}

const jobOf = async (node: Product, id: string) => (await call(node, "GET", `/_api/porchlight/v1/data/jobs/${id}`)).job;
const done = (node: Product, id: string) =>
  until(
    async () => {
      const job = await jobOf(node, id);
      return /COMPLETED|FAILED/.test(job.status) ? job : undefined;
    },
    "the end of the job",
    90_000,
  );

async function startImport(node: Product): Promise<string> {
  const { job, uploadUrl } = await call(node, "POST", "/_api/porchlight/v1/data/imports", {
    dataCollectionId: collection,
  });
  await call(node, "PUT", new URL(uploadUrl).pathname, `n\n${numbers.join("\n")}\n`);
  return job.id;
}

describe("two servers on one database", () => {
  it("import each row once and call its hooks once", { timeout: 120_000 }, async () => {
    await hookAt(["beforeInsert", "afterInsert"]);
    const [first, second] = alive();
    const job = await done(second, await startImport(first));
    expect(job).toMatchObject({ status: "COMPLETED", rows: count, counts: { inserted: count, refused: 0 } });
    expect(await findItems()).toEqual(numbers.map((n) => ({ n, seen: true, patched: null })));
    await until(async () => (callsOf("afterInsert") === count ? true : undefined), "the last hooks");
    expect(numbers.filter((n) => timesOf("beforeInsert", n) !== 1 || timesOf("afterInsert", n) !== 1)).toEqual([]);
  });

  it("import each row once although one is killed, and repeat the hooks of its batch only", {
    timeout: 180_000,
  }, async () => {
    await hookAt(["beforeInsert", "afterInsert"]);
    let id = "";
    const other = await killAtWork(async (node) => {
      id = await startImport(node);
    }, "beforeInsert");
    const before = (await findItems()).length;
    expect(before).toBeLessThan(count);
    expect(await done(other, id)).toMatchObject({ status: "COMPLETED", rows: count, counts: { inserted: count } });
    expect(await findItems()).toEqual(numbers.map((n) => ({ n, seen: true, patched: null })));
    const again = numbers.filter((n) => timesOf("beforeInsert", n) > 1);
    expect(again.length).toBeGreaterThan(0);
    expect(again.length).toBeLessThanOrEqual(20);
    expect(numbers.filter((n) => timesOf("beforeInsert", n) === 0 || timesOf("beforeInsert", n) > 2)).toEqual([]);
    const untold = numbers.filter((n) => timesOf("afterInsert", n) !== 1);
    expect(untold.length).toBeLessThanOrEqual(20);
  });

  it("patch each item once although one is killed", { timeout: 180_000 }, async () => {
    await fill();
    await hookAt(["beforeUpdate", "afterUpdate"]);
    let jobId = "";
    const other = await killAtWork(async (node) => {
      const answer = await call(node, "POST", "/wix-data/v2/bulk/items/async-patch-by-filter", {
        dataCollectionId: collection,
        filter: {},
        fieldModifications: [{ action: "INCREMENT_FIELD", fieldPath: "patched", incrementFieldOptions: { value: 1 } }],
      });
      jobId = answer.jobId;
    }, "beforeUpdate");
    const status = await until(
      async () => {
        const answer = await call(other, "GET", `/wix-data/v2/async-jobs/${jobId}/status`);
        return /SUCCEEDED|FAILED/.test(answer.status) ? answer : undefined;
      },
      "the end of the job",
      90_000,
    );
    expect(status).toMatchObject({ status: "SUCCEEDED", successCount: count });
    expect(await findItems()).toEqual(numbers.map((n) => ({ n, seen: true, patched: 1 })));
    expect(numbers.filter((n) => timesOf("beforeUpdate", n) > 1).length).toBeLessThanOrEqual(1);
  });

  it("export each item once although one is killed", { timeout: 180_000 }, async () => {
    await fill();
    await hookAt(["afterQuery"]);
    let id = "";
    const other = await killAtWork(async (node) => {
      const body = { dataCollectionId: collection, format: "JSON" };
      id = (await call(node, "POST", "/_api/porchlight/v1/data/exports", body)).job.id;
    }, "afterQuery");
    expect(await done(other, id)).toMatchObject({ status: "COMPLETED", rows: count });
    const file: string = await call(other, "GET", `/_api/porchlight/v1/data/exports/${id}/file`);
    const exported = file
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).n as number);
    expect(exported.sort((left, right) => left - right)).toEqual(numbers);
    expect(numbers.filter((n) => timesOf("afterQuery", n) > 2)).toEqual([]);
  });

  it("build an index although one is killed, and send changes of the other node live", {
    timeout: 180_000,
  }, async () => {
    await fill();
    const [worker, other] = alive();
    const stream = await fetch(`${other.url}/_api/porchlight/v1/data/items/live`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: key, ...newAddress() },
      body: JSON.stringify({ dataCollectionId: collection }),
    });
    let heard = "";
    const notifications = () => heard.split("event: change\n").length - 1;
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of stream.body!) heard += decoder.decode(chunk as Uint8Array, { stream: true });
    })().catch(() => undefined);
    await until(async () => (notifications() > 0 ? true : undefined), "the beginning");
    await call(worker, "POST", "/wix-data/v2/items", {
      dataCollectionId: collection,
      dataItem: { id: "told", data: { n: 1000 } },
    });
    await until(async () => (notifications() > 1 ? true : undefined), "the change of the other node");

    // Building waits for open transactions, so it is in progress when the node is killed.
    const [updated, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writing = db.transaction().execute(async (tx) => {
      await sql`update data_items set updated_at = updated_at where collection_id = ${collection} and id = 'told'`.execute(
        tx,
      );
      updated.resolve();
      await finish.promise;
    });
    await Promise.race([updated.promise, writing]);
    const states = async () => {
      const { rows } = await sql<{ status: string }>`
        select status from data_indexes where collection_id = ${collection}`.execute(db);
      return rows.map(({ status }) => status);
    };
    const building = async () => {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity where query like 'create index concurrently%' and state = 'active'`.execute(
        db,
      );
      return rows.length > 0 ? rows : undefined;
    };
    other.process.kill("SIGSTOP");
    try {
      await call(worker, "POST", "/_api/porchlight/v1/data/indexes", {
        dataCollectionId: collection,
        index: { fields: [{ path: "n" }] },
      });
      await until(building, "an index that is built", 30_000);
    } finally {
      other.process.kill("SIGCONT");
      worker.process.kill("SIGKILL");
      finish.resolve();
    }
    await writing;
    await until(async () => ((await states())[0] === "ACTIVE" ? true : undefined), "the index", 60_000);
    const { rows } = await sql<{ valid: boolean }>`
      select x.indisvalid as valid from pg_index x join pg_class c on c.oid = x.indexrelid
      where x.indrelid = 'data_items'::regclass and c.relname like 'data_index_%'`.execute(db);
    expect(rows).toEqual([{ valid: true }]);
    const before = notifications();
    await call(other, "POST", "/wix-data/v2/items", {
      dataCollectionId: collection,
      dataItem: { id: "later", data: { n: 1001 } },
    });
    await until(async () => (notifications() > before ? true : undefined), "the change after the crash");
    await stream.body?.cancel().catch(() => undefined);
    await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, 1_000))]);
  });
});
