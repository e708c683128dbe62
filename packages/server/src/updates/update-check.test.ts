import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it } from "vitest";
import { createTestStaff } from "../../test/staff/staff-accounts.ts";
import { createTestServer } from "../../test/test-server.ts";
import { updateSetting } from "../site-admin/update-settings.ts";
import { checkForUpdate } from "./update-check.ts";

const operator = { kind: "owner" } as const;
const dayMs = 24 * 60 * 60_000;
const requests: string[] = [];
let respond: RequestListener;
const registry = createServer((request, response) => {
  requests.push(`${request.method} ${request.url}`);
  respond(request, response);
});
await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
afterAll(() => {
  registry.closeAllConnections();
  return new Promise((resolve) => registry.close(resolve));
});

const { port } = registry.address() as AddressInfo;
const server = await createTestServer({ updateRegistryUrl: `http://127.0.0.1:${port}` });
const { context } = server;
let days = 0;
/** Access tokens do not live as long as the pause between checks. */
const checkOnNextDay = () => {
  days += 1;
  const at = new Date(context.now().getTime() + days * dayMs);
  return checkForUpdate({ ...context, now: () => at });
};
const staff = await createTestStaff(server);
const respondWith = (body: string, status = 200) => {
  respond = (_request, response) => response.writeHead(status, { "content-type": "application/json" }).end(body);
};
const readUpdate = async (token = staff.ownerToken) =>
  (await server.call("GET", "/_api/porchlight/v1/statistics/attention", { token })).body.attention.update;

it("sends nothing while the setting is off", async () => {
  respondWith('{"version":"99.1.0"}');
  await checkForUpdate(context);
  expect(requests).toEqual([]);
});

it("announces a newer version to owners, and asks once a day on all nodes together", async () => {
  await updateSetting(context, operator, "updateCheck", "daily");
  await Promise.all([checkForUpdate(context), checkForUpdate(context), checkForUpdate(context)]);
  expect(requests).toEqual(["GET /porchlight/latest"]);
  expect(await readUpdate()).toEqual({
    version: "99.1.0",
    current: expect.stringMatching(/^\d+\.\d+\.\d+/),
    url: "https://www.npmjs.com/package/porchlight/v/99.1.0",
  });
  expect(await readUpdate(await staff.add("editor@example.com", "editor"))).toBeUndefined();
  await checkForUpdate(context);
  expect(requests).toHaveLength(1);
  respondWith('{"version":"0.0.9"}');
  await checkOnNextDay();
  expect(requests).toHaveLength(2);
  expect(await readUpdate()).toBeUndefined();
});

it.each<[string, string, number?]>([
  ["an error", "{}", 503],
  ["no JSON", "<html>"],
  ["a version that is none", '{"version":"99.0.0 <script>"}'],
  ["a large response", `{"version":"99.2.0","readme":"${"x".repeat(2 * 1024 * 1024)}"}`],
])("rejects %s, and retains what it knows", async (_name, body, status) => {
  respondWith(body, status);
  await expect(checkOnNextDay()).rejects.toThrow();
  expect(await readUpdate()).toBeUndefined();
});

it("shows no update after the setting is turned off", async () => {
  respondWith('{"version":"99.3.0"}');
  await checkOnNextDay();
  expect((await readUpdate()).version).toBe("99.3.0");
  await updateSetting(context, operator, "updateCheck", "off");
  expect(await readUpdate()).toBeUndefined();
});
