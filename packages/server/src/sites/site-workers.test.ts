import { sql } from "kysely";
import { expect, it } from "vitest";
import { changeSetting } from "../../test/auth/sign-in-steps.ts";
import { createWriter } from "../../test/blog/drafts.ts";
import { createTestServer, createTestSite, type TestServer } from "../../test/test-server.ts";
import { startSmtp } from "../../test/test-smtp.ts";
import { startWebhookReceiver } from "../../test/webhook-receiver.ts";
import { enqueueDueBackup } from "../backups/backup-schedule.ts";
import { openBackupStore } from "../backups/backup-store.ts";
import { createWebhook } from "../webhooks/create-webhook.ts";

const hourMs = 60 * 60_000;
const owner = { kind: "owner" } as const;
const smtp = await startSmtp();
const options = { rateLimits: false, smtpUrl: smtp.url, outbound: { privateTargets: true, ports: [] } } as const;
const main = await createTestServer(options);
const harbor = await createTestSite(main, "Harbor", "http://harbor.example.localhost:4000");
const sites: [TestServer, string][] = [
  [main, "Lamps"],
  [harbor, "Boats"],
];
const receiver = await startWebhookReceiver();

/** A member who receives the newsletter of a site. */
async function addSubscriber({ context, signIn }: TestServer): Promise<string> {
  const { memberId } = await signIn();
  await sql`insert into newsletter_subscriptions (site_id, member_id, status, confirmed_at, confirmed_email)
    select site_id, id, 'SUBSCRIBED', now(), email_key from members
    where site_id = ${context.site.id} and id = ${memberId}`.execute(context.db);
  return `${memberId}@example.com`;
}

it("each have their own webhooks, scheduled posts, and newsletters", async () => {
  const subscribers: string[] = [];
  for (const [server, title] of sites) {
    await changeSetting(server, "newsletterDelay", 0);
    await changeSetting(server, "newsletter", "on");
    subscribers.push(await addSubscriber(server));
    await createWebhook(server.context, owner, { appId: server.clientId, url: receiver.url, events: ["post_created"] });
    const writer = await createWriter(server);
    const { id } = await writer.create({ title });
    await writer.call("PUT", `/_api/porchlight/v1/newsletter/posts/${id}`, { send: true });
    const scheduledPublishDate = new Date(server.context.now().getTime() + hourMs).toISOString();
    const scheduled = await writer.update(id, {}, { action: "UPDATE_SCHEDULE", scheduledPublishDate });
    expect(scheduled.status).toBe(200);
  }
  main.advance(2 * hourMs);
  await expect.poll(() => receiver.deliveries.length, { timeout: 30_000 }).toBe(2);
  for (const [server, title] of sites) {
    const delivery = receiver.deliveries.find(({ envelope }) => envelope.instanceId === server.context.site.id);
    expect(delivery?.event.createdEvent.entity.title).toBe(title);
  }
  await expect.poll(() => smtp.received.length, { timeout: 30_000 }).toBe(2);
  const mails = smtp.received.map(({ to, source }) => [to[0], /^Subject: (.*)\r$/m.exec(source)?.[1]]);
  expect(mails.sort()).toEqual(
    [
      [subscribers[0], "Lamps"],
      [subscribers[1], "Boats"],
    ].sort(),
  );
}, 90_000);

it("share the scheduled backup of the main site", async () => {
  const { context } = main;
  await changeSetting(main, "backupSchedule", "daily");
  await enqueueDueBackup(context);
  main.advance(25 * hourMs);
  await enqueueDueBackup(context);
  const stores = sites.map(([{ context }]) => openBackupStore(context.config));
  await expect.poll(async () => (await stores[0]!.list()).length, { timeout: 30_000 }).toBe(1);
  expect(await stores[1]!.list()).toEqual([]);
}, 60_000);
