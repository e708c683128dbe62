import { describe, expect, it } from "vitest";
import { changeSetting } from "../../testing/sign-in-steps.ts";
import { createTestServer } from "../../testing/test-server.ts";
import { codeIn, createWriter, draftsPath, textOf } from "./test-drafts.ts";

const server = await createTestServer();
const editor = await createWriter(server);
const { memberId, access_token: token } = await server.signedIn();
const other = await server.signedIn();
const as = (who: string) => (method: string, path: string, body?: object) =>
  server.call(method, path, { token: who, body });
const [member, stranger] = [as(token), as(other.access_token)];
await changeSetting(server, "memberPosts", "review");

const draftOf = async (draftPost: object, options: object = {}) =>
  (await member("POST", draftsPath, { draftPost, ...options })).body.draftPost;
const update = (id: string, action: string, draftPost: object = {}) =>
  member("PATCH", `${draftsPath}/${id}`, { draftPost, action });

describe("a member who writes", () => {
  it("has drafts of their own, and settles nothing that editors settle", async () => {
    const settled = { title: "Mine", richContent: textOf("Body."), hashtags: ["a"] };
    const theirs = { featured: true, memberId: other.memberId, membersOnly: true, pricingPlanIds: [memberId] };
    const draft = await draftOf({ ...settled, ...theirs, firstPublishedDate: "2001-01-01T00:00:00.000Z" });
    expect(draft).toMatchObject({ title: "Mine", memberId, featured: false, membersOnly: false, pricingPlanIds: [] });
    expect(draft).not.toHaveProperty("firstPublishedDate");
    const changed = await update(draft.id, "UPDATE", { title: "Still mine", featured: true });
    expect(changed.body.draftPost).toMatchObject({ title: "Still mine", featured: false });
    expect((await member("GET", `${draftsPath}/${draft.id}/revisions`)).body.metaData.total).toBe(2);
    const back = await member("POST", `${draftsPath}/${draft.id}/revisions/1/restore`, {});
    expect(back.body.draftPost).toMatchObject({ title: "Mine", memberId });
  });

  it("makes no translation of what others have written", async () => {
    const { id: translationId } = await editor.create({ title: "The house" });
    expect(await draftOf({ title: "Das Haus", language: "de", translationId })).not.toHaveProperty("translationId");
  });

  it("sees no post of others", async () => {
    const mine = await draftOf({ title: "Secret" });
    const { id } = await editor.create({ title: "The owner's" }, { publish: true });
    const listed = (await member("GET", draftsPath)).body.draftPosts;
    expect(listed.every((draft: { memberId: string }) => draft.memberId === memberId)).toBe(true);
    const query = { query: { filter: { $or: [{ title: "The owner's" }, { title: "Secret" }] } } };
    expect((await member("POST", `${draftsPath}/query`, query)).body.draftPosts).toHaveLength(1);
    expect((await stranger("POST", `${draftsPath}/query`, query)).body.draftPosts).toEqual([]);
    for (const [who, target] of [
      [stranger, mine.id],
      [member, id],
    ] as const) {
      for (const [method, path, body] of [
        ["GET", `${draftsPath}/${target}`],
        ["PATCH", `${draftsPath}/${target}`, { draftPost: { title: "Taken" } }],
        ["POST", `${draftsPath}/${target}/publish`, {}],
        ["DELETE", `${draftsPath}/${target}`],
        ["DELETE", `${draftsPath}/${target}?permanent=true`],
        ["GET", `${draftsPath}/${target}/revisions`],
        ["GET", `${draftsPath}/${target}/revisions/1`],
        ["POST", `${draftsPath}/${target}/revisions/1/restore`, {}],
      ] as const)
        expect([method, path, (await who(method, path, body)).status]).toEqual([method, path, 404]);
    }
    expect(await editor.read(id)).toMatchObject({ title: "The owner's", status: "PUBLISHED" });
  });

  it("does nothing that only editors do", async () => {
    const { id } = await draftOf({ title: "Mine" });
    for (const [method, path, body] of [
      [
        "PATCH",
        `${draftsPath}/${id}`,
        { draftPost: {}, action: "UPDATE_SCHEDULE", scheduledPublishDate: "2999-01-01T00:00:00.000Z" },
      ],
      ["PATCH", `${draftsPath}/update`, { draftPosts: [{ draftPost: { id, title: "x" } }] }],
      ["POST", "/blog/v3/bulk/draft-posts/create", { draftPosts: [{ title: "x" }] }],
      ["DELETE", `/blog/v3/bulk/draft-posts?postIds=${id}`],
      ["POST", `${draftsPath}/${id}/pin`],
      ["POST", `${draftsPath}/trash-bin/${id}/restore`],
      ["DELETE", `${draftsPath}/trash-bin/${id}`],
      ["POST", `/blog/v3/multilingual/draft/${id}`, { language: "de" }],
      ["POST", "/blog/v3/categories", { category: { label: "x" } }],
      ["POST", "/v3/tags", { label: "x" }],
    ] as const) {
      const answer = await member(method, path, body);
      expect([method, path, answer.status, codeIn(answer)]).toEqual([method, path, 403, "NOT_ALLOWED"]);
    }
  });

  it("writes only where the owner lets members", async () => {
    await changeSetting(server, "memberPosts", "off");
    expect((await member("POST", draftsPath, { draftPost: { title: "No" } })).status).toBe(403);
    await changeSetting(server, "memberPosts", "review");
  });
});

describe("a post that is submitted", () => {
  it("waits for an editor, unseen and unchanged, and is published when approved", async () => {
    const draft = await draftOf({ title: "Look", richContent: textOf("At it.") }, { publish: true });
    expect(draft).toMatchObject({ status: "IN_REVIEW", changeOrigin: "MODERATION" });
    expect(draft.moderationDetails).toEqual({ submittedBy: memberId, submittedDate: expect.any(String) });
    expect((await server.call("GET", `/v3/posts/${draft.id}`, { token })).status).toBe(404);
    expect(codeIn(await update(draft.id, "UPDATE", { title: "Changed" }))).toBe("POST_STATUS_CONFLICT");
    expect((await member("POST", `${draftsPath}/${draft.id}/publish`)).body).toEqual({ postId: draft.id });
    expect((await editor.read(draft.id)).revision).toBe(draft.revision);
    await editor.call("POST", `${draftsPath}/${draft.id}/publish`);
    const published = await editor.read(draft.id);
    expect(published).toMatchObject({ status: "PUBLISHED", changeOrigin: "APPROVE_IN_MODERATION", memberId });
    expect(published.moderationDetails).toMatchObject({ submittedBy: memberId, status: "APPROVED" });
    expect((await server.call("GET", `/v3/posts/${draft.id}`, { token })).body.post.title).toBe("Look");
    expect(codeIn(await update(draft.id, "UPDATE", { title: "Later" }))).toBe("POST_STATUS_CONFLICT");
    expect(codeIn(await member("DELETE", `${draftsPath}/${draft.id}`))).toBe("POST_STATUS_CONFLICT");
  });

  it("is rejected with a reason, and submitted anew", async () => {
    const { id } = await draftOf({ title: "Not yet" });
    await member("POST", `${draftsPath}/${id}/publish`);
    const rejectionReason = "It needs a picture.";
    await editor.update(id, {}, { action: "UPDATE_REJECT", rejectionReason });
    const rejected = (await member("GET", `${draftsPath}/${id}`)).body.draftPost;
    expect(rejected).toMatchObject({ status: "UNPUBLISHED", changeOrigin: "REJECT_FROM_MODERATION" });
    expect(rejected.moderationDetails).toMatchObject({ status: "REJECTED", rejectionReason });
    expect((await update(id, "UPDATE_PUBLISH", { title: "Now" })).body.draftPost).toMatchObject({
      title: "Now",
      status: "IN_REVIEW",
      moderationDetails: { submittedBy: memberId },
    });
    expect((await editor.read(id)).moderationDetails).not.toHaveProperty("rejectionReason");
  });

  it("is taken back", async () => {
    const { id } = await draftOf({ title: "Back" }, { publish: true });
    const back = await update(id, "UPDATE_REVERT_TO_DRAFT");
    expect(back.body.draftPost).toMatchObject({ status: "UNPUBLISHED", changeOrigin: "REMOVE_FROM_MODERATION" });
    expect((await member("DELETE", `${draftsPath}/${id}?permanent=true`)).status).toBe(200);
  });

  it("needs a title", async () => {
    const answer = await member("POST", draftsPath, { draftPost: {}, publish: true });
    expect(answer.body.details.validationError.fieldViolations[0].field).toBe("draftPost.title");
  });

  it("counts as approved when an editor schedules it", async () => {
    const { id } = await draftOf({ title: "Tomorrow" }, { publish: true });
    const how = { action: "UPDATE_SCHEDULE", scheduledPublishDate: "2999-01-01T00:00:00.000Z" };
    expect((await editor.update(id, {}, how)).body.draftPost.moderationDetails.status).toBe("APPROVED");
  });
});
