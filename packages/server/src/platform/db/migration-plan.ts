import { sql } from "kysely";
import type { Db } from "./database.ts";

/**
 * Whether servers of the previous version continue to work with the tables of a migration. A contract migration removes
 * what they may still use.
 */
export type MigrationPhase = "expand" | "contract";

/** A change of an existing table, and who waits for it. */
export interface TableChange {
  table: string;
  /** `all`: readers and writers; `writes`: writers; `rows`: writers of the same rows. */
  blocks: "all" | "writes" | "rows";
  /** An estimate; undefined for a table that does not exist yet. */
  rows?: number | undefined;
}

/** A migration that is not in the database. */
export interface PlannedMigration {
  name: string;
  phase: MigrationPhase;
  changes: TableChange[];
}

/** Marks a contract migration, with the reason why no running server needs what it removes. */
const contractMark = /^-- contract: \S/m;

/** Whether the mark of a migration says that it is a contract migration. */
export const isMarkedContract = (text: string): boolean => contractMark.test(text);

/** Splits a script into statements without comments. Semicolons in strings and in bodies of functions do not count. */
export function splitStatements(text: string): string[] {
  const parts = text.matchAll(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|;|[^;'$/-]+|[$/-]/g);
  const statements = [""];
  for (const [part] of parts) {
    if (part === ";") statements.push("");
    else if (!/^(?:--|\/\*)/.test(part)) statements[statements.length - 1] += part;
  }
  return statements
    .map((statement) => statement.trim().replaceAll(/\s+/g, " "))
    .filter((statement) => statement !== "");
}

const name = String.raw`(?:if (?:not )?exists )?(?:only )?([\w.]+)`;
const destructive = [
  new RegExp(`^drop table ${name}`, "i"),
  new RegExp(
    `^alter table ${name} .*\\b(?:drop column|rename (?:column|to)\\b|alter column \\w+ (?:set data )?type|alter column \\w+ set not null)`,
    "i",
  ),
  new RegExp(`^alter table ${name} rename `, "i"),
];

/** Statements that break servers of the previous version, unless they concern a table of the same migration. */
export function findDestructiveStatements(text: string): string[] {
  const statements = splitStatements(text);
  const created = createdTables(statements);
  return statements.filter((statement) => {
    const table = destructive.map((pattern) => pattern.exec(statement)?.[1]).find((found) => found !== undefined);
    return table !== undefined && !created.has(table);
  });
}

const createdTables = (statements: readonly string[]): Set<string> =>
  new Set(statements.flatMap((statement) => new RegExp(`^create table ${name}`, "i").exec(statement)?.[1] ?? []));

const blocking: [RegExp, TableChange["blocks"]][] = [
  [new RegExp(`^(?:alter|drop|truncate)(?: table)? ${name}`, "i"), "all"],
  [new RegExp(`^create (?:unique )?index (?:if not exists )?\\w+ on ${name}`, "i"), "writes"],
  [new RegExp(`^create (?:constraint )?trigger \\w+ [^;]*? on ${name}`, "i"), "writes"],
  [new RegExp(`^(?:update|delete from) ${name}`, "i"), "rows"],
];

/** The existing tables that a migration changes, with the strongest lock of each. */
function findTableChanges(text: string): Map<string, TableChange["blocks"]> {
  const statements = splitStatements(text);
  const created = createdTables(statements);
  const changes = new Map<string, TableChange["blocks"]>();
  const order = ["rows", "writes", "all"];
  for (const statement of statements) {
    for (const [pattern, blocks] of blocking) {
      const table = pattern.exec(statement)?.[1];
      if (table === undefined || created.has(table)) continue;
      if (order.indexOf(blocks) > order.indexOf(changes.get(table) ?? "")) changes.set(table, blocks);
    }
  }
  return changes;
}

/** Describes migrations for a database, which is only read. */
export async function describeMigrations(
  db: Db,
  migrations: readonly { name: string; text: string }[],
): Promise<PlannedMigration[]> {
  const { rows: sizes } = await sql<{ name: string; rows: number }>`
    select oid::regclass::text as name, greatest(reltuples, 0)::float8 as rows from pg_class where relkind in ('r', 'p')`.execute(
    db,
  );
  const rowsOf = new Map(sizes.map(({ name, rows }) => [name, rows]));
  return migrations.map(({ name, text }) => ({
    name,
    phase: isMarkedContract(text) || findDestructiveStatements(text).length > 0 ? "contract" : "expand",
    changes: [...findTableChanges(text)].map(([table, blocks]) => ({ table, blocks, rows: rowsOf.get(table) })),
  }));
}
