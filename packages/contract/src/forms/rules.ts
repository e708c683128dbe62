import type { ConditionNode, FieldOverride, Form, FormStep, RuleCondition } from "./form.ts";

/** Rules of forms, for pages and the server. Source: entities-forms.md, Rule. */

/** How a field behaves for the present values. */
export interface FieldState {
  required: boolean;
  hidden: boolean;
  /** Whether a rule has hidden the field, so that its value is not submitted. */
  omitted: boolean;
  /** Only these values, if a rule restricts them. */
  allowedValues?: readonly unknown[];
}

/** Rules may depend on fields that other rules hide. */
const maxRounds = 10;
const dayMs = 24 * 60 * 60_000;

/**
 * Applies the rules of a form to values.
 *
 * @param now Current time in milliseconds, for rules about the age of a date.
 * @returns The state of each input field, by field id. Hidden fields are never required.
 */
export function applyRules(
  { formFields, formRules, steps }: Pick<Form, "formFields" | "formRules" | "steps">,
  values: Readonly<Record<string, unknown>>,
  now = Date.now(),
): Map<string, FieldState> {
  const inHiddenSteps = new Set(steps.filter(({ hidden }) => hidden).flatMap(fieldIdsOf));
  const overrides = formRules.map(({ expression, overrides: list = [] }) => ({
    expression,
    options: list.flatMap(({ fieldOptions }) => fieldOptions ?? []),
  }));
  const canHide = new Set(
    overrides.flatMap(({ options }) =>
      options.filter(({ hiddenOptions }) => hiddenOptions).map(({ fieldId }) => fieldId),
    ),
  );
  const initialStates = () =>
    new Map<string, FieldState>(
      formFields.flatMap(({ id, hidden, inputOptions }) =>
        inputOptions
          ? [
              [
                id,
                {
                  required: inputOptions.required ?? false,
                  hidden: (hidden ?? false) || inHiddenSteps.has(id),
                  omitted: false,
                },
              ] as const,
            ]
          : [],
      ),
    );
  let states = initialStates();
  let omitted = "";
  for (let round = 0; round < maxRounds; round++) {
    const present = omitHidden(formFields, states, values);
    states = initialStates();
    for (const { expression, options } of overrides) {
      if (!expression || !holds(expression, present, now)) continue;
      for (const option of options) override(states.get(option.fieldId), option);
    }
    for (const [id, state] of states) {
      if (!state.hidden) continue;
      state.required = false;
      state.omitted = canHide.has(id);
    }
    const key = [...states].flatMap(([id, state]) => (state.omitted ? id : [])).join();
    if (key === omitted && round > 0) break;
    omitted = key;
  }
  return states;
}

/** The ids of the fields of a step, in the order of their rows. */
export function fieldIdsOf({ layout }: Pick<FormStep, "layout">): string[] {
  const items = [...(layout?.large?.items ?? layout?.medium?.items ?? layout?.small?.items ?? [])];
  items.sort((a, b) => (a.row ?? 0) - (b.row ?? 0) || (a.column ?? 0) - (b.column ?? 0));
  return items.flatMap(({ fieldId }) => fieldId ?? []);
}

/** Returns the values without those of fields that rules have hidden. */
export function omitHidden(
  fields: Form["formFields"],
  states: ReadonlyMap<string, FieldState>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const targets = new Set(
    fields.flatMap(({ id, inputOptions }) => (inputOptions && states.get(id)?.omitted ? inputOptions.target : [])),
  );
  return Object.fromEntries(Object.entries(values).filter(([target]) => !targets.has(target)));
}

function override(state: FieldState | undefined, option: FieldOverride): void {
  if (!state) return;
  if (option.requiredOptions) state.required = option.requiredOptions.required ?? false;
  if (option.hiddenOptions) state.hidden = option.hiddenOptions.hidden ?? false;
  if (option.allowedValuesOptions?.allowedValues) state.allowedValues = option.allowedValuesOptions.allowedValues;
}

function holds(node: ConditionNode, values: Readonly<Record<string, unknown>>, now: number): boolean {
  if (node.and) return node.and.conditions.every((part) => holds(part, values, now));
  if (node.or) return node.or.conditions.some((part) => holds(part, values, now));
  return node.condition ? matchesCondition(node.condition, values, now) : false;
}

function matchesCondition(
  { target, operator, value: operand }: RuleCondition,
  values: Readonly<Record<string, unknown>>,
  now: number,
): boolean {
  const value: unknown = target !== undefined && Object.hasOwn(values, target) ? values[target] : undefined;
  switch (operator) {
    case "EQUAL":
      return isEqual(value, operand);
    case "NOT_EQUAL":
      return !isEqual(value, operand);
    case "EMPTY":
      return isEmptyValue(value);
    case "NOT_EMPTY":
      return !isEmptyValue(value);
    case "CHECKED":
      return value === true;
    case "NOT_CHECKED":
      return value !== true;
    case "CONTAINS":
      return contains(value, operand);
    case "NOT_CONTAINS":
      return !contains(value, operand);
    case "LESS_THAN":
    case "BEFORE":
      return compare(value, operand, (order) => order < 0);
    case "LESS_THAN_OR_EQUALS":
    case "BEFORE_OR_EQUAL":
      return compare(value, operand, (order) => order <= 0);
    case "GREATER_THAN":
    case "AFTER":
      return compare(value, operand, (order) => order > 0);
    case "GREATER_THAN_OR_EQUALS":
    case "AFTER_OR_EQUAL":
      return compare(value, operand, (order) => order >= 0);
    case "BETWEEN": {
      const [from, to] = boundsOf(operand);
      return compare(value, from, (order) => order >= 0) && compare(value, to, (order) => order <= 0);
    }
    case "IN":
    case "ANY":
      return isAnyOf(value, operand);
    case "NOT_IN":
      return !isAnyOf(value, operand);
    case "ARRAY_EQUAL":
      return isSameSet(value, operand);
    case "ARRAY_NOT_EQUAL":
      return !isSameSet(value, operand);
    case "IS_DATE_OLDER_THAN":
      return compareAge(value, operand, now, (order) => order > 0);
    case "IS_DATE_OLDER_THAN_OR_EQUAL":
      return compareAge(value, operand, now, (order) => order >= 0);
    case "IS_DATE_NEWER_THAN":
      return compareAge(value, operand, now, (order) => order < 0);
    case "IS_DATE_NEWER_THAN_OR_EQUAL":
      return compareAge(value, operand, now, (order) => order <= 0);
    default:
      return false;
  }
}

/** Whether a value is absent or empty. `false` and 0 are values. */
export function isEmptyValue(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && Object.values(value).every(isEmptyValue);
}

function isEqual(value: unknown, operand: unknown): boolean {
  if (isEmptyValue(value) && isEmptyValue(operand)) return true;
  return value === operand || JSON.stringify(value) === JSON.stringify(operand);
}

function contains(value: unknown, operand: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => isEqual(item, operand));
  return typeof value === "string" && typeof operand === "string" && value.includes(operand);
}

function isAnyOf(value: unknown, operand: unknown): boolean {
  const choices = Array.isArray(operand) ? operand : [operand];
  const values = Array.isArray(value) ? value : [value];
  return values.some((item) => choices.some((choice) => isEqual(item, choice)));
}

function isSameSet(value: unknown, operand: unknown): boolean {
  if (!Array.isArray(value) || !Array.isArray(operand)) return false;
  const [ours, theirs] = [value, operand].map((items) => new Set(items.map((item) => JSON.stringify(item))));
  return ours!.size === theirs!.size && [...ours!].every((item) => theirs!.has(item));
}

function compare(value: unknown, operand: unknown, accepts: (order: number) => boolean): boolean {
  if (typeof value === "number" && typeof operand === "number") return accepts(value - operand);
  if (typeof value !== "string" || typeof operand !== "string" || value === "") return false;
  const [a, b] = [Date.parse(value), Date.parse(operand)];
  // Times without a date are compared as text.
  if (Number.isNaN(a) || Number.isNaN(b)) return accepts(value < operand ? -1 : Number(value > operand));
  return accepts(a - b);
}

function boundsOf(operand: unknown): [unknown, unknown] {
  if (Array.isArray(operand)) return [operand[0], operand[1]];
  const { from, to } = Object(operand);
  return [from, to];
}

const unitDays: Readonly<Record<string, number>> = { DAY: 1, WEEK: 7, MONTH: 30.4375, YEAR: 365.25 };

/** Compares the age of a date with a number of days, or with `{ value, unit }`. */
function compareAge(value: unknown, operand: unknown, now: number, accepts: (order: number) => boolean): boolean {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  const { value: amount, unit = "DAY" } = typeof operand === "number" ? { value: operand } : Object(operand);
  if (Number.isNaN(time) || typeof amount !== "number") return false;
  return accepts((now - time) / dayMs - amount * (unitDays[unit] ?? 1));
}
