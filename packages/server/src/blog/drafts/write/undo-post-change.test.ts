import { describe, expect, it } from "vitest";
import { codeIn, createWriter, draftsPath, textOf } from "../../../../test/blog/drafts.ts";
import { putCategory } from "../../../../test/blog/posts.ts";
import { createTestServer } from "../../../../test/test-server.ts";

const server = await createTestServer();
const token = await server.visitorToken();
const writer = await createWriter(server);
const undo = (id: string, revision: string) =>
  writer.call("POST", `/_api/porchlight/v1/blog/draft-posts/${id}/undo`, { revision });
const schedule = { action: "UPDATE_SCHEDULE", scheduledPublishDate: "2999-01-01T00:00:00.000Z" };
const fieldsets = "fieldsets=RICH_CONTENT";
const readPost = (id: string) => server.call("GET", `/blog/v3/posts/${id}?${fieldsets}`, { token });

/** What a change of the status must not affect. */
function lasting({ revision: _revision, editedDate: _date, ...post }: Record<string, unknown>) {
  return post;
}

describe("undoing a change of a post's status", () => {
  it.each(["UPDATE_REVERT_TO_DRAFT", "UPDATE_PUBLISH", "UPDATE_CANCEL_SCHEDULE"])(
    "schedules the post again after %s",
    async (action) => {
      const { id } = await writer.create({ title: "Tomorrow", richContent: textOf("Soon.") });
      await writer.update(id, {}, schedule);
      const before = await writer.read(id, fieldsets);
      const { revision } = (await writer.update(id, {}, { action })).body.draftPost;
      expect((await undo(id, revision)).body.draftPost).toMatchObject({
        status: "SCHEDULED",
        scheduledPublishDate: schedule.scheduledPublishDate,
      });
      expect(lasting(await writer.read(id, fieldsets))).toEqual(lasting(before));
      expect((await readPost(id)).status).toBe(404);
    },
  );

  it.each(["UPDATE_REVERT_TO_DRAFT", "UPDATE_PUBLISH"])(
    "shows readers the former version, and retains unpublished changes, after %s",
    async (action) => {
      const categoryIds = [await putCategory(server.context, { slug: `c-${action.toLowerCase()}` })];
      const { id } = await writer.create(
        { title: `Public ${action}`, richContent: textOf("finished"), categoryIds, hashtags: ["a"] },
        { publish: true },
      );
      await writer.update(id, { title: "Half", richContent: textOf("unfinished"), categoryIds: [], hashtags: [] });
      const [before, publicBefore] = [await writer.read(id, fieldsets), (await readPost(id)).body.post];
      expect(publicBefore.title).toBe(`Public ${action}`);
      const { revision } = (await writer.update(id, {}, { action })).body.draftPost;
      expect((await undo(id, revision)).status).toBe(200);
      expect(lasting(await writer.read(id, fieldsets))).toEqual(lasting(before));
      expect((await readPost(id)).body.post).toEqual(publicBefore);
    },
  );

  it("is refused after another change, a second time, and for a post in review", async () => {
    const { id } = await writer.create({ title: "Once" });
    await writer.call("POST", `${draftsPath}/${id}/publish`);
    const { revision } = await writer.read(id);
    await writer.update(id, { title: "Changed since" });
    expect(codeIn(await undo(id, revision))).toBe("POST_CHANGED");
    expect(codeIn(await undo(id, (await writer.read(id)).revision))).toBe("POST_CHANGED");
    expect((await writer.read(id)).status).toBe("PUBLISHED");

    const other = await writer.create({ title: "Twice" });
    const unscheduled = (await writer.update(other.id, {}, schedule)).body.draftPost;
    expect((await undo(other.id, unscheduled.revision)).body.draftPost.status).toBe("UNPUBLISHED");
    expect(codeIn(await undo(other.id, unscheduled.revision))).toBe("POST_CHANGED");

    const submitted = await writer.create({ title: "Submitted" });
    await server.context.db.updateTable("posts").set({ status: "IN_REVIEW" }).where("id", "=", submitted.id).execute();
    const approved = (await writer.update(submitted.id, {}, { action: "UPDATE_PUBLISH" })).body.draftPost;
    expect(codeIn(await undo(submitted.id, approved.revision))).toBe("POST_CHANGED");
  });
});
