import { createHash } from "node:crypto";
import type { CompiledQuery, RawBuilder } from "kysely";
import pg from "pg";
import { type DbOrTx, poolOf } from "./database.ts";

/** Shapes of one statement that are kept: each costs memory in every connection, and callers choose among many. */
const maxVariants = 16;
/** The same for texts of {@link runPrepared}. */
const maxTexts = 32;

/** Poolers that share connections between clients and know nothing of prepared statements. */
const unpreparedPools = new WeakSet<pg.Pool>();

/** Stands in a statement for a value that is given when it runs. */
class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Names a value of the statement. What it answers can be bound, and nothing else: there is no value yet. */
export type Bind<Values> = <Name extends keyof Values & string>(name: Name) => Values[Name];

/**
 * A statement that comes again and again in the same words. It is written and compiled once in this process, and parsed and
 * planned once by each connection, which for an answer in JSON takes several times as long as reading one row. Its columns
 * have to be named: a prepared `select *` would fail when another node's migration adds a column.
 *
 * @param write The statement's words. They depend on nothing but `shape`, which has to be JSON.
 * @param options How many shapes are kept.
 * @returns Runs the statement; a transaction runs it unprepared.
 */
export function preparedStatement<Values extends object, Row, Shape = undefined>(
  write: (bind: Bind<Values>, shape: Shape) => RawBuilder<Row>,
  { shapes = maxVariants }: { shapes?: number } = {},
): (db: DbOrTx, values: Values, ...shape: Shape extends undefined ? [] : [shape: Shape]) => Promise<Row[]> {
  const cached = new Map<string | undefined, Compiled<Row>>();
  const bind = (name: string) => new Parameter(name) as never;

  return async (db, values, ...[shape]) => {
    const key = shape === undefined ? undefined : JSON.stringify(shape);
    let compiled = cached.get(key);
    if (!compiled) {
      const query = write(bind, shape as Shape).compile(db);
      compiled = { query, name: cached.size < shapes ? nameOf(query.sql) : undefined };
      if (compiled.name !== undefined) cached.set(key, compiled);
    }
    return run(db, compiled, values);
  };
}

/**
 * Runs a statement that is written anew each time, and prepares it all the same. Its best plan must not depend on the values
 * bound in it: PostgreSQL goes on with the plan that the first ones led to.
 */
export async function runPrepared<Row>(db: DbOrTx, statement: RawBuilder<Row>): Promise<Row[]> {
  const query = statement.compile(db);
  let name = names.get(query.sql);
  if (name === undefined && names.size < maxTexts) {
    name = nameOf(query.sql);
    names.set(query.sql, name);
  }
  return run(db, { query, name }, {});
}

const names = new Map<string, string>();

interface Compiled<Row> {
  query: CompiledQuery<Row>;
  /** Absent where the statement is not to be prepared. */
  name: string | undefined;
}

/** From the text, so that behind a pooler a name never means another process's statement. */
function nameOf(text: string): string {
  return `s_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
}

async function run<Row>(db: DbOrTx, { query, name }: Compiled<Row>, input: object): Promise<Row[]> {
  const values = query.parameters.map((parameter) =>
    parameter instanceof Parameter ? (input as Record<string, unknown>)[parameter.name] : parameter,
  );
  const pool = poolOf(db);
  if (pool && name !== undefined && !unpreparedPools.has(pool)) {
    try {
      return (await pool.query({ name, text: query.sql, values })).rows as Row[];
    } catch (error) {
      if (!isLostStatement(error)) throw error;
      // It failed before it did anything, so that it may be sent again.
      unpreparedPools.add(pool);
    }
  }
  return (await db.executeQuery<Row>({ ...query, parameters: values })).rows;
}

/** Source: PostgreSQL, "Error Codes", 26000 and 42P05. */
function isLostStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === "26000" || error.code === "42P05");
}
