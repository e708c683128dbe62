import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { startEmbeddedEngine } from "@porchlight/server/operations";
import pg from "pg";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort, makeDataDir, type Product, startProduct, until } from "../product.ts";
import { allGone, processTree } from "./processes.ts";

const dataDir = makeDataDir();
const port = await freePort();
const running: Product[] = [];
/** Recipients in the order of their emails. */
const received: string[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, { envelope }, done) {
    stream.resume();
    stream.on("end", () => {
      received.push(...envelope.rcptTo.map(({ address }) => address));
      done();
    });
  },
});
const subscribers = 150;

async function start(): Promise<Product> {
  const { port: smtpPort } = smtp.server.address() as AddressInfo;
  const env = { SMTP_URL: `smtp://127.0.0.1:${smtpPort}` };
  const product = await startProduct({ dataDir, port, args: ["--site", "none"], env });
  running.push(product);
  return product;
}

async function query<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
  const engine = await startEmbeddedEngine({ dataDir, role: "command" });
  const database = new pg.Client(engine.connection);
  await database.connect();
  try {
    return (await database.query<Row>(statement)).rows;
  } finally {
    await database.end();
    await engine.close();
  }
}

beforeAll(async () => {
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
});
afterAll(async () => {
  for (const product of running) if (product.process.exitCode === null) product.process.kill("SIGKILL");
  await new Promise<void>((resolve) => smtp.close(resolve));
  await until(async () => {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    return true;
  }, "the folder to be removed");
});

it("after kill -9, sends no newsletter email twice and sends the remaining ones", async () => {
  const first = await start();
  for (const [name, value] of [
    ["newsletter", "on"],
    ["newsletterDelay", "0"],
    ["newsletterRate", "6000"],
  ] as const)
    expect((await first.command("setting", "set", name, value)).code).toBe(0);
  await query(`
    with made as (
      insert into members (site_id, id, email, email_key, email_verified, status, slug)
      select s.id, gen_random_uuid(), 'm' || n || '@example.com', 'm' || n || '@example.com', true, 'ACTIVE', 'm' || n
      from (select id from sites order by created_at limit 1) s, generate_series(1, ${subscribers}) n returning site_id, id
    )
    insert into newsletter_subscriptions (site_id, member_id, status, confirmed_at) select site_id, id, 'SUBSCRIBED', now() from made`);
  const file = join(dataDir, "letter.md");
  writeFileSync(file, "# A letter\n\nThe first lines.");
  const published = await first.command("post", "publish", file, "--newsletter");
  expect([published.code, published.stderr]).toEqual([0, ""]);
  await until(async () => (received.length >= 20 ? true : undefined), "the first emails", 30_000);
  const tree = processTree(first.process.pid!);
  first.process.kill("SIGKILL");
  await allGone(tree);
  const sentBefore = received.length;
  expect(sentBefore).toBeLessThan(subscribers);

  await start();
  // A node sends five at once. The interrupted ones are tried again after a minute.
  const maxInterrupted = 5;
  await until(
    async () => {
      const rows = await query<{ status: string }>("select status from newsletter_deliveries");
      const open = rows.filter(({ status }) => status === "QUEUED" || status === "SENDING");
      return rows.length === subscribers && open.length <= maxInterrupted ? true : undefined;
    },
    "the other emails",
    60_000,
  );
  expect(new Set(received).size).toBe(received.length);
  expect(received.length).toBeGreaterThanOrEqual(subscribers - maxInterrupted);
});
