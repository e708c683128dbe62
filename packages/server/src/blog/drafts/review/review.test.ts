import { describe, expect, it } from "vitest";
import { changeSetting } from "../../../../test/auth/sign-in-steps.ts";
import { codeIn, createWriter, draftsPath, textOf } from "../../../../test/blog/drafts.ts";
import { createTestServer } from "../../../../test/test-server.ts";

const server = await createTestServer();
const editor = await createWriter(server);
const { memberId, access_token: token } = await server.signIn();
const other = await server.signIn();
const as = (who: string) => (method: string, path: string, body?: object) =>
  server.call(method, path, { token: who, body });
const [member, stranger] = [as(token), as(other.access_token)];
await changeSetting(server, "memberPosts", "review");

const draftOf = async (draftPost: object, options: object = {}) =>
  (await member("POST", draftsPath, { draftPost, ...options })).body.draftPost;
const update = (id: string, action: string, draftPost: object = {}) =>
  member("PATCH", `${draftsPath}/${id}`, { draftPost, action });

describe("a member who writes posts", () => {
  it("has own drafts, without fields that only editors may set", async () => {
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

  it("cannot translate posts of others", async () => {
    const { id: translationId } = await editor.create({ title: "The house" });
    expect(await draftOf({ title: "Das Haus", language: "de", translationId })).not.toHaveProperty("translationId");
  });

  it("cannot see posts of others", async () => {
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

  it("cannot use actions of editors", async () => {
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
      const response = await member(method, path, body);
      expect([method, path, response.status, codeIn(response)]).toEqual([method, path, 403, "NOT_ALLOWED"]);
    }
  });

  it("can write only if the owner allows it", async () => {
    await changeSetting(server, "memberPosts", "off");
    expect((await member("POST", draftsPath, { draftPost: { title: "No" } })).status).toBe(403);
    await changeSetting(server, "memberPosts", "review");
  });
});

describe("the email about a post in review", () => {
  const mails = async () => {
    const waiting = () => server.context.db.selectFrom("outbox").select("id").where("done_at", "is", null).execute();
    await expect.poll(waiting, { interval: 20, timeout: 10_000 }).toEqual([]);
    const to = encodeURIComponent(`${memberId}@example.com`);
    const all = (await server.call("GET", `/dev/mail.json?to=${to}`)).body as Record<
      "subject" | "text" | "html",
      string
    >[];
    const fresh = all.slice(seen);
    seen = all.length;
    return fresh;
  };
  let seen = 0;
  const speak = (language: string) =>
    server.context.db
      .updateTable("members")
      .set({ profile: JSON.stringify({ language }) })
      .where("id", "=", memberId)
      .execute();

  it("announces the publication once, with the URL, in the member's language", async () => {
    await mails();
    const { id } = await draftOf({ title: "Tea <b> & time", richContent: textOf("Hot.") }, { publish: true });
    const approve = () => editor.call("POST", `${draftsPath}/${id}/publish`);
    await Promise.all([approve(), approve(), approve()]);
    await editor.update(id, { title: "Later" }, { action: "UPDATE_PUBLISH" });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("Your post at Porchlight was approved");
    expect(mail?.text).toContain("“Tea <b> & time” is published at Porchlight.");
    expect(mail?.text).toContain("http://localhost:4000/blog/Tea-b-time\n");
    expect(mail?.html).toContain("“Tea &lt;b&gt; &amp; time”");
    await speak("de");
    const german = await draftOf({ title: "Tee", language: "de" }, { publish: true });
    await editor.call("POST", `${draftsPath}/${german.id}/publish`);
    const [other, ...others] = await mails();
    expect([other?.subject, others]).toEqual(["Dein Beitrag bei Porchlight ist angenommen", []]);
    expect(other?.text).toContain("http://localhost:4000/blog/Tee?language=de\n");
    await speak("en");
  });

  it("announces a scheduled publication in the site's time zone", async () => {
    const { id } = await draftOf({ title: "Soon" }, { publish: true });
    server.context.site.timeZone = "Europe/Berlin";
    await editor.update(id, {}, { action: "UPDATE_SCHEDULE", scheduledPublishDate: "2040-07-15T09:00" });
    server.context.site.timeZone = "UTC";
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.text).toContain("“Soon” will be published at Porchlight on July 15, 2040 at 9:00");
    expect(mail?.text).not.toContain("/blog/");
  });

  it("announces a rejection with its reason, except to deleted members and after failed changes", async () => {
    const { id } = await draftOf({ title: "Short" }, { publish: true });
    const reject = { action: "UPDATE_REJECT", rejectionReason: "Say more <i>." };
    expect((await editor.update(id, { memberId: crypto.randomUUID() }, reject)).status).toBe(400);
    await editor.update(id, {}, reject);
    expect((await editor.update(id, {}, reject)).status).toBe(409);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("Your post at Porchlight was not approved");
    expect(mail?.text).toContain("Reason: Say more <i>.");
    expect(mail?.html).toContain("Reason: Say more &lt;i&gt;.");
    const gone = await server.signIn();
    const theirs = await as(gone.access_token)("POST", draftsPath, { draftPost: { title: "Left" }, publish: true });
    await server.context.db.deleteFrom("members").where("id", "=", gone.memberId).execute();
    expect((await editor.call("POST", `${draftsPath}/${theirs.body.draftPost.id}/publish`)).status).toBe(200);
    expect(await mails()).toEqual([]);
  });
});

describe("a submitted post", () => {
  it("stays hidden and unchanged until an editor approves it, then is published", async () => {
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

  it("can be rejected with a reason and submitted again", async () => {
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

  it("can be withdrawn", async () => {
    const { id } = await draftOf({ title: "Back" }, { publish: true });
    const back = await update(id, "UPDATE_REVERT_TO_DRAFT");
    expect(back.body.draftPost).toMatchObject({ status: "UNPUBLISHED", changeOrigin: "REMOVE_FROM_MODERATION" });
    expect((await member("DELETE", `${draftsPath}/${id}?permanent=true`)).status).toBe(200);
  });

  it("requires a title", async () => {
    const response = await member("POST", draftsPath, { draftPost: {}, publish: true });
    expect(response.body.details.validationError.fieldViolations[0].field).toBe("draftPost.title");
  });

  it("counts as approved when an editor schedules it", async () => {
    const { id } = await draftOf({ title: "Tomorrow" }, { publish: true });
    const how = { action: "UPDATE_SCHEDULE", scheduledPublishDate: "2999-01-01T00:00:00.000Z" };
    expect((await editor.update(id, {}, how)).body.draftPost.moderationDetails.status).toBe("APPROVED");
  });
});
