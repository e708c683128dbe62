import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { changeSetting } from "../../../test/auth/sign-in-steps.ts";
import { codeIn, createWriter, textOf as documentOf } from "../../../test/blog/drafts.ts";
import { putCategory, putPost } from "../../../test/blog/posts.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { decodeQuoted, type Received, startSmtp } from "../../../test/test-smtp.ts";
import { createJobHandlers } from "../../job-handlers.ts";
import { newId } from "../../platform/db/ids.ts";
import { enqueueJobNow, lockJob } from "../../platform/jobs/jobs-store.ts";
import { unsubscribeUrl } from "../../platform/mail/opt-outs-store.ts";
import { publishDuePosts } from "../schedule/schedule.ts";
import { deliverNewsletter, queueNewsletterBatch } from "./send-newsletter.ts";

const smtp = await startSmtp();
const server = await createTestServer({ rateLimits: false, smtpUrl: smtp.url });
const { context } = server;
const { db, site } = context;
const writer = await createWriter(server);
const path = "/_api/porchlight/v1/newsletter";
await changeSetting(server, "newsletterDelay", 0);
await changeSetting(server, "newsletterRate", 6000);
await changeSetting(server, "newsletter", "on");

interface TestMember {
  memberId: string;
  email: string;
  token: string;
}

async function newMember(): Promise<TestMember> {
  const { memberId, access_token: token } = await server.signIn();
  return { memberId, email: `${memberId}@example.com`, token };
}
const setSubscription = ({ token }: TestMember, body: object) =>
  server.call("PUT", `${path}/subscription`, { token, body });
const statusOf = async ({ token }: TestMember) =>
  (await server.call("GET", `${path}/subscription`, { token })).body.subscription.status;
const mailsTo = ({ email }: TestMember) => smtp.received.filter(({ to }) => to.includes(email));
async function lastMailTo(member: TestMember, count: number): Promise<string> {
  await expect.poll(() => mailsTo(member).length, { timeout: 10_000 }).toBe(count);
  return textOf(mailsTo(member).at(-1)!);
}
const textOf = ({ source }: Received) => decodeQuoted(source);
const linkIn = (text: string, name: string) => {
  const url = new RegExp(`http://localhost:4000/hosted/${name}\\?token=[\\w.-]+`).exec(text)?.[0];
  return new URL(url!).pathname + new URL(url!).search;
};
const open = (link: string) => server.call("GET", link);
const submit = (link: string, fields: Record<string, string> = {}) =>
  server.call("POST", link, {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });

/** A member whose subscription is confirmed. */
async function newSubscriber(body: object = {}): Promise<TestMember> {
  const member = await newMember();
  await setSubscription(member, { subscribed: true, ...body });
  await submit(linkIn(await lastMailTo(member, 1), "newsletter"));
  expect(await statusOf(member)).toBe("SUBSCRIBED");
  return member;
}

const plan = (id: string, send = true) => writer.call("PUT", `${path}/posts/${id}`, { send });
const stateOf = async (id: string) => (await writer.call("GET", `${path}/posts/${id}`)).body.newsletter;
const publish = (id: string) => writer.call("POST", `/blog/v3/draft-posts/${id}/publish`, {});
const unpublish = (id: string) => writer.update(id, {}, { action: "UPDATE_REVERT_TO_DRAFT" });
const untilSent = (id: string) =>
  expect
    .poll(async () => [(await stateOf(id)).state, (await stateOf(id)).waiting], { timeout: 15_000 })
    .toEqual(["SENT", 0]);
const untilDelayed = (id: string) =>
  expect
    .poll(async () => (await lockJob(db, id))?.nextAttemptAt?.getTime(), { timeout: 10_000 })
    .toBeGreaterThan(Date.now() + 50 * 60_000);
async function sendPost(title: string, draft: object = {}): Promise<string> {
  const { id } = await writer.create({ title, ...draft });
  expect((await plan(id)).status).toBe(200);
  await publish(id);
  await untilSent(id);
  return id;
}
const titlesTo = (member: TestMember) =>
  mailsTo(member)
    .slice(1)
    .map(({ source }) => /^Subject: (.*)\r$/m.exec(source)?.[1])
    .sort();

describe("subscriptions", () => {
  it("start when the link of the email is confirmed, not when it is opened", async () => {
    const member = await newMember();
    expect(await statusOf(member)).toBe("NONE");
    const requested = await setSubscription(member, { subscribed: true });
    expect(requested.body.subscription).toEqual({ status: "PENDING", email: member.email });
    const mail = await lastMailTo(member, 1);
    expect(mail).toContain("Subject: Confirm your subscription to Porchlight");
    const link = linkIn(mail, "newsletter");
    const page = await open(link);
    expect([page.status, page.body]).toEqual([200, expect.stringContaining("Confirm subscription")]);
    expect(await statusOf(member)).toBe("PENDING");
    expect((await submit(link)).body).toContain(
      "Subscription confirmed. New posts from Porchlight will be sent to you by email.",
    );
    expect(await statusOf(member)).toBe("SUBSCRIBED");
    expect((await open(link)).body).toContain("Subscription confirmed");
  });

  it("cannot be confirmed with an old, changed or expired link", async () => {
    const member = await newMember();
    await setSubscription(member, { subscribed: true });
    const first = linkIn(await lastMailTo(member, 1), "newsletter");
    server.advance(1_000);
    await setSubscription(member, { subscribed: true });
    const second = linkIn(await lastMailTo(member, 2), "newsletter");
    await sql`update newsletter_subscriptions set status = 'BOUNCED' where member_id = ${member.memberId}`.execute(db);
    expect([(await open(second)).status, (await submit(second)).status]).toEqual([400, 400]);
    await sql`update newsletter_subscriptions set status = 'PENDING' where member_id = ${member.memberId}`.execute(db);
    for (const link of [first, `${second}A`, "/hosted/newsletter", "/hosted/newsletter?token=a.b.c"]) {
      expect((await open(link)).status).toBe(400);
      expect((await submit(link)).status).toBe(400);
    }
    expect(await statusOf(member)).toBe("PENDING");
    server.advance(8 * 24 * 60 * 60_000);
    expect((await submit(second)).status).toBe(400);
  });

  it("are only for members, and only while the newsletter is on", async () => {
    const visitor = await server.visitorToken();
    const member = await newMember();
    const subscribe = (token: string) =>
      server.call("PUT", `${path}/subscription`, { token, body: { subscribed: true } });
    expect(codeIn(await subscribe(visitor))).toBe("NOT_ALLOWED");
    await changeSetting(server, "newsletter", "off");
    expect(codeIn(await subscribe(member.token))).toBe("NEWSLETTER_OFF");
    expect((await setSubscription(member, { subscribed: false })).status).toBe(200);
    await changeSetting(server, "newsletter", "on");
  });
});

describe("the unsubscribe link", () => {
  it("stops all emails by one POST without a session, and can be undone", async () => {
    const member = await newSubscriber();
    await sendPost("First letter");
    const source = mailsTo(member)[1]!.source;
    expect(source).toMatch(/^List-ID: <newsletter\.localhost>\r$/m);
    expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    const header = /^List-Unsubscribe:\s+<(.*?)>\r$/ms.exec(source)![1]!.replace(/\s/g, "");
    const link = linkIn(header, "unsubscribe");
    expect((await open(link)).body).toContain("Unsubscribe");
    expect(await statusOf(member)).toBe("SUBSCRIBED");
    const stopped = await submit(link, { "List-Unsubscribe": "One-Click" });
    expect([stopped.status, await statusOf(member)]).toEqual([200, "NONE"]);
    await sendPost("Not for me");
    expect(titlesTo(member)).toEqual(["First letter"]);
    await submit(link, { resume: "1" });
    expect(await statusOf(member)).toBe("SUBSCRIBED");
    expect((await submit(`${link}A`)).status).toBe(400);
    const boundary = "one-click";
    const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
    const part = 'Content-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click';
    const body = `--${boundary}\r\n${part}\r\n--${boundary}--\r\n`;
    expect((await server.call("POST", link, { headers, body })).status).toBe(200);
    expect(await statusOf(member)).toBe("NONE");
    const comments = new URL(unsubscribeUrl(context, "comments", member.email));
    expect((await server.call("POST", comments.pathname + comments.search, { headers, body })).status).toBe(200);
  });

  it("changes the categories", async () => {
    const [lighthouses, boats] = [
      await putCategory(context, { slug: "lighthouses" }),
      await putCategory(context, { slug: "boats" }),
    ];
    const member = await newSubscriber({ categoryIds: [lighthouses] });
    await sendPost("On lighthouses", { categoryIds: [lighthouses, boats] });
    await sendPost("On boats", { categoryIds: [boats] });
    await sendPost("On nothing");
    expect(titlesTo(member)).toEqual(["On lighthouses"]);
    const link = linkIn(await lastMailTo(member, 2), "unsubscribe");
    expect((await open(link)).body).toMatch(/value="some" checked/);
    const rejected = await submit(link, { scope: "some" });
    expect([rejected.status, rejected.body]).toEqual([422, expect.stringContaining("Choose at least one category.")]);
    await submit(link, { scope: "some", [`category-${boats}`]: "1" });
    await sendPost("More on boats", { categoryIds: [boats] });
    await submit(link, { scope: "all" });
    await sendPost("On everything");
    expect(titlesTo(member)).toEqual(["More on boats", "On everything", "On lighthouses"]);
  });
});

describe("the emails of a post", () => {
  it("are sent once, not after unpublishing, and only if they were planned", async () => {
    const member = await newSubscriber();
    const id = await sendPost("Once");
    await unpublish(id);
    expect(codeIn(await plan(id))).toBe("NEWSLETTER_FINAL");
    await publish(id);
    const { id: unplanned } = await writer.create({ title: "Unplanned" });
    await publish(unplanned);
    const { id: declined } = await writer.create({ title: "Declined" });
    await plan(declined);
    await plan(declined, false);
    await publish(declined);
    await unpublish(unplanned);
    expect(codeIn(await plan(unplanned))).toBe("NEWSLETTER_FINAL");
    await sendPost("Afterwards");
    expect(titlesTo(member)).toEqual(["Afterwards", "Once"]);
    expect(await stateOf(id)).toMatchObject({ state: "SENT", failed: 0, canSend: false });
    expect(await stateOf(declined)).toMatchObject({ state: "NONE", sent: 0 });
  });

  it("are sent at the scheduled date, not for backdated posts", async () => {
    const member = await newSubscriber();
    const at = new Date(context.now().getTime() + 60 * 60_000).toISOString();
    const scheduled = await writer.create({ title: "Scheduled" });
    await plan(scheduled.id);
    await writer.update(scheduled.id, {}, { action: "UPDATE_SCHEDULE", scheduledPublishDate: at });
    const old = await writer.create({ title: "Old", firstPublishedDate: "2020-05-06T07:08:09.000Z" });
    await plan(old.id);
    await publish(old.id);
    expect((await stateOf(scheduled.id)).state).toBe("PLANNED");
    server.advance(2 * 60 * 60_000);
    await publishDuePosts(context);
    await untilSent(scheduled.id);
    expect(titlesTo(member)).toEqual(["Scheduled"]);
    expect((await stateOf(old.id)).state).toBe("NONE");
    const imported = await putPost(context, { title: "Imported" });
    expect(codeIn(await plan(imported))).toBe("NEWSLETTER_FINAL");
  });

  it("are canceled if the post is unpublished within the delay", async () => {
    const member = await newSubscriber();
    await changeSetting(server, "newsletterDelay", 60);
    const { id } = await writer.create({ title: "Too early" });
    await plan(id);
    await publish(id);
    await untilDelayed(id);
    expect(await stateOf(id)).toMatchObject({ state: "QUEUED", sent: 0 });
    await unpublish(id);
    expect(await queueNewsletterBatch(context, id)).toBeUndefined();
    expect(await stateOf(id)).toMatchObject({ state: "CANCELED", canSend: true });
    await changeSetting(server, "newsletterDelay", 0);
    await plan(id);
    await publish(id);
    await untilSent(id);
    expect(titlesTo(member)).toEqual(["Too early"]);
  });

  it("are sent after a publication that was undone, also a day later", async () => {
    const member = await newSubscriber();
    await changeSetting(server, "newsletterDelay", 60);
    const { id } = await writer.create({ title: "Two days later" });
    await plan(id);
    await publish(id);
    await unpublish(id);
    await queueNewsletterBatch(context, id);
    expect((await stateOf(id)).state).toBe("CANCELED");
    server.advance(2 * 24 * 60 * 60_000);
    await changeSetting(server, "newsletterDelay", 0);
    await plan(id);
    await publish(id);
    await untilSent(id);
    expect(titlesTo(member)).toEqual(["Two days later"]);
  });

  it("are sent when the date of the post is moved to the past", async () => {
    const member = await newSubscriber();
    const at = (hours: number) => new Date(context.now().getTime() + hours * 60 * 60_000).toISOString();
    const { id } = await writer.create({ title: "Moved", firstPublishedDate: at(48) });
    await plan(id);
    await publish(id);
    await expect
      .poll(async () => (await lockJob(db, id))?.nextAttemptAt?.getTime(), { timeout: 10_000 })
      .toBeGreaterThan(Date.now() + 24 * 60 * 60_000);
    await writer.update(id, { firstPublishedDate: at(-1) }, { action: "UPDATE_PUBLISH" });
    await untilSent(id);
    expect(titlesTo(member)).toEqual(["Moved"]);
  });

  it("of translations that are published together are those of the first", async () => {
    const members = [await newSubscriber(), await newSubscriber(), await newSubscriber()];
    await changeSetting(server, "newsletterDelay", 60);
    const [first, second] = [await writer.create({ title: "First" }), await writer.create({ title: "Second" })];
    for (const { id } of [first, second]) {
      await plan(id);
      await publish(id);
      await sql`update posts set translation_id = ${first.id} where id = ${id}`.execute(db);
    }
    await changeSetting(server, "newsletterDelay", 0);
    expect(await queueNewsletterBatch(context, second.id)).toEqual({ afterSeconds: expect.any(Number) });
    expect(await queueNewsletterBatch(context, first.id)).toBeUndefined();
    expect(await queueNewsletterBatch(context, second.id)).toBeUndefined();
    await untilSent(first.id);
    await untilSent(second.id);
    expect(members.map(titlesTo)).toEqual([["First"], ["First"], ["First"]]);
  });

  it("do not exceed the rate of the site", async () => {
    await newSubscriber();
    await sendPost("Full rate");
    await changeSetting(server, "newsletterRate", 1);
    const { id } = await writer.create({ title: "Later" });
    await plan(id);
    await publish(id);
    expect(await queueNewsletterBatch(context, id)).toEqual({ afterSeconds: expect.any(Number) });
    expect(await stateOf(id)).toMatchObject({ state: "QUEUED", sent: 0 });
    await changeSetting(server, "newsletterRate", 6000);
    expect(await queueNewsletterBatch(context, id)).toBeUndefined();
    await untilSent(id);
  });

  it("reach the subscribers of the time when sending starts, also after an interruption", async () => {
    const [first, leaving, second] = [await newSubscriber(), await newSubscriber(), await newSubscriber()];
    const { id } = await writer.create({ title: "Interrupted" });
    await plan(id);
    await changeSetting(server, "newsletterDelay", 60);
    await publish(id);
    await untilDelayed(id);
    const { waiting } = await stateOf(id);
    expect(waiting).toBeGreaterThan(3);
    await changeSetting(server, "newsletterDelay", 0);
    await changeSetting(server, "newsletterRate", 1);
    server.advance(2 * 60_000);
    await queueNewsletterBatch(context, id);
    expect(await stateOf(id)).toMatchObject({ state: "SENDING" });
    const late = await newSubscriber();
    expect((await stateOf(id)).waiting + (await stateOf(id)).sent).toBe(waiting);
    const handlers = createJobHandlers(context);
    await handlers.newsletter.cancel?.(db, id);
    const canceled = await stateOf(id);
    expect(canceled).toMatchObject({ state: "SENT", retryable: waiting - 1, failed: waiting - 1 });
    await handlers.newsletter.reopen?.(db, id);
    expect(await stateOf(id)).toMatchObject({ state: "SENDING", failed: 0 });
    await handlers.newsletter.cancel?.(db, id);
    await setSubscription(leaving, { subscribed: false });
    expect(await stateOf(id)).toMatchObject({ retryable: waiting - 2, failed: waiting - 1 });
    // Emails are queued by the job, at the rate of the site.
    const { body } = await writer.call("POST", `${path}/posts/${id}/retry`, {});
    expect(body.newsletter).toMatchObject({ state: "SENDING", retryable: 0, failed: 1 });
    await changeSetting(server, "newsletterRate", 6000);
    await context.db.transaction().execute((tx) => enqueueJobNow(tx, site.id, "newsletter", id));
    await untilSent(id);
    expect([first, leaving, second, late].map(titlesTo)).toEqual([["Interrupted"], [], ["Interrupted"], []]);
  });

  it("end with their jobs", async () => {
    const member = await newSubscriber();
    const id = await sendPost("Ended");
    const mailId = await lastDelivery(id, member);
    const handlers = createJobHandlers(context);
    await setStatus(mailId, "QUEUED");
    await handlers["newsletter-mail"].cancel?.(db, mailId);
    expect(await stateOf(id)).toMatchObject({ failed: 1, waiting: 0 });
    expect(await handlers["newsletter-mail"].reopen?.(db, mailId)).toBe(true);
    await setStatus(mailId, "SENDING");
    await handlers["newsletter-mail"].onDeadLetter?.({ id: mailId, key: mailId, attempts: 12 });
    expect(await handlers["newsletter-mail"].reopen?.(db, mailId)).toBe(false);
    const setState = (state: string) =>
      sql`update newsletter_posts set state = ${state} where post_id = ${id}`.execute(db);
    for (const [state, end] of [
      ["QUEUED", "CANCELED"],
      ["SENDING", "SENT"],
    ] as const) {
      await setState(state);
      await handlers.newsletter.cancel?.(db, id);
      expect((await stateOf(id)).state).toBe(end);
      await handlers.newsletter.reopen?.(db, id);
      await handlers.newsletter.onDeadLetter?.({ id, key: id, attempts: 12 });
      expect((await stateOf(id)).state).toBe(end);
    }
  });

  it("do not reach members who were blocked, deleted or are not verified", async () => {
    const [blocked, unverified, good] = [await newSubscriber(), await newSubscriber(), await newSubscriber()];
    const change = (id: string, values: object) => db.updateTable("members").set(values).where("id", "=", id).execute();
    await change(blocked.memberId, { status: "BLOCKED" });
    await change(unverified.memberId, { email_verified: false, email_key: "other@example.com" });
    await sendPost("For some");
    expect([blocked, unverified, good].map(titlesTo)).toEqual([[], [], ["For some"]]);
  });

  it("are not sent again after an interrupted attempt, and not to rejected addresses", async () => {
    const [interrupted, unknown, refused] = [await newSubscriber(), await newSubscriber(), await newSubscriber()];
    smtp.rejectRecipient(unknown.email, "5.1.1 no such user");
    smtp.rejectRecipient(refused.email, "5.7.1 relaying denied");
    const id = await sendPost("Rejected");
    expect(await stateOf(id)).toMatchObject({ failed: 2, retryable: 1 });
    expect([await statusOf(unknown), await statusOf(refused)]).toEqual(["BOUNCED", "SUBSCRIBED"]);
    const delivery = await lastDelivery(id, interrupted);
    await setStatus(delivery, "SENDING");
    const payload = { to: interrupted.email, memberId: interrupted.memberId, postId: id };
    await deliverNewsletter(context, { id: delivery, payload });
    expect(await stateOf(id)).toMatchObject({ failed: 3, retryable: 1 });
    expect(titlesTo(interrupted)).toEqual(["Rejected"]);
    smtp.acceptRecipient(refused.email);
    const late = await newSubscriber();
    await unpublish(id);
    expect(codeIn(await writer.call("POST", `${path}/posts/${id}/retry`, {}))).toBe("POST_STATUS_CONFLICT");
    expect(await stateOf(id)).toMatchObject({ failed: 3, retryable: 1 });
    await publish(id);
    await writer.call("POST", `${path}/posts/${id}/retry`, {});
    await expect.poll(() => titlesTo(refused), { timeout: 10_000 }).toEqual(["Rejected"]);
    await untilSent(id);
    expect([titlesTo(interrupted), titlesTo(unknown), titlesTo(late)]).toEqual([["Rejected"], [], []]);
  });

  it("contain what members may read", async () => {
    const member = await newSubscriber();
    await changeSetting(server, "newsletterContent", "full");
    await sendPost("For members", { membersOnly: true, richContent: documentOf("Only members read this") });
    expect(await lastMailTo(member, 2)).toContain("Only members read this");
    const plan = { pricingPlanIds: [newId()], richContent: documentOf("Only customers read this") };
    await sendPost("For a plan", plan);
    expect(await lastMailTo(member, 3)).not.toContain("Only customers read this");
    await changeSetting(server, "newsletterContent", "excerpt");
  });

  it("can be tested, also for a draft", async () => {
    const { id } = await writer.create({ title: "A draft" });
    const { body } = await writer.call("POST", `${path}/posts/${id}/test`, {});
    expect(body).toEqual({ to: "porchlight@localhost" });
    await expect.poll(() => smtp.received.at(-1)?.source).toContain("Subject: [Test] A draft");
    const test = smtp.received.at(-1)!;
    expect(test.source).not.toContain("List-Unsubscribe");
    const link = linkIn(textOf(test), "unsubscribe");
    for (const { status, body } of [await open(link), await submit(link)])
      expect([status, body]).toEqual([400, expect.stringContaining("This link is incomplete.")]);
  });
});

async function lastDelivery(postId: string, { memberId }: TestMember): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select mail_id as id from newsletter_deliveries where post_id = ${postId} and member_id = ${memberId}`.execute(db);
  return rows[0]!.id;
}

const setStatus = (mailId: string, status: string) =>
  sql`update newsletter_deliveries set status = ${status} where site_id = ${site.id} and mail_id = ${mailId}`.execute(
    db,
  );
