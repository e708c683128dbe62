import { expect, it } from "vitest";
import { createTestStaff } from "../../test/staff/staff-accounts.ts";
import { greyPng } from "../../test/test-images.ts";
import { createTestServer, type TestResponse } from "../../test/test-server.ts";
import { isPasskeyDomainOf } from "../platform/settings/setting-formats.ts";
import { listAuditEvents } from "./list-audit-events.ts";
import { openSitePreview } from "./preview-site-settings.ts";

const path = "/_api/porchlight/v1/site/settings";
const server = await createTestServer({ rateLimits: false });
const staff = await createTestStaff(server);
const token = staff.ownerToken;
const operator = { kind: "owner" } as const;

const codeOf = ({ body }: TestResponse) => body.details?.applicationError?.code;
const read = async () => (await server.call("GET", path, { token })).body.siteSettings;
const settingOf = (settings: { name: string }[], name: string) => settings.find((setting) => setting.name === name);
const change = async (values: object, revision?: string) =>
  server.call("PATCH", path, { token, body: { revision: revision ?? (await read()).revision, values } });

it("lists every setting with its value, default and limits", async () => {
  const { settings } = await read();
  expect(settingOf(settings, "memberApproval")).toEqual({
    name: "memberApproval",
    kind: "choice",
    value: "everyone",
    defaultValue: "everyone",
    isSet: true,
    isDangerous: true,
    options: ["everyone", "owner"],
  });
  expect(settingOf(settings, "passwordMinLength")).toMatchObject({ kind: "number", minimum: 8, maximum: 64, value: 8 });
  expect(settingOf(settings, "memberFields")).toMatchObject({ kind: "list", value: [], isSet: false });
  expect(settingOf(settings, "siteName")).toMatchObject({ kind: "text", value: null, isDangerous: false });
  expect(settingOf(settings, "secondStepFactors")).toMatchObject({ kind: "choices" });
});

it("changes several settings at once, and records who did", async () => {
  const { status, body } = await change({ siteName: "Ada’s garden", auditDays: 365, memberFields: ["Company:text"] });
  expect(status).toBe(200);
  expect(settingOf(body.siteSettings.settings, "siteName")).toMatchObject({ value: "Ada’s garden", isSet: true });
  expect(settingOf(body.siteSettings.settings, "memberFields")).toMatchObject({ value: ["Company:text"] });
  const events = await listAuditEvents(server.context, operator, { event: "setting-changed", limit: 10 });
  expect(events.map(({ by, details }) => [by, details?.["name"]])).toContainEqual(["staff", "siteName"]);
  const off = await change({ siteName: null, memberFields: [] });
  expect(settingOf(off.body.siteSettings.settings, "siteName")).toMatchObject({ value: null, isSet: false });
});

it("changes nothing if one value is invalid, and names each", async () => {
  const { status, body } = await change({
    siteName: "New name",
    passwordMinLength: 7,
    brand: "greenish",
    memberFields: ["a,b:text"],
    unknown: 1,
  });
  expect(status).toBe(400);
  const fields = body.details.validationError.fieldViolations.map(({ field }: { field: string }) => field);
  expect(fields).toEqual(["values.passwordMinLength", "values.brand", "values.memberFields", "values.unknown"]);
  expect(settingOf((await read()).settings, "siteName")).toMatchObject({ value: null });
});

it("rejects a change of settings that have changed since they were read, and only one of two at once", async () => {
  const { revision } = await read();
  const responses = await Promise.all([
    change({ siteName: "One" }, revision),
    change({ siteName: "Two" }, revision),
    change({ brand: "#123456" }, revision),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(responses.map(codeOf)).toContain("SITE_SETTINGS_CHANGED");
});

it("never shows a secret", async () => {
  const secret = "s".repeat(40);
  const { body } = await change({ paymentSecret: secret });
  expect(JSON.stringify(body)).not.toContain(secret);
  expect(settingOf(body.siteSettings.settings, "paymentSecret")).toMatchObject({
    kind: "secret",
    value: null,
    isSet: true,
  });
});

it("stores a logo, and rejects other files", async () => {
  const upload = (image: Buffer) =>
    server.call("PUT", "/_api/porchlight/v1/site/logo", {
      token,
      body: { name: "logo", image: image.toString("base64") },
    });
  const { body } = await upload(greyPng(8, 8));
  const { value } = settingOf(body.siteSettings.settings, "logo") as unknown as { value: string };
  expect((await server.call("GET", value)).status).toBe(200);
  const rejected = await upload(Buffer.from("GIF89a"));
  expect(rejected.body.details.validationError.fieldViolations[0]).toMatchObject({ field: "image" });
  const removed = await change({ logo: null });
  expect(settingOf(removed.body.siteSettings.settings, "logo")).toMatchObject({ value: null });
});

it("is for owners only", async () => {
  const editor = await staff.add("editor@example.com", "editor");
  for (const other of [editor, await server.visitorToken()]) {
    expect(codeOf(await server.call("GET", path, { token: other }))).toBe("NOT_ALLOWED");
    expect(codeOf(await server.call("PATCH", path, { token: other, body: { revision: "", values: {} } }))).toBe(
      "NOT_ALLOWED",
    );
  }
});

it("binds passkeys only to the server's own domain or one above it", async () => {
  for (const passkeyDomain of ["evil.example", "com", "sub.localhost"]) {
    const { status, body } = await change({ passkeyDomain });
    const [rejected] = body.details.validationError.fieldViolations;
    expect([status, rejected.field, rejected.description]).toEqual([
      400,
      "values.passkeyDomain",
      "must be localhost, the host of PUBLIC_URL, or a domain above it",
    ]);
  }
  expect((await change({ passkeyDomain: "localhost" })).status).toBe(200);
  const above = (domain: string) => isPasskeyDomainOf("members.example.com", domain);
  expect(["example.com", "members.example.com", "com", "ample.com"].map(above)).toEqual([true, true, false, false]);
});

it("requires a recent authentication for settings that weaken security only", async () => {
  server.advance(11 * 60_000);
  expect(codeOf(await change({ memberApproval: "owner" }))).toBe("REAUTHENTICATION_REQUIRED");
  expect((await change({ siteName: "Later" })).status).toBe(200);
});

it("previews settings of the maximum size with a link that proxies accept", async () => {
  const links = Array.from({ length: 12 }, (_, n) => `${"語".repeat(38)}${n + 10}:https://${"a".repeat(500)}`);
  const values = {
    siteName: "語".repeat(50),
    cssVariables: Array.from({ length: 13 }, (_, n) => `--site-${n}: ${"1".repeat(290)}`).join("; "),
    navigation: links,
    footerLinks: links,
    homeTitle: "語".repeat(100),
    homeText: "語".repeat(300),
    homeSections: Array.from({ length: 12 }, (_, n) => `category:${"語".repeat(98)}${n + 10}:24`),
  };
  const { body } = await server.call("POST", `${path}/preview`, { token, body: { values } });
  expect(body.path.length).toBeLessThan(1_000);
  const preview = await openSitePreview(server.context, body.path.split("token=")[1]);
  expect(preview?.branding.appearance).toMatchObject({
    homeText: values.homeText,
    footerLinks: { length: 12 },
    homeSections: { length: 12 },
  });
});

it("previews settings without saving them, for half an hour", async () => {
  const preview = (body: object, by = token) => server.call("POST", `${path}/preview`, { token: by, body });
  const { status, body } = await preview({ values: { theme: "journal", homeTitle: "Soon" }, path: "/blog" });
  expect(status).toBe(200);
  const link = URL.parse(body.path, "https://site.example")!;
  expect(link.pathname).toBe("/preview/site");
  const sealed = link.searchParams.get("token")!;
  expect(await openSitePreview(server.context, sealed)).toMatchObject({
    path: "/blog",
    branding: { appearance: { theme: "journal", homeTitle: "Soon" } },
  });
  expect(settingOf((await read()).settings, "theme")).toMatchObject({ value: "classic" });
  expect(await openSitePreview(server.context, `${sealed}a`)).toBeUndefined();
  expect(await openSitePreview(server.context, "")).toBeUndefined();

  const refused = await preview({ values: { theme: "gothic", captchaVisibleSecret: "a-secret" } });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain("values.captchaVisibleSecret");
  expect((await preview({ values: { theme: "gothic" } })).status).toBe(400);
  expect((await preview({ values: {}, path: "//example.com" })).status).toBe(400);
  expect((await preview({ values: {} }, await staff.add("previewer@example.com", "editor"))).status).toBe(403);

  server.advance(31 * 60_000);
  expect(await openSitePreview(server.context, sealed)).toBeUndefined();
});
