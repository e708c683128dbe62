import { expect, it } from "vitest";
import { createTestStaff } from "../../test/staff/staff-accounts.ts";
import { createTestServer, type TestResponse } from "../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const { ownerToken: token, add } = await createTestStaff(server);
const base = "/_api/porchlight/v1/site";
const codeOf = ({ body }: TestResponse) => body.details?.applicationError?.code;
const call = (method: string, path: string, body?: object) =>
  server.call(method, `${base}${path}`, { token, ...(body && { body }) });

it("registers, changes and deletes an app, whose members are signed out", async () => {
  const app = { name: "Shop", redirectUris: ["https://shop.example/cb"], origins: [], refreshTokens: "rotate" };
  const { body: created } = await call("POST", "/apps", app);
  const grant = { grantType: "anonymous", clientId: created.id };
  const { body: visitor } = await server.call("POST", "/oauth2/token", { body: grant });
  expect((await call("PUT", `/apps/${created.id}`, { ...app, name: "Store" })).status).toBe(200);
  const list = async () => (await call("GET", "/apps")).body.apps;
  expect(await list()).toContainEqual(expect.objectContaining({ id: created.id, name: "Store", isBuiltIn: false }));
  expect((await call("DELETE", `/apps/${created.id}`)).status).toBe(200);
  expect((await list()).map(({ id }: { id: string }) => id)).not.toContain(created.id);
  const refresh = { grantType: "refresh_token", refreshToken: visitor.refresh_token };
  expect((await server.call("POST", "/oauth2/token", { body: refresh })).status).toBe(400);
  expect(codeOf(await call("DELETE", `/apps/${created.id}`))).toBe("NOT_FOUND");
});

it("names the rejected field of an app", async () => {
  const app = { name: "Shop", redirectUris: [], origins: [], refreshTokens: "rotate" };
  const fieldOf = ({ body }: TestResponse) => body.details.validationError.fieldViolations[0].field;
  expect(fieldOf(await call("POST", "/apps", { ...app, redirectUris: ["https://*.example"] }))).toBe("redirectUris");
  expect(fieldOf(await call("POST", "/apps", { ...app, origins: ["http://shop.example"] }))).toBe("origins");
  expect(fieldOf(await call("POST", "/apps", { ...app, name: " " }))).toBe("name");
});

it("creates an API key that works, says when it was used, and revokes it", async () => {
  const { body: created } = await call("POST", "/api-keys", { name: "Newsletter", role: "read" });
  const stored = async () =>
    (await call("GET", "/api-keys")).body.apiKeys.find(({ id }: { id: string }) => id === created.id);
  expect(await stored()).toMatchObject({ name: "Newsletter", role: "read", revokedDate: null, lastUsedDate: null });
  const use = () => server.call("GET", "/members/v1/members", { token: created.key });
  expect((await use()).status).toBe(200);
  await expect.poll(async () => (await stored()).lastUsedDate).toEqual(expect.any(String));
  expect((await call("DELETE", `/api-keys/${created.id}`)).status).toBe(200);
  expect((await stored()).revokedDate).toEqual(expect.any(String));
});

it("filters the audit log by person, event and time, and pages through it", async () => {
  await add("eve@example.com", "editor");
  const events = async (query: string) => (await call("GET", `/audit-events?${query}`)).body;
  expect((await events("event=key-created")).events).toMatchObject([{ event: "key-created", by: "staff" }]);
  const byOwner = await events("person=owner@example.com&limit=1000");
  expect(byOwner.events.map(({ event }: { event: string }) => event)).toContain("app-removed");
  expect((await events("person=nobody")).events).toEqual([]);
  const first = await events("limit=2");
  expect(first).toMatchObject({ hasMore: true });
  const second = await events(`limit=2&before=${first.events[1].id}`);
  expect(second.events[0].id < first.events[1].id).toBe(true);
  expect((await events("until=2020-01-01T00:00:00Z")).events).toEqual([]);
});

it("records every export of the audit log, from whichever event it starts", async () => {
  const exports = async () => (await call("GET", "/audit-events?event=audit-log-exported")).body.events.length;
  const before = await exports();
  server.advance(11 * 60_000);
  expect(codeOf(await call("GET", "/audit-events?limit=51"))).toBe("REAUTHENTICATION_REQUIRED");
  server.advance(-11 * 60_000);
  const other = await add("grace@example.com", "owner");
  for (const id of ["ffffffff-ffff-7fff-bfff-ffffffffffff", "ffffffff-ffff-7fff-bfff-fffffffffffe"])
    expect((await server.call("GET", `${base}/audit-events?limit=51&before=${id}`, { token: other })).status).toBe(200);
  expect(await exports()).toBe(before + 1);
});

it("lists background jobs, and retries only those that have not ended", async () => {
  const { jobs } = (await call("GET", "/jobs?limit=1000")).body;
  const mail = jobs.find(
    ({ kind, state }: { kind: string; state: string }) => kind === "mail" && state === "completed",
  );
  expect(mail).toMatchObject({ attempts: 1, lastError: null });
  expect(codeOf(await call("POST", `/jobs/${mail.id}/retry`, {}))).toBe("DATA_JOB_STATUS_CONFLICT");
  expect(codeOf(await call("POST", `/jobs/${crypto.randomUUID()}/cancel`, {}))).toBe("NOT_FOUND");
});

it("reports the findings of the doctor", async () => {
  const { findings } = (await call("GET", "/health")).body;
  const states = Object.fromEntries(findings.map(({ check, state }: Record<string, string>) => [check, state]));
  expect(states).toMatchObject({ database: "ok", migrations: "ok", "secret key": "ok", mail: "ok" });
  expect(findings.filter(({ code }: { code?: string }) => code === undefined)).toEqual([]);
});

it("is for owners only", async () => {
  const support = await add("sue@example.com", "support");
  for (const path of ["/apps", "/api-keys", "/audit-events", "/jobs", "/health", "/settings"])
    expect([path, codeOf(await server.call("GET", `${base}${path}`, { token: support }))]).toEqual([
      path,
      "NOT_ALLOWED",
    ]);
});
