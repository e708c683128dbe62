import { readdir, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { findDestructiveStatements, isMarkedContract, splitStatements } from "./migration-plan.ts";

const folder = new URL("./migrations/", import.meta.url);
/** The newest migration of version 0.1.0. Earlier ones never run next to a released server. */
const firstRelease = 164;

describe("migrations", () => {
  it("are split at semicolons outside of strings, comments and functions", () => {
    const script = `-- a; b
      create table a (x text default 'it''s; fine'); /* ; */
      create function f() returns int language plpgsql as $$ begin return 1; end $$;
      update a set x = 'y - z' where x <> '/';`;
    expect(splitStatements(script)).toEqual([
      "create table a (x text default 'it''s; fine')",
      "create function f() returns int language plpgsql as $$ begin return 1; end $$",
      "update a set x = 'y - z' where x <> '/'",
    ]);
  });

  it.each([
    ["alter table posts drop column title", true],
    ["alter table posts add column a text, drop column b", true],
    ["alter table posts rename column title to name", true],
    ["alter table posts rename to articles", true],
    ["alter table posts alter column title type varchar(10)", true],
    ["alter table posts alter column title set not null", true],
    ["drop table if exists posts", true],
    ["create table a (x int); alter table a alter column x set not null; drop table a", false],
    ["alter table posts add column a text not null default ''", false],
    ["-- alter table posts drop column title", false],
    ["alter table posts drop constraint posts_check", false],
  ])("%s is destructive: %s", (script, isDestructive) => {
    expect(findDestructiveStatements(script).length > 0).toBe(isDestructive);
  });

  it("that remove or rename something are marked as contract", async () => {
    const names = (await readdir(folder)).filter((name) => Number(name.slice(0, 3)) > firstRelease);
    const unmarked: string[] = [];
    for (const name of names) {
      const text = await readFile(new URL(name, folder), "utf8");
      if (findDestructiveStatements(text).length > 0 && !isMarkedContract(text)) unmarked.push(name);
    }
    expect(unmarked).toEqual([]);
  });
});
