import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { afterAll, describe, expect, inject, it } from "vitest";
import { openDatabase } from "./database.ts";
import { isBehindPooler } from "./pooler.ts";

const engine = inject("engine");

/** Type and length of `BackendKeyData`, which contains the process id. Source: PostgreSQL, "Message Formats". */
const keyData = Buffer.from([0x4b, 0, 0, 0, 12]);

/** Passes everything on, with another process id. */
async function startProxy(): Promise<number> {
  const proxy = createServer((client) => {
    const server = connect(`${engine.host}/.s.PGSQL.${engine.port}`);
    for (const socket of [client, server]) socket.on("error", () => undefined);
    client.pipe(server);
    server.on("data", (data) => {
      const at = data.indexOf(keyData);
      if (at >= 0) data.writeUInt32BE(1, at + keyData.length);
      client.write(data);
    });
    server.on("end", () => client.end());
  }).listen(0, "127.0.0.1");
  afterAll(() => proxy.close());
  await once(proxy, "listening");
  return (proxy.address() as AddressInfo).port;
}

describe("isBehindPooler", () => {
  it("accepts PostgreSQL, and a proxy with other process ids that shares no connections", async () => {
    for (const address of [{}, { host: "127.0.0.1", port: await startProxy() }]) {
      const db = openDatabase({ ...engine, database: "postgres", ...address }, () => undefined);
      expect(await isBehindPooler(db)).toBe(false);
      await db.destroy();
    }
  });
});
