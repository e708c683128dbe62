import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { putPost } from "../../../test/blog/posts.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { foldPostMonths } from "./post-stats-store.ts";

const server = await createTestServer();
const token = await server.visitorToken();
const { context } = server;
const hour = 3_600_000;

const read = async (path: string) => (await server.call("GET", path, { token })).body;
const stats = async (query = "") => (await read(`/blog/v2/stats/post/count?${query}`)).stats;

/** The same counts, computed from all posts. */
async function counted(timeZone: string, { language, from }: { language?: string; from?: string } = {}) {
  const { rows } = await sql<{ month: Date; posts: number }>`
    select date_trunc('month', first_published_at, ${timeZone}) as month, count(*)::integer as posts from posts
    where status = 'PUBLISHED' and first_published_at <= ${context.now()}
      and (${language ?? null}::text is null or language = ${language ?? null})
      and (${from ?? null}::timestamptz is null or first_published_at >= ${from ?? null})
    group by month order by month`.execute(context.db);
  return rows.map(({ month, posts }) => ({ periodStart: month.toISOString(), postCount: posts }));
}

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/Los_Angeles",
  "Asia/Kathmandu",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
];

beforeAll(async () => {
  // Around starts of months, where time zones differ, and elsewhere; some in the future.
  for (let month = 0; month < 30; month += 1) {
    for (const offset of [-13, -5.75, -2, -0.001, 0, 0.001, 1, 5.8, 8, 300, 500]) {
      const firstPublishedAt = new Date(Date.UTC(2023, month, 1) + offset * hour);
      if ((month * 7 + offset) % 3 > 1) continue;
      await putPost(context, { firstPublishedAt, language: month % 4 === 0 ? "de" : "en" });
    }
  }
  for (const days of [0.01, 1, 40])
    await putPost(context, { firstPublishedAt: new Date(Date.now() + days * 24 * hour) });
  await putPost(context, { firstPublishedAt: new Date("1899-12-31T23:40:00Z") });
  await putPost(context, { status: "UNPUBLISHED" });
  await putPost(context, { firstPublishedAt: null });
});

describe("post counts", () => {
  it.each(zones)("per month match a count of all posts, in %s", async (timeZone) => {
    expect(await stats(`timeZone=${timeZone}`)).toEqual(await counted(timeZone));
    expect(await stats(`timeZone=${timeZone}&language=de`)).toEqual(await counted(timeZone, { language: "de" }));
    for (const from of ["2024-02-01T00:00:00.000Z", "2024-02-29T20:30:00.000Z", "2023-12-31T13:00:00.001Z"]) {
      expect(await stats(`timeZone=${timeZone}&rangeStart=${from}`)).toEqual(await counted(timeZone, { from }));
    }
    const newest = (await counted(timeZone)).reverse().slice(0, 4);
    expect(await stats(`timeZone=${timeZone}&order=NEWEST&months=4`)).toEqual(newest);
  });

  it("are correct after changes, before and after folding", async () => {
    const total = async (query = "") => (await read(`/blog/v2/stats/posts/total?${query}`)).total;
    const before = {
      all: await total(),
      fr: await total("language=fr"),
      listed: (await read("/v3/posts")).metaData.total,
    };
    expect(before.listed).toBe(before.all);
    const id = await putPost(context, { language: "fr" });
    const change = (values: object) => context.db.updateTable("posts").set(values).where("id", "=", id).execute();
    const expectMore = async (all: number, fr: number) => {
      for (const fold of [
        async () => undefined,
        () => Promise.all([foldPostMonths(context.db), foldPostMonths(context.db)]),
      ]) {
        await fold();
        expect([await total(), await total("language=fr")]).toEqual([before.all + all, before.fr + fr]);
        expect((await read("/v3/posts?language=fr&paging.limit=1")).metaData.total).toBe(before.fr + fr);
        expect(await stats()).toEqual(await counted("UTC"));
      }
    };
    await expectMore(1, 1);
    await change({ language: "de" });
    await expectMore(1, 0);
    await change({ language: "fr", first_published_at: new Date("2020-05-05T00:00:00Z") });
    await expectMore(1, 1);
    await change({ status: "DELETED" });
    await expectMore(0, 0);
    await change({ status: "PUBLISHED" });
    await change({ first_published_at: new Date(Date.now() + hour) });
    await expectMore(0, 0);
    server.advance(2 * hour);
    const later = await server.visitorToken();
    expect((await server.call("GET", "/blog/v2/stats/posts/total?language=fr", { token: later })).body.total).toBe(
      before.fr + 1,
    );
    server.advance(-2 * hour);
    await context.db.deleteFrom("posts").where("id", "=", id).execute();
    await expectMore(0, 0);
    const changes = async () => (await sql`select from post_month_changes`.execute(context.db)).rows;
    await expect.poll(changes).toEqual([]);
  });
});
