import { randomBytes } from "node:crypto";
import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { createApiKey } from "../../packages/server/src/auth/api-keys.ts";
import { createServer } from "../../packages/server/src/server.ts";
import { createTestMembers } from "../../packages/server/test/auth/mfa-members.ts";
import { createPasskeyFixture } from "../../packages/server/test/auth/passkey-members.ts";
import { createContentRaces } from "../../packages/server/test/races/content-races.ts";
import { runRace, sendAtOnce } from "../../packages/server/test/races/race.ts";
import { createSignInRaces } from "../../packages/server/test/races/sign-in-races.ts";
import { createTestCalls, type TestServer } from "../../packages/server/test/test-server.ts";
import { startProduct } from "../product.ts";
import { startPrimary } from "./topology/postgres.ts";
import { makeFolder } from "./topology/processes.ts";

const rounds = Number(process.env.RACE_ROUNDS);
/** Concurrent requests of a round, half of them to each node. */
const attempts = 4;
const maxRoundMs = 5_000;

const folder = makeFolder();
const primary = await startPrimary(folder);
const secretKey = randomBytes(32);
const publicUrl = "http://localhost:4000";
const env = {
  DATABASE_URL: primary.url,
  SECRET_KEY: secretKey.toString("base64"),
  PUBLIC_URL: publicUrl,
  RATE_LIMITS: "off",
};
// The first one migrates the database.
const first = await startProduct({ args: ["--site", "none"], env });
const second = await startProduct({ args: ["--site", "none"], env });
if (process.env.CLUSTER_PIDS)
  for (const { process: child } of [first, second]) appendFileSync(process.env.CLUSTER_PIDS, `${child.pid}\n`);
/** Creates members and invitations in the database of the nodes; receives no requests. */
const local = await createServer({
  connection: { connectionString: primary.url },
  secretKey,
  publicUrl,
  siteUrl: publicUrl,
  mailFrom: "Porchlight <porchlight@localhost>",
  mediaDir: join(folder, "media"),
  backupDir: join(folder, "backups"),
  production: false,
  rateLimits: false,
  logger: pino({ level: "silent" }),
});
afterAll(async () => {
  await local.close();
  await Promise.all([first.stop(), second.stop()]);
  await primary.process.end("SIGQUIT");
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const fetchFrom =
  (node: { url: string }): TestServer["fetch"] =>
  async (request, origin) => {
    const url = request.url.replace(publicUrl, node.url);
    const body = request.body === null ? null : await request.arrayBuffer();
    const headers = new Headers(request.headers);
    if (origin) headers.set("x-forwarded-for", origin.clientAddress);
    return fetch(url, { method: request.method, headers, body, redirect: "manual" });
  };
const nodes = [fetchFrom(first), fetchFrom(second)] as const;

let sent = 0;
const calls = await createTestCalls({ ...local, fetch: (request, origin) => nodes[++sent % 2]!(request, origin) });
let advanced: Promise<unknown> = Promise.resolve();
const server: TestServer = {
  ...local,
  ...calls,
  // The clock of the nodes cannot be advanced: the code of an authenticator app that a member has used is valid again.
  advance: () => {
    const factors = local.context.db.updateTable("factors").set({ last_step: null }).where("last_step", "is not", null);
    advanced = advanced.then(() => factors.execute());
  },
  visitorToken: () => advanced.then(calls.visitorToken),
};

const members = await createTestMembers(server);
const passkeys = await createPasskeyFixture(server);
const { key } = await createApiKey(local.context, { kind: "owner" }, { name: "Races", role: "admin" });
const fixtures = { server, members, passkeys, key, attempts };
const races = { ...createSignInRaces(fixtures), ...(await createContentRaces(fixtures)) };

/** Races that change what all their rounds use run one round at a time. */
const concurrencyOf = (name: string) => (/authenticator app|setup link/.test(name) ? 1 : 4);

describe(`Two nodes, ${rounds} rounds: exactly one of ${attempts} concurrent requests consumes`, () => {
  it.each(Object.entries(races))("%s", { timeout: rounds * maxRoundMs }, async (name, race) => {
    let round = 0;
    const lane = async () => {
      while (round++ < rounds) await runRace(race, nodes, attempts);
    };
    await Promise.all(Array.from({ length: concurrencyOf(name) }, lane));
  });

  it("a refresh token: all get the same successor", { timeout: rounds * maxRoundMs }, async () => {
    for (let round = 0; round < rounds; round++) {
      const { refresh_token: refreshToken } = await server.signIn();
      const body = { grantType: "refresh_token", clientId: server.clientId, refreshToken };
      const responses = await sendAtOnce(async () => ({ path: "/oauth2/token", body }), nodes, attempts);
      expect(responses.map(({ status }) => status)).toEqual(Array(attempts).fill(200));
      expect(new Set(responses.map((response) => response.body.refresh_token)).size).toBe(1);
    }
  });
});
