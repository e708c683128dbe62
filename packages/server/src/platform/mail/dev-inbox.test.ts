import { describe, expect, it } from "vitest";
import { createTestServer } from "../../../test/test-server.ts";
import { createDelivery } from "./delivery.ts";

const server = await createTestServer();
const production = await createTestServer({ production: true });
const deliver = createDelivery(server.context);
let made = 0;
async function receive(to: string, extra: object = {}) {
  const payload = { to, subject: `Mail ${++made}`, text: `Text ${made}`, html: `<p>Page ${made}</p>`, ...extra };
  await deliver({ siteId: server.context.site.id, id: crypto.randomUUID(), kind: "mail", payload });
  server.advance(1_000);
}

describe("development inbox", () => {
  it("shows how to send messages if it is empty", async () => {
    const { status, body, headers } = await server.call("GET", "/dev/mail");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(body).toContain("No messages yet. Sign up to see one.");
    expect((await server.call("GET", "/dev/mail.json")).body).toEqual([]);
  });

  it("returns messages as JSON, oldest first, optionally of one recipient", async () => {
    await receive("ada@example.com", { code: "012345", link: "http://localhost:4000/verify-email#code=012345" });
    await receive("Grace@example.com");
    const all = await server.call("GET", "/dev/mail.json");
    expect(all.body).toEqual([
      {
        to: "ada@example.com",
        channel: "mail",
        subject: "Mail 1",
        text: "Text 1",
        html: "<p>Page 1</p>",
        code: "012345",
        link: "http://localhost:4000/verify-email#code=012345",
        at: expect.stringMatching(/Z$/),
      },
      {
        to: "Grace@example.com",
        channel: "mail",
        subject: "Mail 2",
        text: "Text 2",
        html: "<p>Page 2</p>",
        at: expect.stringMatching(/Z$/),
      },
    ]);
    expect((await server.call("GET", "/dev/mail.json?to=grace@EXAMPLE.com")).body).toHaveLength(1);
    expect((await server.call("GET", "/dev/mail.json?to=nobody@example.com%00")).body).toEqual([]);
  });

  it("stores an email once that is delivered twice", async () => {
    const entry = { siteId: server.context.site.id, id: crypto.randomUUID(), kind: "mail" } as const;
    const payload = { to: "twice@example.com", subject: "s", text: "t", html: "h" };
    await deliver({ ...entry, payload });
    await deliver({ ...entry, payload });
    expect((await server.call("GET", "/dev/mail.json?to=twice@example.com")).body).toHaveLength(1);
  });

  it("shows code and link on top, and the email in a sandboxed frame", async () => {
    await receive("eve@example.com", {
      subject: "<b>&",
      html: '<script>alert("x")</script>',
      text: "</pre><script>",
      code: "654321",
    });
    const { body, headers } = await server.call("GET", "/dev/mail?to=eve@example.com");
    expect(body).toContain("<output>654321</output>");
    expect(body).toContain('<iframe sandbox="" srcdoc="&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;"');
    expect(body).toContain("<h2>&lt;b&gt;&amp;</h2>");
    expect(body).not.toContain("</pre><script>");
    expect(body.match(/<script/g)).toHaveLength(1);
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; .*script-src 'nonce-/);
  });

  it("shows the message of the URL", async () => {
    const page = (await server.call("GET", "/dev/mail")).body as string;
    const address = /href="(\/dev\/mail\?id=[^"]+)"[^>]*>\s*<strong>Mail 1</.exec(page)?.[1];
    expect((await server.call("GET", address!)).body).toContain("<h2>Mail 1</h2>");
  });

  it.each(["rebound.example", "localhost.rebound.example", "1.2.3.4.rebound.example"])(
    "is not available at %s, to prevent DNS rebinding",
    async (host) => {
      for (const path of ["/dev/mail", "/dev/mail.json"])
        expect(
          (await server.fetch(new Request(`http://${host}:4000${path}`), { clientAddress: "192.0.2.9" })).status,
        ).toBe(404);
    },
  );

  it.each(["127.0.0.1", "[::1]", "192.168.1.20"])("is available at %s", async (host) => {
    const answer = await server.fetch(new Request(`http://${host}:4000/dev/mail.json`), { clientAddress: "192.0.2.9" });
    expect(answer.status).toBe(200);
  });

  it("is not readable by other origins", async () => {
    for (const path of ["/dev/mail", "/dev/mail.json"]) {
      const { headers } = await server.call("GET", path, { headers: { origin: "https://evil.example" } });
      expect(headers.get("access-control-allow-origin")).toBeNull();
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });
});

describe("development inbox in production", () => {
  it("does not exist", async () => {
    expect((await production.call("GET", "/dev/mail")).status).toBe(404);
    expect((await production.call("GET", "/dev/mail.json")).status).toBe(404);
  });
});
