import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, describe, expect, inject, it } from "vitest";
import { openDatabase } from "../../packages/server/src/platform/db/database.ts";
import { createTestDatabase, dropTestDatabase } from "../../packages/server/test/embedded-engine.ts";
import { type ReceivedDelivery, startWebhookReceiver } from "../../packages/server/test/webhook-receiver.ts";
import { newAddress, type Product, startProduct, until } from "../product.ts";

const engine = inject("engine");
const database = await createTestDatabase(engine, inject("template"));
const db = openDatabase(database.connection, () => undefined);
const secretKey = randomBytes(32).toString("base64");
const nodes: Product[] = [];
const receiver = await startWebhookReceiver();

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await db.destroy();
  await dropTestDatabase(engine, database);
});

async function startNode(): Promise<Product> {
  const node = await startProduct({
    args: ["--site", "none"],
    env: {
      DATABASE_URL: database.url,
      SECRET_KEY: secretKey,
      OUTBOUND_PRIVATE: "on",
    },
  });
  nodes.push(node);
  return node;
}

/** Makes retries due now. Leased deliveries stay with their node until the lease expires. */
async function hurry(): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select 1 from webhook_subscriptions for no key update`.execute(tx);
    await sql`update webhook_deliveries set available_at = now() where status = 'WAITING' and locked_until is null`.execute(
      tx,
    );
  });
}

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from webhook_deliveries where status = 'WAITING'`.execute(db);
  return rows[0]?.count ?? 0;
}

describe("a receiver that fails, hangs and recovers", () => {
  it("receives every event in order from two nodes, one of which is killed", async () => {
    const [first, second] = [await startNode(), await startNode()];
    const runJson = async (...args: string[]) => {
      const { code, stdout, stderr } = await second.command(...args, "--json");
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      return JSON.parse(stdout);
    };
    const { key } = await runJson("key", "create", "--name", "Writer", "--role", "editor");
    const redirect = ["--redirect-uri", "https://app.example/callback"];
    const { clientId } = await runJson("app", "create", "--name", "Reader", ...redirect);
    const { id, publicKey } = await runJson(
      ...["webhook", "create", "--app", clientId, "--url", receiver.url, "--event", "draft_created", "draft_updated"],
    );
    expect(publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);

    const accepted: ReceivedDelivery[] = [];
    let mood: "moody" | "well" = "moody";
    let count = 0;
    receiver.respondWith((delivery) => {
      count += 1;
      if (mood === "moody" && count % 7 === 0) return "hang";
      if (mood === "moody" && count % 3 === 0) return 503;
      accepted.push(delivery);
      return 200;
    });

    const call = async (node: Product, method: string, path: string, body: object) => {
      const response = await fetch(`${node.url}${path}`, {
        method,
        headers: { "content-type": "application/json", authorization: key, ...newAddress() },
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(200);
      return (await response.json()) as { draftPost: { id: string } };
    };
    let isKilled = false;
    /** Last acknowledged title by draft. */
    const titles = new Map<string, string>();
    const write = async (name: string) => {
      let node = first;
      const { draftPost } = await call(second, "POST", "/blog/v3/draft-posts", { draftPost: { title: `${name} 0` } });
      let left = 5;
      for (let edit = 1; left > 0; edit++) {
        if (isKilled) left -= 1;
        const title = `${name} ${edit}`;
        const update = () =>
          call(node, "PATCH", `/blog/v3/draft-posts/${draftPost.id}`, { draftPost: { title }, action: "UPDATE" });
        await update().catch(() => {
          node = second;
          return update();
        });
        titles.set(draftPost.id, title);
        // Limits the write rate, so that the receiver keeps up.
        await sleep(200);
      }
    };
    const writing = Promise.all(["Ferry", "Barge", "Sloop", "Ketch", "Yawl", "Cog"].map(write));
    const isMoving = async () => {
      await hurry();
      return accepted.length >= 10 ? true : undefined;
    };
    await until(isMoving, "ten deliveries", 60_000);
    first.process.kill("SIGKILL");
    isKilled = true;
    await writing;
    mood = "well";
    await until(
      async () => {
        await hurry();
        return (await waiting()) === 0 ? true : undefined;
      },
      "every delivery",
      90_000,
    );

    expect(titles.size).toBe(6);
    for (const [draftId, title] of titles) {
      const mine = accepted.filter(({ event }) => event.entityId === draftId);
      const numbers = mine.map(({ event }) => Number(event.entityEventSequence));
      // It may be repeated, but never after a later one.
      expect(numbers).toEqual(numbers.toSorted((left, right) => left - right));
      const distinct = [...new Set(numbers)];
      expect(distinct).toEqual(Array.from(distinct, (_number, index) => index + 1));
      expect(mine.at(-1)?.event.updatedEvent.currentEntity.title).toBe(title);
      for (const number of distinct) {
        const ids = mine
          .filter(({ event }) => Number(event.entityEventSequence) === number)
          .map(({ event }) => event.id);
        expect(new Set(ids).size).toBe(1);
      }
    }
    const { webhooks } = await runJson("webhook", "list");
    expect(webhooks).toMatchObject([{ id, waiting: 0, parked: 0 }]);
    const { deliveries } = await runJson("webhook", "deliveries", "--limit", "1");
    const { delivery } = await runJson("webhook", "delivery", deliveries[0].id);
    expect(delivery.tries.at(-1)).toMatchObject({ status: 200, answer: "answered 200" });
    const before = accepted.length;
    await runJson("webhook", "redeliver", deliveries[0].id);
    await until(async () => (accepted.length > before ? true : undefined), "the delivery by hand");
    expect(accepted.at(-1)?.event.id).toBe(deliveries[0].eventId);
  });
});
