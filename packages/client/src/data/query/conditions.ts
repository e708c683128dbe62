import { maxPageSize } from "@porchlight/contract/limits";
import type { WireFilter, WireSorting } from "@porchlight/contract/wire/query";
import { isPorchlightError, type PorchlightError } from "../../errors.ts";
import { isNonEmptyString } from "../../http/response.ts";
import { mapMethods, queryChanges } from "../../query/query-changes.ts";
import { check, isString } from "../data-errors.ts";

/** State of a filter, query or aggregation builder. */
export interface BuilderState {
  /** Absent for standalone filters. */
  readonly collection?: string | undefined;
  readonly conditions: readonly WireFilter[];
  /** Rejected builder calls; reported when the query is sent. */
  readonly violations: readonly PorchlightError[];
  readonly sort: WireSorting[];
  readonly limit?: number;
  readonly skip?: number;
}

export const emptyState: BuilderState = { conditions: [], violations: [], sort: [] };

/** A builder call: returns the changes to the state. */
export type Change = (...args: never[]) => object;

/** Builder methods: each validates its arguments and returns a new builder with the change or the violation. */
export const builderCalls = <State extends BuilderState>(
  state: State,
  rebuild: (state: State) => object,
  calls: Record<string, Change>,
  checkArguments: typeof checkCall = checkCall,
): object =>
  mapMethods(calls, (change, name) => (...args) => {
    let changed: object;
    try {
      checkArguments(name, args);
      changed = change(...args);
    } catch (error) {
      if (!isPorchlightError(error)) throw error;
      changed = { violations: [...state.violations, error] };
    }
    return rebuild({ ...state, ...changed });
  });

/** @throws {PorchlightError} All violations of the builder calls. */
export function checkState({ violations, collection }: BuilderState, what: string): void {
  check(!violations[0], 20, what, collection, violations);
}

/**
 * Combines all conditions into one filter, flat if they are simple and on different fields. Source: wire.md, "Filter
 * tree".
 */
export function filterOf(conditions: readonly WireFilter[]): WireFilter {
  const members = conditions.flatMap(Object.entries);
  const names = members.map(([name]) => name);
  return conditions.length > 1 &&
    (new Set(names).size < names.length || names.some((name) => /^\$(or|not)$/.test(name)))
    ? { $and: conditions }
    : Object.fromEntries(members);
}

/** The operands of an `or`: those of an existing `or`, or all conditions as one operand. */
function alternativesOf(conditions: readonly WireFilter[]): unknown {
  const tree = filterOf(conditions);
  return Object.keys(tree).length > 1 ? tree : (tree.$or ?? tree);
}

/**
 * The state of another builder.
 *
 * @throws {PorchlightError} `WDE` and `code` if `other` is not a builder, `WDE0050` if it belongs to another
 * collection.
 */
export function stateOf(other: unknown, name: string, collection: string | undefined, code = 49): BuilderState {
  const state: BuilderState = Object(Object(other).state);
  check(state.conditions, code, name, other);
  check(!collection || !state.collection || state.collection === collection, 50, name, state.collection);
  return state;
}

/** Methods that add conditions. */
export function conditionChanges(state: BuilderState): Record<string, Change> {
  const join =
    (name: string, change: (conditions: readonly WireFilter[]) => readonly WireFilter[]) => (other: unknown) => {
      const { collection = state.collection, conditions, violations } = stateOf(other, name, state.collection);
      return { collection, violations: [...state.violations, ...violations], conditions: change(conditions) };
    };
  const { limit, skip, skipTo, ...common } = queryChanges(state);
  return {
    ...common,
    gte: common.ge as Change,
    lte: common.le as Change,
    and: join("and", (conditions) => [...state.conditions, ...conditions]),
    or: join("or", (conditions) => [{ $or: [alternativesOf(state.conditions), alternativesOf(conditions)].flat() }]),
    not: join("not", (conditions) => [...state.conditions, { $not: [filterOf(conditions)] }]),
  };
}

/** A standalone filter, for `and`, `or` and `not`. */
export const itemFilter = (state: BuilderState): object => ({
  state,
  ...builderCalls(state, itemFilter, conditionChanges(state)),
});

/** Paging methods. */
export const pageChanges = {
  limit: (limit: number) => ({ limit }),
  skip: (skip: number) => ({ skip }),
};

const kindOf = (value: unknown): string => (value instanceof Date ? "date" : typeof value);
const isListed = (value: unknown): boolean => /^(string|number|date)$/.test(kindOf(value));
const isOrdered = (value: unknown): boolean => isListed(value) || typeof value === "boolean";

/**
 * By method: number of arguments (negative: minimum), number of the `WDE` error for an invalid value, and validation of
 * the values. The first match applies. Source: errors.md §4.
 */
const rules: [names: RegExp, count: number, code?: number, isValid?: (value: unknown) => boolean][] = [
  [/cending/, -1, 51, isString],
  [/fields/, -1, 48, isString],
  [/include/, -1, 94, isNonEmptyString],
  [/^(in|has)/, -2, 47, isListed],
  [/between/, 3, 45, isListed],
  [/^(is|and|or|not|limit|skip)/, 1],
  [/^[gl][te]/, 2, 45, isOrdered],
  [/With|contains/, 2, 44, isString],
  [/./, 2],
];

/** Validates the arguments of a builder call. @throws {PorchlightError} `WDE0032` to `WDE0051`, `WDE0094`. */
export function checkCall(name: string, args: readonly unknown[]): void {
  const { length } = args;
  const [, count, code = 0, isValid] = rules.find(([names]) => names.test(name)) as (typeof rules)[0];
  check(count < 0 ? length + count >= 0 : length === count, count < 0 ? 44 + count : 38 + count, name);
  const [field, ...values] = args;
  if (/limit|skip/.test(name)) checkNumber(field, name, name === "limit");
  else if (count !== -1 && !/^(and|or|not)$/.test(name)) check(isString(field), 48, name, field);
  if (isValid) for (const value of (count === -1 ? args : values).flat()) check(isValid(value), code, name, value);
  if (count === 3) check(kindOf(values[0]) === kindOf(values[1]), 46, name, ...values);
}

/** @param isLimit Whether it must be positive and at most the page limit. */
export function checkNumber(value: unknown, name: string, isLimit: boolean): void {
  check(typeof value === "number", 32, name, value, isLimit);
  const number = value as number;
  check(isLimit ? number > 0 : !(number < 0), isLimit ? 33 : 34, name, value);
  check(Number.isSafeInteger(number + 1), 35, name, value);
  check(!isLimit || number <= maxPageSize, 36, name, value, maxPageSize);
}
