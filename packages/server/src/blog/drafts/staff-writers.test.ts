import { describe, expect, it } from "vitest";
import { codeIn, draftsPath, textOf } from "../../../test/blog/drafts.ts";
import { createTestStaff } from "../../../test/staff/staff-accounts.ts";
import { createTestServer } from "../../../test/test-server.ts";
import type { StaffRole } from "../../platform/context/caller.ts";
import { changeStaffRole, listStaff, removeStaff } from "../../staff/manage-staff.ts";

const operator = { kind: "owner" } as const;
const server = await createTestServer({ rateLimits: false });
const staff = await createTestStaff(server);
const as = (token: string) => (method: string, path: string, body?: object) =>
  server.call(method, path, { token, ...(body && { body }) });
const owner = as(staff.ownerToken);
const editor = as(await staff.add("editor@example.com", "editor"));
const ana = as(await staff.add("ana@example.com", "author"));
const ben = as(await staff.add("ben@example.com", "author"));
const support = as(await staff.add("support@example.com", "support"));
const visitor = as(await server.visitorToken());
type Call = typeof owner;
const create = async (call: Call, draftPost: object) => (await call("POST", draftsPath, { draftPost })).body.draftPost;
const titles = async (call: Call) =>
  (await call("POST", `${draftsPath}/query`, { query: {} })).body.draftPosts.map(
    ({ title }: { title: string }) => title,
  );

describe("an author", () => {
  it("sees and changes own posts only", async () => {
    const { id } = await create(ana, { title: "Ana's", featured: true, membersOnly: true });
    const { id: other } = await create(editor, { title: "The editor's" });
    await create(ben, { title: "Ben's" });
    expect([await titles(ana), await titles(ben)]).toEqual([["Ana's"], ["Ben's"]]);
    expect((await titles(editor)).toSorted()).toEqual(["Ana's", "Ben's", "The editor's"]);
    const paths = [
      ["GET", ""],
      ["PATCH", "", { draftPost: { title: "Taken" } }],
      ["DELETE", ""],
      ["POST", "/publish", {}],
      ["GET", "/revisions"],
    ] as const;
    for (const [method, rest, body] of paths) {
      expect((await ana(method, `${draftsPath}/${other}${rest}`, body)).status, `${method} ${rest}`).toBe(404);
      expect((await support(method, `${draftsPath}/${id}${rest}`, body)).status, `${method} ${rest}`).toBe(403);
    }
    for (const rest of ["previews", "editing"])
      expect((await ben("POST", `/_api/porchlight/v1/blog/draft-posts/${id}/${rest}`, {})).status, rest).toBe(404);
    const draft = (await ana("GET", `${draftsPath}/${id}`)).body.draftPost;
    expect(draft).toMatchObject({ featured: false, membersOnly: false });
    for (const [method, path, body] of [
      ["POST", `${draftsPath}/${id}/pin`, {}],
      ["POST", `/blog/v3/multilingual/draft/${id}`, { language: "de" }],
      ["POST", "/blog/v3/bulk/draft-posts/create", { draftPosts: [{ title: "Many" }] }],
    ] as const)
      expect((await ana(method, path, body)).status, path).toBe(403);
  });

  it("submits posts that editors approve, or send back with a note", async () => {
    const { id } = await create(ana, { title: "Reviewed", richContent: textOf("Body.") });
    await ana("POST", `${draftsPath}/${id}/publish`, {});
    const read = async () => (await ana("GET", `${draftsPath}/${id}`)).body.draftPost;
    expect(await read()).toMatchObject({ status: "IN_REVIEW" });
    const refused = await ana("PATCH", `${draftsPath}/${id}`, { draftPost: { title: "Late" } });
    expect(codeIn(refused)).toBe("POST_STATUS_CONFLICT");
    const sendBack = { draftPost: {}, action: "UPDATE_REJECT", rejectionReason: "Name the source." };
    expect((await ana("PATCH", `${draftsPath}/${id}`, sendBack)).status).toBe(403);
    await editor("PATCH", `${draftsPath}/${id}`, sendBack);
    expect(await read()).toMatchObject({
      status: "UNPUBLISHED",
      moderationDetails: { status: "REJECTED", rejectionReason: "Name the source." },
    });
    const mails = async () => (await server.call("GET", "/dev/mail.json?to=ana@example.com")).body;
    await expect.poll(async () => JSON.stringify(await mails())).toContain("Name the source.");
    await ana("POST", `${draftsPath}/${id}/publish`, {});
    await editor("POST", `${draftsPath}/${id}/publish`, {});
    expect(await read()).toMatchObject({ status: "PUBLISHED", moderationDetails: { status: "APPROVED" } });
    expect((await ana("DELETE", `${draftsPath}/${id}`)).status).toBe(409);
  });

  it("uploads files for posts and sees the library, unlike support", async () => {
    const upload = (call: Call) => call("POST", "/site-media/v1/files/upload-url", { filename: "a.png" });
    const statuses = await Promise.all([ana, editor, support].map(async (call) => (await upload(call)).status));
    expect(statuses).toEqual([200, 200, 403]);
    expect((await ana("GET", "/site-media/v1/files")).status).toBe(200);
    expect((await support("GET", "/site-media/v1/files")).status).toBe(403);
  });

  it("moves own drafts to the trash, and restores them", async () => {
    const { id } = await create(ana, { title: "Thrown away" });
    await ana("DELETE", `${draftsPath}/${id}`);
    const path = `${draftsPath}/trash-bin/${id}/restore`;
    expect((await ben("POST", path, {})).status).toBe(404);
    expect((await ana("POST", path, {})).status).toBe(200);
  });

  it("does not publish a post again that an editor has withdrawn", async () => {
    const { id } = await create(ana, { title: "Withdrawn" });
    await editor("POST", `${draftsPath}/${id}/publish`, {});
    await editor("DELETE", `${draftsPath}/${id}`);
    expect((await ana("POST", `${draftsPath}/trash-bin/${id}/restore`, {})).status).toBe(200);
    const { body } = await ana("GET", `${draftsPath}/${id}`);
    expect(body.draftPost.status).toBe("UNPUBLISHED");
    expect((await visitor("GET", `/v3/posts/${id}`)).status).toBe(404);
  });
});

describe("the names of authors", () => {
  it("are shown to readers, and can be changed by editors", async () => {
    const published = await create(editor, { title: "Named", authors: ["Grace", "Ada"] });
    await editor("POST", `${draftsPath}/${published.id}/publish`, {});
    const read = async () => (await visitor("GET", `/v3/posts/${published.id}`)).body.post.authors;
    expect(await read()).toEqual(["Grace", "Ada"]);
    await editor("PATCH", `${draftsPath}/${published.id}`, { draftPost: { authors: ["Ada"] } });
    expect(await read()).toEqual(["Grace", "Ada"]);
    const query = { query: { filter: { authors: { $hasSome: ["Ada"] } } } };
    expect((await editor("POST", `${draftsPath}/query`, query)).body.draftPosts).toHaveLength(1);
    await editor("POST", `${draftsPath}/${published.id}/publish`, {});
    expect(await read()).toEqual(["Ada"]);
    const { revisions } = (await editor("GET", `${draftsPath}/${published.id}/revisions`)).body;
    await editor("POST", `${draftsPath}/${published.id}/revisions/${revisions.at(-1).revision}/restore`, {});
    expect((await editor("GET", `${draftsPath}/${published.id}`)).body.draftPost.authors).toEqual(["Ada"]);
  });
});

describe("a preview link", () => {
  it("shows the saved draft to everyone who has it, until it expires", async () => {
    const { id } = await create(owner, { title: "Soon", richContent: textOf("Not yet public."), membersOnly: true });
    const { path } = (await owner("POST", `/_api/porchlight/v1/blog/draft-posts/${id}/previews`, {})).body;
    const token = new URL(path, "http://site.example").searchParams.get("token") ?? "";
    const read = (value: string) => visitor("GET", `/_api/porchlight/v1/blog/previews?token=${value}`);
    const { status, body } = await read(token);
    expect([status, body.post.title, body.post.preview]).toEqual([200, "Soon", false]);
    expect(JSON.stringify(body.post.richContent)).toContain("Not yet public.");
    expect(body.post).not.toHaveProperty("revision");
    for (const changed of [`x${token}`, token.slice(0, -1), "made.up"]) expect((await read(changed)).status).toBe(404);
    server.advance(31 * 60_000);
    expect((await read(token)).status).toBe(404);
  });
});

describe("a preview link of an author", () => {
  it("stops working when the author may no longer see the draft", async () => {
    const accountId = async () =>
      (await listStaff(server.context, { caller: operator })).staffAccounts.find(
        ({ email }) => email === "ben@example.com",
      )!.id;
    const { id } = await create(ben, { title: "Ben's secret" });
    const { path } = (await ben("POST", `/_api/porchlight/v1/blog/draft-posts/${id}/previews`, {})).body;
    const token = new URL(path, "http://site.example").searchParams.get("token") ?? "";
    const read = async () => (await visitor("GET", `/_api/porchlight/v1/blog/previews?token=${token}`)).status;
    const setRole = async (role: StaffRole) =>
      changeStaffRole(server.context, { caller: operator }, { params: { id: await accountId() }, body: { role } });
    expect(await read()).toBe(200);
    await setRole("support");
    expect(await read()).toBe(404);
    await setRole("editor");
    expect(await read()).toBe(200);
    await removeStaff(server.context, { caller: operator }, { params: { id: await accountId() } });
    expect(await read()).toBe(404);
  });
});

describe("two people with the same post open", () => {
  it("learn of each other, and can take over", async () => {
    const { id } = await create(editor, { title: "Shared" });
    const path = `/_api/porchlight/v1/blog/draft-posts/${id}/editing`;
    const report = async (call: Call, body: object = {}) => (await call("POST", path, body)).body;
    expect(await report(editor)).toEqual({});
    expect(await report(owner)).toMatchObject({ otherEditor: { sinceDate: expect.any(String) } });
    expect(await report(editor)).toEqual({});
    expect(await report(owner, { takeOver: true })).toEqual({});
    expect(await report(editor)).toHaveProperty("otherEditor");
    expect(await report(owner, { leave: true })).toEqual({});
    expect(await report(editor)).toEqual({});
    server.advance(46_000);
    expect(await report(owner)).toEqual({});
    expect((await visitor("POST", path, {})).status).toBe(403);
  });
});
