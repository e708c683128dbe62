import { sql } from "kysely";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { createTestServer } from "../../../test/test-server.ts";
import { sampleMail } from "../../site-admin/mail-templates/sample-mails.ts";
import { enqueueOutboxEntry, type OutboxEntries } from "../jobs/outbox-store.ts";
import { createDelivery } from "./delivery.ts";
import type { MailKind } from "./mail-kinds.ts";

const lines: Record<string, unknown>[] = [];
const logger = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const server = await createTestServer({ logger });
const { context } = server;
const send = createDelivery(context);
const addresses = { link: "https://x.example/#t", former: "a@example.com", next: "b@example.com" };
const values = {
  code: "123456",
  ...addresses,
  host: "h.example",
  webhook: "w",
  title: "Tea",
  reason: "Too short.",
  answers: [],
  message: "",
  author: "",
  comment: "",
};

/** Delivers an email after `minutes`. @returns The number of delivered emails. */
async function deliveredAfter(kind: MailKind, minutes: number): Promise<number> {
  const email = `${kind}-${minutes}@example.com`.toLowerCase();
  const payload = sampleMail(context, kind, { email, profile: {} }, values);
  const written = await context.db.transaction().execute(async (tx) => {
    await enqueueOutboxEntry(
      tx,
      context.site.id,
      "mail",
      payload,
      new Date(context.now().getTime() - minutes * 60_000),
    );
    const { rows } = await sql<OutboxEntries["mail"]>`
      update outbox set done_at = now() where payload ->> 'to' = ${email} returning id, kind, payload`.execute(tx);
    return rows[0]!;
  });
  await send({ ...written, siteId: context.site.id });
  return (await server.call("GET", `/dev/mail.json?to=${email}`)).body.length;
}

describe("a queued email", () => {
  it.each([
    ["verification", 10],
    ["secondStep", 10],
    ["recovery", 30],
    ["newEmail", 30],
  ] as const)("is not sent after it has expired: %s after %d minutes", async (kind, ttlMinutes) => {
    expect(await deliveredAfter(kind, ttlMinutes - 1)).toBe(1);
    lines.splice(0);
    expect(await deliveredAfter(kind, ttlMinutes)).toBe(0);
    expect(lines).toMatchObject([{ event: "mail-too-late", mail: kind }]);
  });

  it.each(["activation", "passwordChanged", "approved", "emailChanged"] as const)(
    "without an expiry is sent at any time: %s",
    async (kind) => {
      expect(await deliveredAfter(kind, 24 * 60)).toBe(1);
    },
  );
});
