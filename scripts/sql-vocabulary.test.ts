import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { engineProbes } from "../packages/server/src/platform/db/engine/probe-engine.ts";
import { root } from "./codebase/source-tree.ts";
import { readSql } from "./codebase/sql-words.ts";

/**
 * Keywords, functions, types, and operators of the product's SQL that every engine has, and names of columns that are
 * keywords, too.
 */
const plain = new Set(
  `
  % & * + - / < <= <> = > >= ? ^ abs access action add aggregate all analyze and as asc at avg between bigint bit
  bool boolean by call case cast ceil check coalesce column columns comment comments concat_ws configuration
  constraints content count create cross current_user data database date day default delete depth disable
  distinct do document double else enable encoding end error event exists exp external false first float8 floor
  for format from full generate_series grant granted greatest group handler having hold identity if immediate in
  including index indexes inline input insert int int2 integer into is join key keys label last least left
  length level like limit line ln local lock lpad max min mode month name names next no not now null nullif
  num_nonnulls numeric octet_length of off offset oid on only operator options or order out owned owner
  partition path pg_backend_pid policy position power precision primary prior quote_ident random range read real
  refresh regnamespace replace replica reset right role round row rows schema search select sequence server set
  sign smallint snapshot source split_part sql start starts_with storage strpos subscription substr substring
  sum table tables target text then tid time to to_hex transaction translate trim true type union until update
  using valid value values varchar version views when where with without work ||
  `.split(/\s+/),
);
/** Words of the embedded engine, and of functions of the job queue that are turned off. */
const unusedElsewhere = new Set([
  "pg_walfile_name",
  "pg_current_wal_lsn",
  "pg_notify",
  "notify",
  "pg_cancel_backend",
  "reindex",
  "vacuum",
]);

const texts = readSql(root);
/** The words of a feature: single ones, and phrases in quotation marks. */
const wordsOf = (words: string) => [...words.matchAll(/"([^"]+)"|\S+/g)].map(([all, phrase]) => phrase ?? all);
const featureWords = new Set(engineProbes.flatMap(({ vocabulary }) => wordsOf(vocabulary)));

let serverVocabulary: Set<string>;
beforeAll(async () => {
  const client = new pg.Client({ ...inject("engine"), database: "postgres" });
  await client.connect();
  const { rows } = await client.query<{ word: string }>(`
    select word from pg_get_keywords() union select typname from pg_type where typname !~ '^_' and typtype = 'b'
    union select proname || '(' from pg_proc where pronamespace = 'pg_catalog'::regnamespace
    union select amname from pg_am union select opcname from pg_opclass union select oprname from pg_operator`);
  await client.end();
  serverVocabulary = new Set(rows.map(({ word }) => word));
});

/** Words of the vocabulary of the server in the sources, with a file for each. */
function findWords(): Map<string, string> {
  const found = new Map<string, string>();
  for (const { file, text } of texts) {
    for (const [, word = "", call] of text.matchAll(/\b([a-z_][a-z_0-9]*)(\s*\()?/g))
      if (serverVocabulary.has(word) || (call && serverVocabulary.has(`${word}(`))) found.set(word, file);
    for (const [operator] of text.matchAll(/[-+*/<>=~!@#%^&|`?]+/g))
      if (serverVocabulary.has(operator)) found.set(operator, file);
  }
  return found;
}

describe("The SQL of the product", () => {
  it("uses only what `doctor --engine` probes, or every engine has", () => {
    const unknown = [...findWords()].filter(
      ([word]) => !plain.has(word) && !unusedElsewhere.has(word) && !featureWords.has(word),
    );
    // Add a word to a feature in `engine/features.ts`, with a statement that tries it out, or to the list above.
    expect(unknown).toEqual([]);
  });

  it("uses each feature that `doctor --engine` probes", () => {
    const all = texts.map(({ text }) => text.replace(/\s+/g, " ")).join("\n");
    const unused = engineProbes.flatMap(({ vocabulary }) => wordsOf(vocabulary).filter((word) => !all.includes(word)));
    expect(unused).toEqual([]);
  });

  it("has a line for each feature in the documentation of engines", () => {
    const page = readFileSync(path.join(root, "docs/operations/database-engines.md"), "utf8");
    expect(engineProbes.filter(({ name }) => !page.includes(`| ${name} |`)).map(({ name }) => name)).toEqual([]);
  });
});
