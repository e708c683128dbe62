import { describe, expect, it } from "vitest";
import { changeSetting } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { previewMailTemplate } from "../../site-admin/mail-templates/preview-mail-template.ts";
import { resetMailTemplate, setMailTemplate } from "../../site-admin/mail-templates/set-mail-template.ts";
import { parseMailTemplateName } from "../../site-admin/mail-templates/validate-mail-template.ts";
import { createDelivery } from "./delivery.ts";
import { rejectedMail } from "./templates/sign-in-templates.ts";

const server = await createTestServer({ publicUrl: "https://api.example" });
const { context, call } = server;
const owner = { kind: "owner" } as const;
const name = parseMailTemplateName("rejected", "en");
let sent = 0;

async function received(nameInMail = "Ada") {
  const email = `logo-${++sent}@example.com`;
  const payload = rejectedMail(context, { email, profile: { firstName: nameInMail } });
  await createDelivery(context)({
    siteId: context.site.id,
    id: crypto.randomUUID(),
    kind: "mail",
    payload,
  });
  const { body } = await call("GET", `/dev/mail.json?to=${email}`);
  return body[0] as { text: string; html: string };
}

describe("withLogo", () => {
  it("replaces the name in the HTML by the logo with its full URL, but not in the text", async () => {
    const plain = await received();
    expect(plain.html).not.toContain("<img");
    await changeSetting(server, "logo", { id: "0.png", width: 480, height: 80 });
    const mail = await received();
    expect(mail.text).toBe(plain.text);
    expect(mail.html).toMatch(
      /<img class="logo plate" src="https:\/\/api\.example\/media\/0\.png" width="240" height="40" alt="Porchlight"/,
    );
    expect(mail.html.split("<img")).toHaveLength(2);
    await changeSetting(server, "logoDark", { id: "1.png", width: 48, height: 8 });
    expect((await received()).html).toContain(
      '<picture><source media="(prefers-color-scheme: dark)" srcset="https://api.example/media/1.png" width="48" height="8">',
    );
  });

  it("applies to custom templates and their preview", async () => {
    await setMailTemplate(context, owner, name, { html: "<p>Not this time.</p>" });
    expect((await received()).html).toMatch(/alt="Porchlight"[\s\S]*<p>Not this time\.<\/p>/);
    expect((await previewMailTemplate(context, owner, name)).html).toContain("https://api.example/media/0.png");
    await resetMailTemplate(context, owner, name);
  });

  it("applies the current setting to queued emails", async () => {
    for (const setting of ["logo", "logoDark"] as const) await changeSetting(server, setting, null);
    expect((await received()).html).not.toContain("<img");
  });
});
