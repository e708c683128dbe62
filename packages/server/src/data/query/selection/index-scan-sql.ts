import { type RawBuilder, sql } from "kysely";
import { storedValue } from "../../indexes/index-sql.ts";
import { all, type Comparison, type Condition, comparisonSql } from "../filter/conditions-sql.ts";
import { sortKeySql } from "../filter/field-expression-sql.ts";
import { isExactSortKey, listKey, sortKey, sortRange, toJson } from "../filter/operands.ts";
import { entryOf, systemColumn } from "../page-sql.ts";
import type { FieldBound, IndexScan } from "./index-scan.ts";

/** The parts of a scan that change its SQL. */
export interface IndexScanShape {
  equal: readonly { path: string; isExact: boolean }[];
  bounds: readonly (Pick<FieldBound, "path" | "operator"> & { type: FieldBound["operand"]["type"] })[];
}

/** The values of a scan, in the order of its fields. */
export interface IndexScanValues {
  keys: readonly string[];
  jsons: readonly string[];
  limits: readonly string[];
}

export const scanShape = ({ equal, bounds }: IndexScan): IndexScanShape => ({
  equal: equal.map(({ path, operand }) => ({ path, isExact: isExactSortKey(operand) })),
  bounds: bounds.map(({ path, operator, operand }) => ({ path, operator, type: operand.type })),
});

export const scanValues = ({ equal, bounds }: IndexScan): IndexScanValues => ({
  keys: equal.map(({ operand }) => sortKey(operand)),
  jsons: equal.map(({ operand }) => toJson(operand)),
  limits: bounds.map(({ path, operand }) => (systemColumn(path) ? String(operand.value) : sortKey(operand))),
});

/**
 * Splits the scan into conditions of which no item matches two. Each fixes whether a field has the value or a list that
 * contains it, because an index is in the order of its other fields only where the first ones are constant.
 */
export function scanConditions({ equal, bounds }: IndexScanShape, values: IndexScanValues): Condition[] {
  const compared = bounds.map(({ path, operator, type }, index) =>
    boundCondition(path, operator, type, entryOf(values.limits, index)),
  );
  const choices = equal.map(({ path, isExact }, index) => {
    const value = storedValue(path, "i");
    const key = sortKeySql(value);
    const json = sql`${entryOf(values.jsons, index)}::jsonb`;
    const isValue = sql<boolean>`${key} = ${entryOf(values.keys, index)}`;
    return [
      isExact ? isValue : sql<boolean>`(${isValue} and ${value} = ${json})`,
      sql<boolean>`(${key} = ${sql.lit(listKey)} and ${value} @> jsonb_build_array(${json}))`,
    ];
  });
  const combinations = choices.reduce<Condition[][]>(
    (found, both) => found.flatMap((conditions) => both.map((condition) => [...conditions, condition])),
    [[]],
  );
  return combinations.map((conditions) => all([...conditions, ...compared]));
}

function boundCondition(
  path: string,
  operator: Comparison,
  type: FieldBound["operand"]["type"],
  limit: RawBuilder<unknown>,
): Condition {
  const column = systemColumn(path);
  if (column) return sql<boolean>`${column} ${comparisonSql[operator]} ${limit}::timestamptz`;
  const key = sortKeySql(storedValue(path, "i"));
  const [from, to] = sortRange(type);
  const ofType =
    operator === "$gt" || operator === "$gte" ? sql`${key} < ${sql.lit(to)}` : sql`${key} >= ${sql.lit(from)}`;
  return sql<boolean>`(${key} ${comparisonSql[operator]} ${limit} and ${ofType})`;
}
