import { describe, expect, it } from "vitest";
import { createWriter, draftsPath, violationsIn } from "../../../test/blog/drafts.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createServer } from "../../server.ts";
import { publishDuePosts } from "./schedule.ts";

const server = await createTestServer();
const { context } = server;
const writer = await createWriter(server);

const isPublic = async (slug: string) => {
  const token = await server.visitorToken();
  return (await server.call("GET", `/v3/posts/slugs/${slug}`, { token })).status === 200;
};
const hourMs = 60 * 60_000;
const inHours = (hours: number) => new Date(context.now().getTime() + hours * hourMs).toISOString();

async function schedule(title: string, scheduledPublishDate: string) {
  const { id } = await writer.create({ title });
  const { body } = await writer.update(id, {}, { action: "UPDATE_SCHEDULE", scheduledPublishDate });
  return body.draftPost;
}

describe("a scheduled post", () => {
  it("is published at its date, not before, with that date", async () => {
    const at = inHours(1);
    const draft = await schedule("In an hour", at);
    expect(draft).toMatchObject({ status: "SCHEDULED", scheduledPublishDate: at, changeOrigin: "SCHEDULE" });
    expect(await publishDuePosts(context)).toBe(0);
    expect(await isPublic("In-an-hour")).toBe(false);
    server.advance(3 * hourMs);
    await publishDuePosts(context);
    // The server itself may be publishing the post.
    await expect.poll(() => isPublic("In-an-hour")).toBe(true);
    const published = await writer.read(draft.id);
    expect(published).toMatchObject({
      status: "PUBLISHED",
      firstPublishedDate: at,
      lastPublishedDate: at,
      changeOrigin: "SCHEDULING_SERVICE_PUBLISH",
    });
    expect(published).not.toHaveProperty("scheduledPublishDate");
  });

  it("is published once on any number of nodes", async () => {
    const drafts = await Promise.all([1, 2, 3, 4, 5].map((number) => schedule(`Once ${number}`, inHours(1))));
    server.advance(2 * hourMs);
    await Promise.all(Array.from({ length: 6 }, () => publishDuePosts(context)));
    for (const { id, revision } of drafts) {
      await expect.poll(async () => (await writer.read(id)).status).toBe("PUBLISHED");
      const published = await writer.read(id);
      expect([published.status, Number(published.revision)]).toEqual(["PUBLISHED", Number(revision) + 1]);
    }
  });

  it("is published by the next server if none ran at its date", async () => {
    const draft = await schedule("While away", inHours(1));
    const later = () => new Date(context.now().getTime() + 48 * hourMs);
    const node = await createServer({ ...context.config, now: later });
    await expect.poll(async () => (await writer.read(draft.id)).status, { timeout: 10_000 }).toBe("PUBLISHED");
    await node.close();
    expect((await writer.read(draft.id)).firstPublishedDate).toBe(draft.scheduledPublishDate);
  });

  it("can be changed and rescheduled, and must retain a title", async () => {
    const draft = await schedule("Movable", inHours(1));
    const changed = await writer.update(draft.id, { excerpt: "New" });
    expect(changed.body.draftPost).toMatchObject({ status: "SCHEDULED", excerpt: "New", hasUnpublishedChanges: false });
    expect((await writer.update(draft.id, { title: "" })).status).toBe(400);
    await writer.update(draft.id, {}, { action: "UPDATE_SCHEDULE", scheduledPublishDate: inHours(5) });
    server.advance(2 * hourMs);
    await publishDuePosts(context);
    expect(await isPublic("Movable")).toBe(false);
  });

  it("has its date in the site's time zone by default, also across clock changes", async () => {
    context.site.timeZone = "Europe/Berlin";
    try {
      for (const [local, moment] of [
        ["2040-01-15T09:00", "2040-01-15T08:00:00.000Z"],
        ["2040-07-15T09:00:00", "2040-07-15T07:00:00.000Z"],
        ["2040-03-25T02:30:00.000", "2040-03-25T01:30:00.000Z"],
        ["2040-10-28T02:30", "2040-10-28T00:30:00.000Z"],
        ["2040-10-28T02:30:00+01:00", "2040-10-28T01:30:00.000Z"],
        ["2040-10-28T02:30:00Z", "2040-10-28T02:30:00.000Z"],
      ] as const)
        expect((await schedule(`At ${local}`, local)).scheduledPublishDate).toBe(moment);
      const { id } = await writer.create({ title: "Never" });
      const how = (scheduledPublishDate: string) => ({ action: "UPDATE_SCHEDULE", scheduledPublishDate });
      for (const wrong of ["2040-01-15", "09:00", "2040-13-15T09:00", "tomorrow", "2040-01-15T09:00 Europe/Berlin"])
        expect(violationsIn(await writer.update(id, {}, how(wrong)))).toEqual([["scheduledPublishDate", "FORMAT"]]);
      expect(violationsIn(await writer.update(id, {}, how("2020-01-15T09:00")))).toEqual([
        ["scheduledPublishDate", "MIN"],
      ]);
    } finally {
      context.site.timeZone = "UTC";
    }
  });

  it("becomes a draft when its schedule is canceled", async () => {
    const { id } = await schedule("Cancelled", inHours(1));
    const { body } = await writer.update(id, {}, { action: "UPDATE_CANCEL_SCHEDULE" });
    expect(body.draftPost).toMatchObject({ status: "UNPUBLISHED", changeOrigin: "UNSCHEDULE" });
    expect(body.draftPost).not.toHaveProperty("scheduledPublishDate");
    server.advance(2 * hourMs);
    await publishDuePosts(context);
    expect(await isPublic("Cancelled")).toBe(false);
  });

  it("stays in the trash, and becomes a draft if it is restored after its date", async () => {
    const [late, early] = [await schedule("Too late", inHours(1)), await schedule("Early", inHours(9))];
    for (const { id } of [late, early]) await writer.call("DELETE", `${draftsPath}/${id}`);
    server.advance(2 * hourMs);
    await publishDuePosts(context);
    expect(await isPublic("Too-late")).toBe(false);
    for (const { id } of [late, early]) await writer.call("POST", `${draftsPath}/trash-bin/${id}/restore`, {});
    expect((await writer.read(late.id)).status).toBe("UNPUBLISHED");
    expect(await writer.read(early.id)).toMatchObject({
      status: "SCHEDULED",
      scheduledPublishDate: early.scheduledPublishDate,
    });
  });

  it("does not block others if it cannot be published", async () => {
    const broken = await schedule("Broken", inHours(1));
    const sound = await schedule("Sound", inHours(2));
    await context.db.updateTable("posts").set({ title: "" }).where("id", "=", broken.id).execute();
    server.advance(20 * hourMs);
    await publishDuePosts(context);
    await expect.poll(() => isPublic("Sound")).toBe(true);
    expect((await writer.read(sound.id)).status).toBe("PUBLISHED");
    expect((await writer.read(broken.id)).status).toBe("SCHEDULED");
  });
});
