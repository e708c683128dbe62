import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { putPost } from "../../../test/blog/posts.ts";
import { createTestStaff } from "../../../test/staff/staff-accounts.ts";
import { createTestServer, createTestSite } from "../../../test/test-server.ts";
import { insertViews } from "../../blog/analytics/views-store.ts";
import { createMember } from "../../members/administration/create-member.ts";
import { enqueueJob } from "../../platform/jobs/jobs-store.ts";
import { countViews } from "./statistics-store.ts";

const operator = { kind: "owner" } as const;
const statisticsPath = "/_api/porchlight/v1/statistics";
const attentionPath = `${statisticsPath}/attention`;
const server = await createTestServer({ rateLimits: false });
const { context } = server;
const staff = await createTestStaff(server);
const editor = await staff.add("editor@example.com", "editor");
const support = await staff.add("support@example.com", "support");
const author = await staff.add("author@example.com", "author");
const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

async function view(id: string, from: string): Promise<void> {
  await server.call("GET", `/v3/posts/${id}?fieldsets=RICH_CONTENT`, {
    token: await server.visitorToken(),
    from,
    headers: { "user-agent": chrome },
  });
  await context.views.flush();
}

describe("statistics", async () => {
  const popular = await putPost(context, { title: "Popular", slug: "popular" });
  const other = await putPost(context, { title: "Other", slug: "other" });
  await view(popular, "192.0.2.1");
  await view(popular, "192.0.2.2");
  await view(other, "192.0.2.1");
  await createMember(context, operator, { email: "mia@example.com", password: goodPassword });
  await createMember(context, operator, { email: "noa@example.com", password: goodPassword, status: "PENDING" });

  it("counts views, sign-ups and sign-ins of today, and lists all days", async () => {
    const { status, body } = await server.call("GET", `${statisticsPath}?days=7`, { token: staff.ownerToken });
    expect(status).toBe(200);
    const { days, topPosts } = body.statistics;
    const today = new Date().toISOString().slice(0, 10);
    expect(days).toHaveLength(7);
    expect(days.at(-1)).toEqual({ date: today, signUps: 2, signIns: 0, views: 3 });
    expect(days[0]).toMatchObject({ signUps: 0, signIns: 0, views: 0 });
    expect(topPosts).toEqual([
      { id: popular, title: "Popular", slug: "popular", views: 2 },
      { id: other, title: "Other", slug: "other", views: 1 },
    ]);
  });

  it("show each role its part", async () => {
    const daysOf = async (token: string) => {
      const { status, body } = await server.call("GET", statisticsPath, { token });
      return [status, Object.keys(body.statistics?.days[0] ?? {}).sort(), body.statistics?.topPosts !== undefined];
    };
    expect(await daysOf(editor)).toEqual([200, ["date", "views"], true]);
    expect(await daysOf(support)).toEqual([200, ["date", "signIns", "signUps"], false]);
    expect(await daysOf(author)).toEqual([403, [], false]);
    expect(await daysOf(await server.visitorToken())).toEqual([403, [], false]);
    const attentionOf = async (token: string) => (await server.call("GET", attentionPath, { token })).body.attention;
    expect(await attentionOf(staff.ownerToken)).toEqual({
      backup: { date: null, isOverdue: true },
      membersWaiting: 1,
      submissionsUnseen: 0,
      postsInReview: 0,
      commentsToReview: 0,
      webhooksFailing: 0,
      jobsFailed: 0,
    });
    expect(await attentionOf(editor)).toEqual({ submissionsUnseen: 0, postsInReview: 0, commentsToReview: 0 });
    expect(await attentionOf(support)).toEqual({ membersWaiting: 1, submissionsUnseen: 0 });
    expect(await attentionOf(author)).toBeUndefined();
  });

  it("has neither the jobs nor the backups of another site", async () => {
    const another = await createTestSite(server, "Harbor", "http://harbor.example.localhost:4000");
    const { ownerToken: token } = await createTestStaff(another);
    const { db, site } = context;
    await enqueueJob(db, site.id, "mail", "failed", { delaySeconds: 3_600 });
    await sql`update pgboss.job set state = 'failed' where singleton_key = 'failed'`.execute(db);
    const { jobsFailed } = (await server.call("GET", attentionPath, { token: staff.ownerToken })).body.attention;
    expect(jobsFailed).toBe(1);
    const { attention } = (await another.call("GET", attentionPath, { token })).body;
    expect(attention.jobsFailed).toBe(0);
    expect(attention.backup).toBeUndefined();
  });

  it("counts as waiting those whom the list of waiting members shows, and no others", async () => {
    const { db } = context;
    const added = await createMember(context, operator, { email: "una@example.com", password: goodPassword });
    await db
      .updateTable("members")
      .set({ status: "PENDING", pending_reasons: ["PENDING_EMAIL_VERIFICATION_REQUIRED"] })
      .where("id", "=", added.id)
      .execute();
    const query = { filter: { awaitsApproval: true } };
    const { body } = await server.call("POST", "/members/v1/members/query", {
      token: staff.ownerToken,
      body: { query, fieldsets: ["FULL"] },
    });
    expect(body.members.map(({ loginEmail }: { loginEmail: string }) => loginEmail)).toEqual(["noa@example.com"]);
    const { attention } = (await server.call("GET", attentionPath, { token: staff.ownerToken })).body;
    expect(attention.membersWaiting).toBe(1);
  });

  it("has the other figures if one cannot be read", async () => {
    await sql`alter table form_submissions rename to form_submissions_elsewhere`.execute(context.db);
    const { attention } = (await server.call("GET", attentionPath, { token: staff.ownerToken })).body;
    await sql`alter table form_submissions_elsewhere rename to form_submissions`.execute(context.db);
    expect(attention).toMatchObject({ membersWaiting: 1, postsInReview: 0, failed: ["submissionsUnseen"] });
    expect(attention.submissionsUnseen).toBeUndefined();
  });

  it("rejects other periods", async () => {
    for (const days of ["1", "365", "x", "-7"]) {
      const { status } = await server.call("GET", `${statisticsPath}?days=${days}`, { token: staff.ownerToken });
      expect([days, status]).toEqual([days, 400]);
    }
  });

  it("use the days of the site's time zone", async () => {
    const { db, site } = context;
    const now = new Date("2027-03-01T12:00:00Z");
    const kiritimati = { id: site.id, timeZone: "Pacific/Kiritimati" };
    await insertViews(db, kiritimati, [{ postId: other, viewer: Buffer.alloc(16, 9), at: now }]);
    const lastDay = async (timeZone: string) =>
      (await countViews(db, { siteId: site.id, timeZone, days: 7, now })).at(-1);
    expect(await lastDay("Pacific/Kiritimati")).toEqual({ day: "2027-03-02", count: 1 });
    expect(await lastDay("UTC")).toEqual({ day: "2027-03-01", count: 0 });
  });
});
