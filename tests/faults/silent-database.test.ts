import { createTestServer } from "@porchlight/server/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { disableStatementTimeout } from "../../packages/server/src/platform/db/database.ts";
import { newAddress, type Product, startProduct, until } from "../product.ts";
import { processTree } from "./processes.ts";

/** Longer than the response timeout of the server. */
const longSeconds = 13;

const server = await createTestServer();

let product: Product;
let token: string;
let clientId: string;
/** Processes of the embedded PostgreSQL. */
let stopped: number[] = [];

beforeAll(async () => {
  product = await startProduct({ args: ["--site", "none"] });
  const listed = JSON.parse((await product.command("app", "list", "--json")).stdout) as {
    apps: { clientId: string }[];
  };
  clientId = listed.apps[0]?.clientId ?? "";
  token = ((await (await renew()).json()) as { access_token: string }).access_token;
});
afterAll(async () => {
  goOn();
  await product.stop();
});

const post = (path: string, body: object) =>
  fetch(`${product.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { authorization: token }), ...newAddress() },
    body: JSON.stringify(body),
  });
const renew = () => post("/oauth2/token", { grantType: "anonymous", clientId });
const read = (path: string) => fetch(`${product.url}${path}`, { headers: { authorization: token, ...newAddress() } });
const login = () =>
  post("/_api/iam/authentication/v2/login", { loginId: { email: "ada@example.com" }, password: "a walk by the sea" });
const register = (email: string) =>
  post("/_api/iam/authentication/v2/register", { loginId: { email }, password: "a long walk by the sea" });

function stopDatabase(): void {
  stopped = processTree(product.process.pid!).flatMap(({ pid, command }) => (/postgres/.test(command) ? [pid] : []));
  for (const pid of stopped) process.kill(pid, "SIGSTOP");
}

function goOn(): void {
  for (const pid of stopped.splice(0)) process.kill(pid, "SIGCONT");
}

describe("an unresponsive database", () => {
  it("returns 503 until it responds again", async () => {
    expect([(await read("/v3/posts")).status, (await login()).status]).toEqual([200, 401]);
    stopDatabase();
    expect(stopped.length).toBeGreaterThan(3);
    const startedAt = Date.now();
    const requestedAt = [read("/v3/posts"), read("/v3/posts"), login(), renew(), register("during@example.com")];
    expect((await read("/healthz")).status).toBe(200);
    expect((await read("/readyz")).status).toBe(503);
    for (const answer of await Promise.all(requestedAt)) {
      const { details } = (await answer.json()) as { details: { applicationError: { code: string } } };
      expect([answer.status, details.applicationError.code]).toEqual([503, "UNAVAILABLE"]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(Date.now() - startedAt).toBeLessThan(25_000);
    goOn();
    await until(async () => ((await read("/readyz")).ok ? true : undefined), "the database to be taken back", 10_000);
    expect([(await read("/v3/posts")).status, (await login()).status]).toEqual([200, 401]);
    expect((await register("afterwards@example.com")).status).toBe(200);
  });

  it("is distinguished from a busy one: migrations have no timeout", async () => {
    const sleeping = server.context.db.transaction().execute(async (tx) => {
      await disableStatementTimeout(tx);
      return sql<{ done: boolean }>`select pg_sleep(${longSeconds}) is not null as done`.execute(tx);
    });
    const cutOff = sql`select pg_sleep(${longSeconds})`.execute(server.context.db);
    const [slept] = await Promise.all([sleeping, expect(cutOff).rejects.toThrow(/statement timeout/)]);
    expect(slept.rows).toEqual([{ done: true }]);
  });
});
