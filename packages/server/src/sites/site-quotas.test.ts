import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { createTestStaff } from "../../test/staff/staff-accounts.ts";
import { createTestServer, createTestSite } from "../../test/test-server.ts";
import { deleteMember } from "../auth/account/delete-member.ts";
import { seedItems } from "../data/items/seed-items.ts";
import { createJobHandlers } from "../job-handlers.ts";
import { uploadBytes } from "../media/files/upload-file.ts";
import { insertMember } from "../members/members-store.ts";
import type { Requester } from "../platform/context/request-context.ts";
import { openDatabase } from "../platform/db/database.ts";
import { newId } from "../platform/db/ids.ts";
import { enqueueOutboxEntry } from "../platform/jobs/outbox-store.ts";
import { listAuditEvents } from "../site-admin/list-audit-events.ts";
import { listSites, updateSite } from "./manage-sites.ts";

const owner = { kind: "owner" } as const;
const first = await createTestServer({ rateLimits: false });
const second = await createTestSite(first, "Harbor", "http://harbor.example.localhost:4000");
const { context } = second;
const { db } = context;
const otherNode = openDatabase(context.config.connection, () => undefined);
afterAll(() => otherNode.destroy());

const limit = (quotas: Parameters<typeof updateSite>[3]["quotas"]) =>
  updateSite(first.context, owner, "Harbor", { quotas });
const quotasOf = async () => (await listSites(first.context, owner))[1]!.quotas;

async function addMember(node = db): Promise<string> {
  const id = newId();
  const email = `${id}@example.com`;
  const account = {
    email,
    emailKey: email,
    emailVerified: true,
    passwordHash: null,
    status: "ACTIVE",
    slug: id,
  } as const;
  await insertMember(node, {
    siteId: context.site.id,
    id,
    ...account,
    pendingReasons: [],
    profile: {},
    at: new Date(),
  });
  return id;
}

async function hasTriggers(table: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_trigger where tgname like ${`${table}_quota_%`} and tgenabled <> 'D'`.execute(db);
  return rows.length === 2;
}

describe("a quota of members", () => {
  it("is exact with concurrent sign-ups at two nodes, and applies to its site only", async () => {
    expect(await hasTriggers("members")).toBe(false);
    await addMember();
    expect((await limit({ members: 10 })).quotas).toEqual({ members: { used: 1, maximum: 10 } });
    expect(await hasTriggers("members")).toBe(true);
    const results = await Promise.allSettled(Array.from({ length: 30 }, (_, at) => addMember(at % 2 ? db : otherNode)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(9);
    const refused = results.find(({ status }) => status === "rejected");
    expect(refused).toMatchObject({
      reason: {
        code: "SITE_QUOTA_EXCEEDED",
        message: "This site is limited to 10 members. Delete some, or ask the operator to raise the limit.",
      },
    });
    expect(await quotasOf()).toEqual({ members: { used: 10, maximum: 10 } });
    await first.signIn();
  });

  it("rejects sign-ups with known addresses as well, so that they do not reveal who is a member", async () => {
    const email = (await db.selectFrom("members").select("email").where("site_id", "=", context.site.id).execute())[0]!
      .email;
    const token = await second.visitorToken();
    const signUp = async (loginId: string) => {
      const body = { loginId: { email: loginId }, password: "lamps at dusk" };
      const { status, body: answer } = await second.call("POST", "/_api/iam/authentication/v2/register", {
        token,
        body,
      });
      return [status, answer.details.applicationError.code];
    };
    expect(await signUp("new@example.com")).toEqual([409, "SITE_QUOTA_EXCEEDED"]);
    expect(await signUp(email)).toEqual([409, "SITE_QUOTA_EXCEEDED"]);
  });

  it("counts deletions, even above a lowered limit, and ignores rolled back changes", async () => {
    await limit({ members: 2 });
    const members = await db
      .selectFrom("members")
      .select("id")
      .where("site_id", "=", context.site.id)
      .where("status", "=", "ACTIVE")
      .execute();
    for (const { id } of members.slice(1)) await deleteMember(context, { caller: owner } as Requester, id);
    expect(await quotasOf()).toEqual({ members: { used: 1, maximum: 2 } });
    await expect(
      db.transaction().execute(async (tx) => {
        await addMember(tx as unknown as typeof db);
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    await addMember();
    await expect(addMember()).rejects.toThrow("limited to 2 members");
    await limit({ members: null });
    expect(await hasTriggers("members")).toBe(false);
    await addMember();
    expect(await quotasOf()).toEqual({});
  });
});

describe("the other quotas", () => {
  it("limit posts, with a message in the console", async () => {
    const { ownerToken: token } = await createTestStaff(second);
    const create = () =>
      second.call("POST", "/blog/v3/draft-posts", { token, body: { draftPost: { title: "Bread" } } });
    expect((await create()).status).toBe(200);
    await limit({ posts: 1 });
    const refused = await create();
    expect(refused).toMatchObject({
      status: 409,
      body: {
        message: "This site is limited to 1 posts. Delete some, or ask the operator to raise the limit.",
        details: { applicationError: { code: "SITE_QUOTA_EXCEEDED", data: { quota: "posts", maximum: 1 } } },
      },
    });
    await limit({ posts: 2 });
    expect((await create()).status).toBe(200);
  });

  it("limit items: a statement adds all or none", async () => {
    const seed = (count: number) => seedItems(context, owner, { count, onProgress: () => undefined });
    await seed(5);
    await limit({ items: 10 });
    await expect(seed(6)).rejects.toThrow("limited to 10 collection items");
    await seed(5);
    expect((await quotasOf()).items).toEqual({ used: 10, maximum: 10 });
  });

  it("limit the bytes of images and files", async () => {
    const upload = (name: string, bytes: number) =>
      uploadBytes(context, owner, { filename: name, bytes: new TextEncoder().encode("x".repeat(bytes)) });
    await upload("one.txt", 600);
    await limit({ mediaBytes: 1_000 });
    await expect(upload("two.txt", 500)).rejects.toThrow("limited to 1000 bytes of images and files");
    await upload("two.txt", 400);
    expect((await quotasOf()).mediaBytes).toEqual({ used: 1_000, maximum: 1_000 });
    // As by the replacement of a file.
    const ofSite = { site_id: context.site.id, display_name: "two.txt" };
    const resize = (bytes: number) =>
      sql`update media_files set bytes = ${bytes} where site_id = ${ofSite.site_id} and display_name = ${ofSite.display_name}`.execute(
        db,
      );
    await expect(resize(401)).rejects.toThrow("limited to 1000 bytes");
    await resize(150);
    expect((await quotasOf()).mediaBytes?.used).toBe(750);
    await sql`delete from media_files where site_id = ${ofSite.site_id}`.execute(db);
    expect((await quotasOf()).mediaBytes?.used).toBe(0);
  });

  it("delay emails until the next day, except urgent ones", async () => {
    await limit({ emailsPerDay: 1 });
    const { mail } = createJobHandlers(context);
    const send = async (kind: string) => {
      const template = { kind, values: {}, footer: "" };
      const payload = { to: "ann@example.com", subject: "Tea", text: "Tea", html: "<p>Tea</p>", template };
      const id = await db
        .transaction()
        .execute((tx) => enqueueOutboxEntry(tx, context.site.id, "mail", payload, context.now(), 3_600));
      const run = () => mail.run(id, new AbortController().signal);
      return [await run(), run] as const;
    };
    expect((await send("commentPosted"))[0]).toBeUndefined();
    const [again, run] = await send("commentPosted");
    expect(again).toEqual({ afterSeconds: expect.any(Number) });
    expect((await send("recovery"))[0]).toBeUndefined();
    expect((await quotasOf()).emailsPerDay).toEqual({ used: 2, maximum: 1 });
    await sql`update site_quotas set day = day - 1 where kind = 'emailsPerDay'`.execute(db);
    expect((await quotasOf()).emailsPerDay).toEqual({ used: 0, maximum: 1 });
    expect(await run()).toBeUndefined();
    expect((await quotasOf()).emailsPerDay).toEqual({ used: 1, maximum: 1 });
  });
});

it("records changes of sites in the audit log of the main site", async () => {
  const events = await listAuditEvents(first.context, owner, { event: "site-changed", limit: 100 });
  expect(events.at(-1)).toMatchObject({
    by: "owner",
    details: { site: context.site.id, name: "Harbor", url: context.config.publicUrl, members: "10" },
  });
  expect(await listAuditEvents(context, owner, { event: "site-changed", limit: 1 })).toEqual([]);
});
