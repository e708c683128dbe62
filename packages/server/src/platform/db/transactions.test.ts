import { sql } from "kysely";
import { expect, it } from "vitest";
import { createTestServer } from "../../../test/test-server.ts";
import { inSavepoint } from "./transactions.ts";

const { context } = await createTestServer();

it("rolls back all changes of a failed savepoint, also after a failed nested one", async () => {
  const left = await context.db.transaction().execute(async (tx) => {
    const put = (n: number) => sql`insert into kept values (${n})`.execute(tx);
    await sql`create temporary table kept (n integer primary key) on commit drop`.execute(tx);
    await put(1);
    const outer = inSavepoint(tx, async () => {
      await put(2);
      await expect(inSavepoint(tx, () => put(1))).rejects.toThrow("duplicate key");
      await put(3);
      await put(3);
    });
    await expect(outer).rejects.toThrow("duplicate key");
    const { rows } = await sql<{ n: number }>`select n from kept order by n`.execute(tx);
    return rows.map(({ n }) => n);
  });
  expect(left).toEqual([1]);
});
