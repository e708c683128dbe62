import fs from "node:fs";
import pg from "pg";
import { expect, it } from "vitest";
import { createTestDatabase, dropTestDatabase, prepareTemplate, startTestEngine } from "./embedded-engine.ts";

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

it("creates a separate database per test from a template and removes everything", async () => {
  const engine = await startTestEngine();
  try {
    const template = await prepareTemplate(engine.connection, async (url) => {
      await query(url, "CREATE TABLE notes (text text)");
      await query(url, "INSERT INTO notes VALUES ('from the template')");
    });
    const [one, two] = await Promise.all([
      createTestDatabase(engine.connection, template),
      createTestDatabase(engine.connection, template),
    ]);
    await query(one.url, "INSERT INTO notes VALUES ('mine')");
    expect(await query(one.url, "SELECT count(*)::int FROM notes")).toEqual([{ count: 2 }]);
    expect(await query(two.url, "SELECT * FROM notes")).toEqual([{ text: "from the template" }]);
    await dropTestDatabase(engine.connection, one);
    await expect(query(one.url, "SELECT 1")).rejects.toThrow(/does not exist/);
  } finally {
    await engine.close();
  }
  expect(fs.existsSync(engine.connection.host)).toBe(false);
}, 60_000);
