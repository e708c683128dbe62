import { randomBytes } from "node:crypto";
import { createTestServer } from "@porchlight/server/testing";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { main } from "../../main.ts";

const secretKey = randomBytes(32);
const server = await createTestServer({ secretKey });
const { db, config } = server.context;
const { host, port, user, database } = config.connection as unknown as Record<string, string>;
const env = {
  DATABASE_URL: `postgresql://${user}@${encodeURIComponent(host!)}:${port}/${database}?sslmode=disable`,
  SECRET_KEY: secretKey.toString("base64"),
};
const [failed, waiting] = ["01900000-0000-7000-8000-000000000001", "01900000-0000-7000-8000-000000000002"];

async function run(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  let [stdout, stderr] = ["", ""];
  const code = await main(argv, {
    env,
    json: argv.includes("--json"),
    terminal: false,
    stdout: (text) => (stdout += text),
    stderr: (text) => (stderr += text),
  });
  return { code, stdout, stderr };
}
const json = async (...argv: string[]) => JSON.parse((await run(...argv, "--json")).stdout);

beforeAll(async () => {
  await sql`
    insert into pgboss.job (name, id, singleton_key, policy, retry_limit, retry_count, state, started_on, output, start_after)
    values ('mail', ${failed}, ${failed}, 'standard', 11, 11, 'failed', now(), '{"message": "no such mailbox"}', now()),
      ('message', ${waiting}, ${waiting}, 'standard', 11, 0, 'created', null, null, now() + interval '1 hour')`.execute(
    db,
  );
});

describe("porchlight job", () => {
  it("lists jobs of all kinds with attempts and the last error", async () => {
    const { code, stdout } = await run("job", "list");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^id +kind +state +attempts +time +last error$/m);
    expect(stdout).toMatch(new RegExp(`^${failed} +mail +failed +12/12 .*no such mailbox$`, "m"));
    expect(stdout).toMatch(new RegExp(`^${waiting} +message +waiting +0/12 `, "m"));
    expect((await json("job", "list", "--kind", "mail")).jobs).toMatchObject([{ id: failed, state: "failed" }]);
    expect((await json("job", "list", "--kind", "message", "--state", "waiting")).jobs).toMatchObject([
      { id: waiting, kind: "message" },
    ]);
    expect((await run("job", "list", "--kind", "message", "--state", "running")).stdout).toBe("There are no jobs.\n");
    expect(await run("job", "list", "--kind", "letters")).toMatchObject({ code: 2 });
  });

  it("shows one job", async () => {
    const { stdout } = await run("job", "show", failed);
    expect(stdout).toMatch(/^State +failed$/m);
    expect(stdout).toMatch(/^Error +no such mailbox$/m);
    expect((await json("job", "show", failed)).job).toMatchObject({ id: failed, attempts: 12, maxAttempts: 12 });
    expect(await run("job", "show", "none")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no job "none"'),
    });
  });

  it("retries a failed job, and all of them", async () => {
    expect(await run("job", "retry")).toMatchObject({ code: 2, stderr: expect.stringContaining("--all") });
    expect((await json("job", "retry", failed)).job).toMatchObject({ id: failed, state: "waiting", attempts: 0 });
    await sql`update pgboss.job set state = 'failed' where id = ${failed}`.execute(db);
    expect(await json("job", "retry", "--all", "--kind", "message")).toEqual({ count: 0 });
    expect((await run("job", "retry", "--all")).stdout).toBe("1 job runs again.\n");
  });

  it("cancels a waiting job once", async () => {
    expect((await json("job", "cancel", waiting)).job).toMatchObject({ id: waiting, state: "cancelled" });
    expect(await run("job", "cancel", waiting)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("has ended"),
    });
    expect(await run("job", "retry", waiting)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("not failed"),
    });
  });
});
