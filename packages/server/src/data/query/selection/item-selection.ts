import type { RawBuilder } from "kysely";
import { accessCondition } from "../../permissions/access-sql.ts";
import { compileFilter } from "../filter/compile-filter.ts";
import { all } from "../filter/conditions-sql.ts";
import type { QueryScope } from "../filter/field-expression-sql.ts";
import type { PreparedSelection } from "../item-pages-store.ts";
import type { ItemCursor } from "../open-paging.ts";
import { findIndexScan, hasIndexedValues, requiredListElement } from "./index-scan.ts";
import { scanConditions, scanShape, scanValues } from "./index-scan-sql.ts";

/** The readable items that match a filter and a search. */
export interface ItemSelection {
  /** The selected items match one of these conditions, and no item matches two. */
  conditions(): RawBuilder<boolean>[];
  /** Set if there is a prepared statement for pages of the selection. */
  prepared: PreparedSelection | undefined;
  /** Whether an index certainly bounds the number of rows that are read. */
  isServed: boolean;
}

/**
 * Compiles a filter such that an index can serve it and the sort.
 *
 * @param sort `undefined` if the order does not matter.
 * @param searches The conditions of a search.
 * @throws {Refusal} as {@link compileFilter}.
 */
export function compileSelection(
  scope: QueryScope,
  filter: Record<string, unknown>,
  sort: ItemCursor["sort"] | undefined,
  searches: readonly RawBuilder<boolean>[] = [],
): ItemSelection {
  const isFiltered = Object.keys(filter).length > 0;
  const compiled = isFiltered ? [compileFilter(filter, scope)] : [];
  const scan = findIndexScan(scope, filter, sort);
  const access = accessCondition(scope.collection, scope.caller, "read", scope.alias, scope.drafts);
  return {
    conditions() {
      if (!scan || scan.equal.length === 0) return [all([access, ...compiled, ...searches])];
      const remaining = scan.remaining.map(([name, operand]) => compileFilter({ [name]: operand }, scope));
      return scanConditions(scanShape(scan), scanValues(scan)).map((condition) =>
        all([access, condition, ...remaining, ...searches]),
      );
    },
    prepared: searches.length > 0 ? undefined : preparedSelection(),
    isServed: searches.length === 0 && isServed(),
  };

  function isServed(): boolean {
    if (scan && (scan.equal.length > 0 || sort)) return true;
    if (isFiltered) return hasIndexedValues(scope, filter);
    const [first, ...others] = sort ?? [];
    return !first || (others.length === 0 && ["_id", "_createdDate"].includes(first.fieldName));
  }

  function preparedSelection(): PreparedSelection | undefined {
    if (scan?.isComplete) return { kind: "scan", scan };
    if (!isFiltered) return { kind: "all" };
    const element = requiredListElement(scope, filter);
    return element && { kind: "element", ...element };
  }
}
