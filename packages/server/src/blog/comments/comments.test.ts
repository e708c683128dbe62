import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { changeSetting } from "../../../test/auth/sign-in-steps.ts";
import { putPost } from "../../../test/blog/posts.ts";
import { createTestStaff } from "../../../test/staff/staff-accounts.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { deleteMember } from "../../auth/account/delete-member.ts";

const server = await createTestServer({ rateLimits: false });
const { context } = server;
const path = "/_api/porchlight/v1/comments";
await changeSetting(server, "comments", "on");
const staff = await createTestStaff(server);
const author = await staff.add("author@example.com", "author");
const editor = await staff.add("editor@example.com", "editor");

type Token = string;
const list = async (token: Token, postId: string, query = "") =>
  (await server.call("GET", `${path}?postId=${postId}${query}`, { token })).body;
const write = (token: Token, postId: string, text: unknown, parentId?: string) =>
  server.call("POST", path, { token, body: { postId, text, parentId } });
const setStatus = (token: Token, commentIds: string[], status: string) =>
  server.call("POST", `${path}/status`, { token, body: { commentIds, status } });
const query = async (token: Token, body: object = {}) =>
  (await server.call("POST", `${path}/query`, { token, body })).body;
const countOf = async (postId: string) =>
  (await server.call("GET", `/v3/posts/${postId}/metrics`, { token: await server.visitorToken() })).body.metrics
    .comments;
const codeOf = ({ body }: { body: { details: { applicationError?: { code: string } } } }) =>
  body.details.applicationError?.code;
/** The emails to a member, once all are delivered. */
const mailsTo = async ({ memberId }: { memberId: string }): Promise<{ subject: string; text: string }[]> => {
  const waiting = () => context.db.selectFrom("outbox").select("id").where("done_at", "is", null).execute();
  await expect.poll(waiting, { timeout: 10_000 }).toEqual([]);
  return (await server.call("GET", `/dev/mail.json?to=${memberId}@example.com`)).body;
};

describe("comments", () => {
  it("are shown in threads, newest first, with replies in order, and counted", async () => {
    const post = await putPost(context, {});
    const [ann, ben] = [await server.signIn(), await server.signIn()];
    const first = (await write(ann.access_token, post, "  First\r\n\r\n\r\nline  ")).body.comment;
    expect(first).toMatchObject({ status: "PUBLISHED", text: "First\n\nline", isOwn: true, threadId: first.id });
    const second = (await write(ben.access_token, post, "Second")).body.comment;
    const reply = (await write(ben.access_token, post, "Reply", first.id)).body.comment;
    const nested = (await write(ann.access_token, post, "Nested", reply.id)).body.comment;
    expect(nested).toMatchObject({ threadId: first.id, parentId: reply.id });

    const page = await list(await server.visitorToken(), post);
    expect(page.comments.map(({ text }: { text: string }) => text)).toEqual([
      "Second",
      "First\n\nline",
      "Reply",
      "Nested",
    ]);
    expect(page).toMatchObject({ total: 4, obstacle: "SIGN_IN" });
    expect(page.comments[0]).not.toHaveProperty("isOwn");
    expect(await countOf(post)).toBe(4);
    expect((await list(ann.access_token, post)).obstacle).toBeUndefined();

    const older = await list(ann.access_token, post, `&limit=1&commentId=${nested.id}`);
    expect(older.comments.map(({ text }: { text: string }) => text)).toEqual(["First\n\nline", "Reply", "Nested"]);
    for (const unknown of [post, "0", "0".repeat(39)])
      expect((await list(ann.access_token, post, `&limit=1&commentId=${unknown}`)).comments[0].text).toBe("Second");

    const top = await list(ann.access_token, post, "&limit=1");
    expect([top.comments.length, top.nextCursor]).toEqual([1, second.id]);
    const rest = await list(ann.access_token, post, `&limit=1&cursor=${top.nextCursor}`);
    expect([rest.comments.length, rest.nextCursor]).toEqual([3, undefined]);
  });

  it("are changed and deleted by their authors only, and stay without text while they have replies", async () => {
    const post = await putPost(context, {});
    const [ann, ben] = [(await server.signIn()).access_token, (await server.signIn()).access_token];
    const first = (await write(ann, post, "First")).body.comment;
    const reply = (await write(ben, post, "Reply", first.id)).body.comment;
    const at = (id: string) => `${path}/${id}`;
    expect(codeOf(await server.call("PATCH", at(first.id), { token: ben, body: { text: "x" } }))).toBe(
      "COMMENT_NOT_FOUND",
    );
    expect(codeOf(await server.call("DELETE", at(first.id), { token: ben }))).toBe("COMMENT_NOT_FOUND");
    const changed = await server.call("PATCH", at(first.id), { token: ann, body: { text: "Better" } });
    expect(changed.body.comment).toMatchObject({ text: "Better", editedDate: expect.any(String) });

    expect((await server.call("DELETE", at(first.id), { token: ann })).status).toBe(200);
    const [placeholder] = (await list(ann, post)).comments;
    expect(placeholder).toMatchObject({ id: first.id, status: "DELETED", text: "", author: {} });
    expect(placeholder).not.toHaveProperty("isOwn");
    expect(await countOf(post)).toBe(1);
    expect(codeOf(await write(ben, post, "To nobody", first.id))).toBe("COMMENT_NOT_FOUND");

    await server.call("DELETE", at(reply.id), { token: ben });
    expect(await list(ann, post)).toMatchObject({ comments: [], total: 0 });
    expect((await query(editor, { state: "DELETED" })).comments).toEqual([]);
  });

  it("get staff replies, which approve them", async () => {
    const post = await putPost(context, {});
    const { id: staffId } = await context.db
      .selectFrom("members")
      .select("id")
      .where("email", "=", "author@example.com")
      .executeTakeFirstOrThrow();
    await context.db.updateTable("posts").set({ staff_id: staffId }).where("id", "=", post).execute();
    await changeSetting(server, "comments", "approve-all");
    const ann = await server.signIn();
    const { id } = (await write(ann.access_token, post, "A question")).body.comment;
    const reply = (token: Token, text: unknown, commentId = id) =>
      server.call("POST", `${path}/${commentId}/reply`, { token, body: { text } });
    for (const token of [ann.access_token, await server.visitorToken()])
      expect(codeOf(await reply(token, "x"))).toBe("NOT_ALLOWED");
    expect((await reply(editor, " ")).status).toBe(400);
    expect(codeOf(await reply(editor, "x", post))).toBe("COMMENT_NOT_FOUND");
    const { comment } = (await reply(editor, "An answer")).body;
    expect(comment).toMatchObject({ parentId: id, threadId: id, text: "An answer", status: "PUBLISHED" });
    expect(comment.author).toEqual({ name: expect.any(String), isTeam: true });
    const byAuthor = (await reply(author, "From me", id)).body.comment;
    expect(byAuthor.author).toMatchObject({ isTeam: true, isPostAuthor: true });
    const { comments } = await list(await server.visitorToken(), post);
    expect(comments.map(({ status, text }: Record<string, unknown>) => [status, text])).toEqual([
      ["PUBLISHED", "A question"],
      ["PUBLISHED", "An answer"],
      ["PUBLISHED", "From me"],
    ]);
    const replies = (await mailsTo(ann)).map(({ text }) => /An answer|From me/.exec(text)?.[0]);
    expect(replies.sort()).toEqual(["An answer", "From me"]);
    await context.db.updateTable("posts").set({ staff_id: null }).where("id", "=", post).execute();
    const other = await putPost(context, {});
    const elsewhere = (await write(ann.access_token, other, "Elsewhere")).body.comment;
    expect(codeOf(await reply(author, "x", elsewhere.id))).toBe("COMMENT_NOT_FOUND");
    await setStatus(editor, [elsewhere.id], "SPAM");
    expect(codeOf(await reply(editor, "x", elsewhere.id))).toBe("COMMENT_NOT_FOUND");
    await changeSetting(server, "comments", "off");
    expect(codeOf(await reply(editor, "x"))).toBe("COMMENTS_OFF");
    await changeSetting(server, "comments", "on");
  });

  it("get no reply that was sent while they were being hidden", async () => {
    const post = await putPost(context, {});
    const ann = await server.signIn();
    const { id } = (await write(ann.access_token, post, "Soon hidden")).body.comment;
    const replies = await context.db.transaction().execute(async (tx) => {
      await tx.updateTable("comments").set({ status: "SPAM" }).where("id", "=", id).execute();
      const sent = [
        server.call("POST", `${path}/${id}/reply`, { token: editor, body: { text: "Too late" } }),
        write(ann.access_token, post, "Too late", id),
      ];
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waiting.execute(context.db)).rows.length).toBe(2);
      return sent;
    });
    expect((await Promise.all(replies)).map(codeOf)).toEqual(["COMMENT_NOT_FOUND", "COMMENT_NOT_FOUND"]);
  });

  it("wait for approval by setting, and are announced once", async () => {
    const post = await putPost(context, { title: "Lamps" });
    const ann = await server.signIn();
    const first = (await write(ann.access_token, post, "First")).body.comment;
    await changeSetting(server, "comments", "approve-first");
    const ben = await server.signIn();
    expect((await write(ann.access_token, post, "Approved before")).body.comment.status).toBe("PUBLISHED");
    const waiting = (await write(ben.access_token, post, "Reply", first.id)).body.comment;
    expect(waiting.status).toBe("PENDING");
    const textsFor = async (token: Token) =>
      (await list(token, post)).comments.map(({ text }: { text: string }) => text);
    expect(await textsFor(ben.access_token)).toContain("Reply");
    expect(await textsFor(ann.access_token)).not.toContain("Reply");
    expect((await query(editor)).counts.pending).toBe(1);
    expect(await mailsTo(ann)).toEqual([]);

    for (const status of ["PUBLISHED", "SPAM", "PUBLISHED"])
      expect((await setStatus(editor, [waiting.id], status)).body.results).toHaveLength(1);
    const [mail, ...others] = await mailsTo(ann);
    expect(others).toEqual([]);
    expect(mail?.subject).toContain("replied to your comment");
    expect(mail?.text).toContain(`#comment-${waiting.id}`);
    expect((await write(ben.access_token, post, "Second")).body.comment.status).toBe("PUBLISHED");
    await changeSetting(server, "comments", "approve-all");
    expect((await write(ben.access_token, post, "Third")).body.comment.status).toBe("PENDING");
    const edited = await server.call("PATCH", `${path}/${waiting.id}`, {
      token: ben.access_token,
      body: { text: "Buy" },
    });
    expect(edited.body.comment.status).toBe("PENDING");
    await changeSetting(server, "comments", "on");
  });

  it("are refused with the reason", async () => {
    const post = await putPost(context, {});
    const closed = await putPost(context, {});
    await context.db.updateTable("posts").set({ commenting_enabled: false }).where("id", "=", closed).execute();
    const member = await server.signIn();
    const token = member.access_token;
    expect(codeOf(await write(await server.visitorToken(), post, "x"))).toBe("NOT_ALLOWED");
    expect(codeOf(await write(token, closed, "x"))).toBe("COMMENTS_CLOSED");
    expect((await list(token, closed)).obstacle).toBe("CLOSED");
    expect(codeOf(await write(token, crypto.randomUUID(), "x"))).toBe("POST_NOT_FOUND");
    expect(codeOf(await write(token, "x", "x"))).toBe("POST_NOT_FOUND");
    expect(codeOf(await write(token, post, "x", crypto.randomUUID()))).toBe("COMMENT_NOT_FOUND");
    for (const text of ["", "  \n ", "x".repeat(5_001), null, 3, undefined])
      expect([text, (await write(token, post, text)).status]).toEqual([text, 400]);
    expect((await write(token, post, "a\u0000b")).status).toBe(400);
    await context.db
      .updateTable("members")
      .set({ activity_status: "MUTED" })
      .where("id", "=", member.memberId)
      .execute();
    expect(codeOf(await write(token, post, "x"))).toBe("MEMBER_MUTED");
    expect((await list(token, post)).obstacle).toBe("MUTED");
    await changeSetting(server, "comments", "off");
    expect(codeOf(await write(token, post, "x"))).toBe("COMMENTS_OFF");
    expect(await list(token, post)).toMatchObject({ comments: [], obstacle: "OFF" });
    await changeSetting(server, "comments", "on");
  });

  it("lose their author, not their text, with the member", async () => {
    const post = await putPost(context, {});
    const { access_token: token, memberId } = await server.signIn();
    await write(token, post, "Stays");
    await deleteMember(context, { caller: { kind: "owner" } }, memberId);
    const { comments } = await list(await server.visitorToken(), post);
    expect(comments).toMatchObject([{ text: "Stays", author: {} }]);
  });
});

describe("moderation", () => {
  it("lists reported comments until they are hidden or the reports are dismissed", async () => {
    const post = await putPost(context, { title: "Reported" });
    const [ann, ben] = [(await server.signIn()).access_token, (await server.signIn()).access_token];
    const comment = (await write(ann, post, "Buy now")).body.comment;
    const report = (token: Token) => server.call("POST", `${path}/${comment.id}/report`, { token });
    expect(codeOf(await report(ann))).toBe("COMMENT_NOT_FOUND");
    expect([(await report(ben)).status, (await report(ben)).status]).toEqual([200, 200]);
    const inbox = await query(editor, { postId: post });
    expect(inbox.comments).toMatchObject([{ id: comment.id, reports: 1, post: { title: "Reported" } }]);
    await setStatus(editor, [comment.id], "PUBLISHED");
    expect((await query(editor, { postId: post })).comments).toEqual([]);

    const decided = await setStatus(editor, [comment.id], "SPAM");
    expect(decided.body.results).toEqual([{ commentId: comment.id, previousStatus: "PUBLISHED" }]);
    expect([await countOf(post), (await list(ann, post)).comments]).toEqual([0, []]);
    await setStatus(editor, [comment.id], "PUBLISHED");
    expect(await countOf(post)).toBe(1);
  });

  it("is for editors, and for authors on their own posts", async () => {
    const [own, other] = [await putPost(context, {}), await putPost(context, {})];
    const { id: staffId } = await context.db
      .selectFrom("members")
      .select("id")
      .where("email", "=", "author@example.com")
      .executeTakeFirstOrThrow();
    await context.db.updateTable("posts").set({ staff_id: staffId }).where("id", "=", own).execute();
    const { access_token: member } = await server.signIn();
    const mine = (await write(member, own, "On own")).body.comment.id;
    const theirs = (await write(member, other, "On other")).body.comment.id;
    expect(codeOf(await setStatus(member, [mine], "DELETED"))).toBe("NOT_ALLOWED");
    expect((await server.call("POST", `${path}/query`, { token: member, body: {} })).status).toBe(403);
    expect((await query(author, { state: "ALL" })).comments.map(({ id }: { id: string }) => id)).toEqual([mine]);
    const { results } = (await setStatus(author, [mine, theirs], "DELETED")).body;
    expect(results.map(({ commentId }: { commentId: string }) => commentId)).toEqual([mine]);
    expect((await query(editor, { state: "DELETED", search: "own" })).comments).toMatchObject([{ text: "On own" }]);
  });
});

describe("emails about comments", () => {
  it("are stopped with one click of the email program", async () => {
    const post = await putPost(context, {});
    const [cleo, dora] = [await server.signIn(), await server.signIn()];
    const first = (await write(cleo.access_token, post, "First")).body.comment;
    await write(dora.access_token, post, "One", first.id);
    const [mail] = await mailsTo(cleo);
    const [url = ""] = /https?:\S+\/hosted\/unsubscribe\S+/.exec(mail?.text ?? "") ?? [];
    const { origin, pathname, search } = new URL(url);
    const send = (body: string, token = search) =>
      server.fetch(
        new Request(`${origin}${pathname}${token}`, {
          method: "POST",
          body,
          headers: { "content-type": "application/x-www-form-urlencoded" },
        }),
      );
    expect((await send("List-Unsubscribe=One-Click", `${search}x`)).status).toBe(400);
    expect((await send("List-Unsubscribe=One-Click")).status).toBe(200);
    await write(dora.access_token, post, "Two", first.id);
    expect(await mailsTo(cleo)).toHaveLength(1);
    await send("resume=1");
    await write(dora.access_token, post, "Three", first.id);
    expect(await mailsTo(cleo)).toHaveLength(2);
  });
});
