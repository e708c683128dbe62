import { pino } from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { createTestServer } from "../../../test/test-server.ts";
import { createApp } from "../../app.ts";
import { observeLsn, parseLsn, readCurrentLsn } from "./consistency.ts";
import { countWrites } from "./database.ts";
import { createReadReplicas, isUpToDate, type ReadReplicas, readFromReplica } from "./read-replicas.ts";

const server = await createTestServer();
const { db } = server.context;
const authorization = await server.visitorToken();

describe("parseLsn", () => {
  it("orders log sequence numbers", async () => {
    expect(parseLsn("16/B374D848")).toBe(0x16_b374d848n);
    for (const text of [undefined, "", "1/", "-1/0", "1/123456789", "a position"])
      expect(parseLsn(text)).toBeUndefined();
    // Before and after the header of a page, and of the first page of a segment.
    expect(parseLsn("0/1012000")).toBe(parseLsn("0/1012018"));
    expect(parseLsn("0/1012019")).toBeGreaterThan(parseLsn("0/1012018")!);
    expect(parseLsn("0/2000000")).toBe(parseLsn("0/2000028"));
    expect(parseLsn("0/2000029")).toBeGreaterThan(parseLsn("0/2000028")!);
    const before = parseLsn(await readCurrentLsn(db));
    await db.updateTable("sites").set({ name: "Renamed" }).execute();
    expect(parseLsn(await readCurrentLsn(db))).toBeGreaterThan(before!);
  });
});

describe("observeLsn", () => {
  it("renews caches once for each new LSN", () => {
    const before = countWrites(db);
    for (const lsn of ["0/1", "0/1", "0/2", "nonsense", undefined]) observeLsn(db, lsn);
    expect(countWrites(db)).toBe(before + 2);
  });
});

describe("isUpToDate", () => {
  const history = [
    { at: 0, lsn: 10n },
    { at: 500, lsn: 20n },
    { at: 1_000, lsn: 30n },
  ];

  it("requires the LSN that the primary had a second ago", () => {
    expect(isUpToDate(20n, history, 1_500)).toBe(true);
    expect(isUpToDate(19n, history, 1_500)).toBe(false);
    expect(isUpToDate(10n, history, 900)).toBe(true);
    expect(isUpToDate(9n, history, 900)).toBe(false);
  });
});

describe("readFromReplica", () => {
  it("reads from the primary while no replica is up to date", async () => {
    const replica = { name: "replica", db, services: () => ({ name: "replica" }) };
    // The server of the tests is no replica.
    const replicas = createReadReplicas(db, [replica], pino({ level: "silent" }));
    afterAll(() => replicas.close());
    const context = { name: "primary", replicas };
    const read = (one: typeof context) => Promise.resolve(one.name);
    expect(await readFromReplica(context, { replicaReads: { after: undefined } }, read)).toBe("primary");
    expect(await readFromReplica(context, {}, read)).toBe("primary");
    expect(replicas.count()).toEqual({ usable: 0, unavailable: 1 });
  });

  it("does not serve consistent reads of visitors", async () => {
    let reads = 0;
    const replicas: ReadReplicas = {
      read(context, _reads, work) {
        reads += 1;
        return work(context);
      },
      count: () => ({ usable: 1, unavailable: 0 }),
      close: () => undefined,
    };
    const app = createApp({ ...server.context, replicas });
    for (const consistentRead of [true, undefined, false]) {
      const body = JSON.stringify({ dataCollectionId: "Nothing", consistentRead });
      const headers = { authorization, "content-type": "application/json" };
      const request = new Request("http://localhost/wix-data/v2/items/count", { method: "POST", headers, body });
      await app.fetch(request, { clientAddress: "192.0.2.1" });
    }
    expect(reads).toBe(2);
  });
});
