import { createHash } from "node:crypto";
import type { CompiledQuery, RawBuilder } from "kysely";
import pg from "pg";
import { canPrepare, type DbOrTx, disablePreparedStatements, poolOf, queryPrepared } from "./database.ts";

/** Cached shapes of one statement: each uses memory in every connection. */
const maxVariants = 16;
/** Cached statements of {@link runPrepared}. */
const maxTexts = 32;

/** Placeholder for a value that is passed when the statement runs. */
class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Returns a placeholder for a value, which can only be bound. */
export type Bind<Values> = <Name extends keyof Values & string>(name: Name) => Values[Name];

/**
 * Creates a prepared statement. It is compiled once per process, and parsed and planned once per connection, which
 * takes several times as long as reading a row. Columns must be named: a prepared `select *` fails after another node's
 * migration adds a column.
 *
 * @param write Returns the statement, which may depend on `shape` only, a JSON value.
 * @param options Number of cached shapes.
 * @returns Runs the statement; in a transaction it runs unprepared.
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
 * Prepares and runs a dynamic statement. Its best plan must not depend on the bound values, because PostgreSQL reuses
 * the plan of the first ones.
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
  /** Undefined if the statement is not prepared. */
  name: string | undefined;
}

/** Derived from the text, so that names are unambiguous between processes behind a pooler. */
function nameOf(text: string): string {
  return `s_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
}

async function run<Row>(db: DbOrTx, { query, name }: Compiled<Row>, input: object): Promise<Row[]> {
  const values: unknown[] = query.parameters.map((parameter) =>
    parameter instanceof Parameter ? Reflect.get(input, parameter.name) : parameter,
  );
  const pool = poolOf(db);
  if (pool && name !== undefined && canPrepare(pool)) {
    try {
      return (await queryPrepared(pool, { name, text: query.sql, values })).rows;
    } catch (error) {
      if (!isLostStatement(error)) throw error;
      // It failed before it ran, so that it can be repeated.
      disablePreparedStatements(pool);
    }
  }
  return (await db.executeQuery<Row>({ ...query, parameters: values })).rows;
}

/** Source: PostgreSQL, "Error Codes", 26000 and 42P05. */
function isLostStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === "26000" || error.code === "42P05");
}
