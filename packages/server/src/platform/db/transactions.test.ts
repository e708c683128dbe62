import { sql } from "kysely";
import { expect, it } from "vitest";
import { createTestServer } from "../../../test/test-server.ts";
import { inSavepoint, withTransactionRetry } from "./transactions.ts";

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

it.each(["40P01", "40001", "23505"])("retries a transaction that fails once with %s", async (code) => {
  let attempts = 0;
  const result = await withTransactionRetry(
    context,
    async (tx) => {
      attempts += 1;
      if (attempts === 1) await sql`do ${sql.lit(`begin raise exception using errcode = '${code}'; end`)}`.execute(tx);
      return "done";
    },
    (error) => error instanceof Error && "code" in error && error.code === "23505",
  );
  expect([result, attempts]).toEqual(["done", 2]);
});

it("does not retry other errors", async () => {
  let attempts = 0;
  const failing = withTransactionRetry(context, async (tx) => {
    attempts += 1;
    await sql`select 1 / 0`.execute(tx);
  });
  await expect(failing).rejects.toThrow("division by zero");
  expect(attempts).toBe(1);
});
