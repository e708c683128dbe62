import { createHash } from "node:crypto";
import type { CompiledQuery, RawBuilder } from "kysely";
import type { PoolClient } from "pg";
import pg from "pg";
import type { DbOrTx } from "./database.ts";

/** Statements that one process prepares: each costs memory in every connection, and callers choose among many field sets. */
const statementLimit = 64;
/** Before the statement's name, at the beginning of a text that `takePreparedReads` sends as a prepared one. */
const mark = "/* prepared ";

const names = new Map<string, string>();
/** Poolers that share connections between clients and know nothing of prepared statements. */
const unpreparedDatabases = new WeakSet<object>();

/**
 * Runs a read that comes again and again in the same words: PostgreSQL parses and plans it once for each connection, which for
 * an answer in JSON takes several times as long as reading one row. Its columns have to be named: a prepared `select *` would
 * fail when another node's migration adds a column.
 */
export async function readPrepared<Row>(db: DbOrTx, query: RawBuilder<Row>): Promise<Row[]> {
  const compiled = query.compile(db);
  const name = db.isTransaction || unpreparedDatabases.has(db) ? undefined : nameOf(compiled.sql);
  if (name === undefined) return (await db.executeQuery<Row>(compiled)).rows;
  const named: CompiledQuery<Row> = { ...compiled, sql: `${mark}${name} */${compiled.sql}` };
  try {
    return (await db.executeQuery<Row>(named)).rows;
  } catch (error) {
    if (!isLostStatement(error)) throw error;
    unpreparedDatabases.add(db);
    return (await db.executeQuery<Row>(compiled)).rows;
  }
}

/** Lets this connection prepare what {@link readPrepared} sends. */
export function takePreparedReads(client: PoolClient): void {
  const send = client.query.bind(client) as (text: unknown, ...rest: unknown[]) => unknown;
  client.query = ((text: unknown, ...rest: unknown[]) => {
    if (typeof text !== "string" || !text.startsWith(mark)) return send(text, ...rest);
    const [values] = rest;
    return send({ name: text.slice(mark.length, text.indexOf(" ", mark.length)), text, values });
  }) as PoolClient["query"];
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= statementLimit) return known;
  // From the text, so that behind a pooler a name never means another process's statement.
  const name = `read_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
  names.set(text, name);
  return name;
}

/** Source: PostgreSQL, "Error Codes", 26000 and 42P05. */
function isLostStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === "26000" || error.code === "42P05");
}
