import { describe, expect, it } from "vitest";
import { createSignInSteps } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { decodeQuoted, startSmtp } from "../../../test/test-smtp.ts";
import { updateSetting } from "../../site-admin/update-settings.ts";
import { lockJob } from "../jobs/jobs-store.ts";
import { enqueueOutboxEntry } from "../jobs/outbox-store.ts";
import { createDelivery } from "./delivery.ts";

const smtp = await startSmtp();
const server = await createTestServer({ smtpUrl: smtp.url, publicUrl: "http://localhost:4000" });
const steps = await createSignInSteps(server);
const outbox = () =>
  server.context.db.selectFrom("outbox").selectAll().orderBy("created_at", "desc").executeTakeFirstOrThrow();

describe("createDelivery", () => {
  it("sends by SMTP with a Message-ID from the outbox id, and does not retain the code", async () => {
    await steps.register("Ada@Example.com");
    await expect.poll(() => smtp.received.length, { timeout: 5_000 }).toBe(1);
    const [mail] = smtp.received;
    const entry = await outbox();
    expect(mail).toMatchObject({ from: "porchlight@localhost", to: ["Ada@example.com"] });
    expect(mail!.source).toContain(`Message-ID: <${entry.id}@localhost>`);
    expect(mail!.source).toMatch(/^Subject: \d{6} is your code for Porchlight\r$/m);
    expect(mail!.source).toContain("multipart/alternative");
    expect(mail!.source).toMatch(/^Content-Language: en\r$/m);
    await expect.poll(async () => (await outbox()).done_at).not.toBeNull();
    expect((await outbox()).payload).toEqual({
      to: "Ada@example.com",
      language: "en",
      kind: "verification",
      result: "sent",
    });
    expect((await server.call("GET", "/dev/mail.json")).body).toEqual([]);
  });

  it("preserves umlauts", async () => {
    const before = smtp.received.length;
    await steps.register("zoe@example.com", { profile: { firstName: "Zoë", language: "de-AT" } });
    await expect.poll(() => smtp.received.length, { timeout: 5_000 }).toBe(before + 1);
    const { source } = smtp.received.at(-1)!;
    expect(source).toMatch(/^Content-Language: de\r$/m);
    const words = decodeQuoted(source);
    expect(words).toMatch(/^Subject: =\?UTF-8\?Q\?\d{6}_ist_dein_Code_für_Porchlight\?/m);
    expect(words).toMatch(/^Hallo Zoë,\r$/m);
    expect(words).toContain('<html lang="de">');
    expect(words).toContain(">Bestätige deine E-Mail-Adresse</h1>");
  });

  it("retries a rejected email without failing the registration", async () => {
    smtp.refuse(1);
    expect((await steps.register("later@example.com")).status).toBe(200);
    const entry = await outbox();
    const job = async () => (await lockJob(server.context.db, entry.id))!;
    await expect.poll(async () => (await job()).lastError, { timeout: 5_000 }).toContain("come back later");
    expect((await outbox()).done_at).toBeNull();
    expect(await job()).toMatchObject({ kind: "mail", state: "waiting", attempts: 1 });
    expect((await job()).nextAttemptAt!.getTime()).toBeGreaterThan(Date.now() + 30_000);

    const deliver = createDelivery(server.context);
    const again = {
      siteId: entry.site_id,
      id: entry.id,
      kind: "mail",
      payload: entry.payload as never,
    } as const;
    await deliver(again);
    await deliver(again);
    const ids = smtp.received.slice(-2).map(({ source }) => /^Message-ID: (.*)$/m.exec(source)?.[1]);
    expect(ids[0]).toBe(ids[1]);
  });

  it("adds nothing to the outbox if the registration fails", async () => {
    const count = async () => (await server.context.db.selectFrom("outbox").select("id").execute()).length;
    const before = await count();
    await steps.register("ada@example.com");
    await steps.register("bad@example.com", { password: "short" });
    expect(await count()).toBe(before);
  });

  it("ends every email with the owner's line", async () => {
    const { context } = server;
    const line = "Lantern <e.V.>, Lane 1 $&";
    await updateSetting(context, { kind: "owner" }, "mailFooter", line);
    await steps.register("footer@example.com");
    await expect.poll(() => smtp.received.at(-1)?.to, { timeout: 5_000 }).toEqual(["footer@example.com"]);
    const words = decodeQuoted(smtp.received.at(-1)!.source);
    expect(words).toContain(`${line}\r\n`);
    expect(words).toContain("Lantern &lt;e.V.&gt;, Lane 1 $&amp;</td></tr>");
    await updateSetting(context, { kind: "owner" }, "mailFooter", "");
  });

  it("does not allow addresses to add recipients or headers", async () => {
    const before = smtp.received.length;
    await server.context.db
      .transaction()
      .execute((tx) =>
        enqueueOutboxEntry(
          tx,
          server.context.site.id,
          "mail",
          { to: "ada@example.com", subject: "Hi\r\nBcc: eve@evil.example", text: "", html: "" },
          new Date(),
        ),
      );
    server.context.wakeOutbox();
    await expect.poll(() => smtp.received.length, { timeout: 5_000 }).toBe(before + 1);
    expect(smtp.received.at(-1)?.to).toEqual(["ada@example.com"]);
    expect(smtp.received.at(-1)?.source).not.toMatch(/^Bcc:/im);
  });

  it("times out before the next attempt if the mail server does not respond", async () => {
    const deliver = createDelivery({
      ...server.context,
      config: { ...server.context.config, smtpUrl: "smtp://127.0.0.1:1" },
    });
    const entry = {
      siteId: server.context.site.id,
      id: crypto.randomUUID(),
      kind: "mail",
      payload: { to: "a@b.co", subject: "s", text: "t", html: "h" },
      attempts: 1,
    } as const;
    await expect(deliver(entry)).rejects.toThrow();
  });

  it("fails in production without SMTP, so that emails stay queued", async () => {
    const config = { ...server.context.config, production: true, smtpUrl: undefined };
    const deliver = createDelivery({ ...server.context, config });
    const entry = {
      siteId: server.context.site.id,
      id: crypto.randomUUID(),
      kind: "mail",
      payload: { to: "a@b.co", subject: "s", text: "t", html: "h" },
      attempts: 1,
    } as const;
    await expect(deliver(entry)).rejects.toThrow("SMTP_URL is not set");
  });
});
