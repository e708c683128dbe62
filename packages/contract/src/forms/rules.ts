import type { ConditionNode, FieldOverride, FormRule, RuleCondition } from "./form.ts";

/** Properties of a field that rules have changed. */
export interface RuleOutcome {
  hidden?: boolean;
  required?: boolean;
  /** The only values that the field accepts. */
  allowedValues?: readonly unknown[];
}

/** What the rules need of a field. */
export interface RuleField {
  id: string;
  target: string;
  /** By the definition. */
  isHidden: boolean;
}

type Rules = readonly Pick<FormRule, "expression" | "overrides">[];
type Values = Readonly<Record<string, unknown>>;

/**
 * Applies the rules of a form to values; later rules take precedence. A field that a rule hides, or that no rule shows
 * at present, has no value for the other rules.
 *
 * @param values By the target of their field.
 * @param now Milliseconds since the epoch, for conditions about the age of a date.
 * @returns The effective state by field id.
 */
export function applyRules(
  fields: readonly RuleField[],
  rules: Rules,
  values: Values,
  now: number,
): Map<string, RuleOutcome & { isHidden: boolean }> {
  const toggled = new Set(
    rules.flatMap(({ overrides = [] }) =>
      overrides.flatMap(({ fieldOptions }) => (fieldOptions?.propertyType === "HIDDEN" ? fieldOptions.fieldId : [])),
    ),
  );
  const visible = { ...values };
  // Ends because every round but the last removes a value.
  for (;;) {
    const outcomes = outcomesOf(rules, visible, now);
    const isHiddenNow = ({ id, isHidden }: RuleField) => outcomes.get(id)?.hidden ?? isHidden;
    const removed = fields.filter(
      (field) => toggled.has(field.id) && Object.hasOwn(visible, field.target) && isHiddenNow(field),
    );
    if (removed.length === 0)
      return new Map(fields.map((field) => [field.id, { ...outcomes.get(field.id), isHidden: isHiddenNow(field) }]));
    for (const { target } of removed) delete visible[target];
  }
}

function outcomesOf(rules: Rules, values: Values, now: number): Map<string, RuleOutcome> {
  const outcomes = new Map<string, RuleOutcome>();
  for (const { expression, overrides = [] } of rules) {
    if (!expression || !isMet(expression, values, now)) continue;
    for (const { fieldOptions } of overrides) {
      if (!fieldOptions) continue;
      const { fieldId } = fieldOptions;
      outcomes.set(fieldId, { ...outcomes.get(fieldId), ...outcomeOf(fieldOptions) });
    }
  }
  return outcomes;
}

function outcomeOf({ propertyType, requiredOptions, hiddenOptions, allowedValuesOptions }: FieldOverride): RuleOutcome {
  switch (propertyType) {
    case "REQUIRED":
      return { required: requiredOptions?.required ?? false };
    case "HIDDEN":
      return { hidden: hiddenOptions?.hidden ?? false };
    default:
      return allowedValuesOptions?.allowedValues ? { allowedValues: allowedValuesOptions.allowedValues } : {};
  }
}

function isMet({ and, or, condition }: ConditionNode, values: Values, now: number): boolean {
  if (and) return and.conditions.every((node) => isMet(node, values, now));
  if (or) return or.conditions.some((node) => isMet(node, values, now));
  return condition !== undefined && isConditionMet(condition, values, now);
}

function isConditionMet(
  { target = "", operator, value: operand }: RuleCondition,
  values: Values,
  now: number,
): boolean {
  const value = Object.hasOwn(values, target) ? values[target] : undefined;
  switch (operator) {
    case "EQUAL":
      return isEqual(value, operand);
    case "NOT_EQUAL":
      return !isEqual(value, operand);
    case "EMPTY":
      return isEmpty(value);
    case "NOT_EMPTY":
      return !isEmpty(value);
    case "CONTAINS":
      return contains(value, operand);
    case "NOT_CONTAINS":
      return !contains(value, operand);
    case "LESS_THAN":
    case "BEFORE":
      return compare(value, operand) < 0;
    case "LESS_THAN_OR_EQUALS":
    case "BEFORE_OR_EQUAL":
      return compare(value, operand) <= 0;
    case "GREATER_THAN":
    case "AFTER":
      return compare(value, operand) > 0;
    case "GREATER_THAN_OR_EQUALS":
    case "AFTER_OR_EQUAL":
      return compare(value, operand) >= 0;
    case "BETWEEN": {
      const [from, to] = Array.isArray(operand) ? operand : [Object(operand).from, Object(operand).to];
      return compare(value, from) >= 0 && compare(value, to) <= 0;
    }
    case "ANY":
      return toList(value).some((item) => toList(operand).some((one) => isEqual(item, one)));
    case "ARRAY_EQUAL":
      return hasSameItems(value, operand);
    case "ARRAY_NOT_EQUAL":
      return !hasSameItems(value, operand);
    case "CHECKED":
      return value === true;
    case "NOT_CHECKED":
      return value !== true;
    case "IN":
      return toList(operand).some((one) => isEqual(value, one));
    case "NOT_IN":
      return !toList(operand).some((one) => isEqual(value, one));
    case "IS_DATE_OLDER_THAN":
      return ageInDays(value, now) > Number(operand);
    case "IS_DATE_OLDER_THAN_OR_EQUAL":
      return ageInDays(value, now) >= Number(operand);
    case "IS_DATE_NEWER_THAN":
      return ageInDays(value, now) < Number(operand);
    case "IS_DATE_NEWER_THAN_OR_EQUAL":
      return ageInDays(value, now) <= Number(operand);
    default:
      return false;
  }
}

const toList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** Numbers equal their text, because choices are text in older definitions. */
function isEqual(value: unknown, operand: unknown): boolean {
  if (typeof value === "object" || typeof operand === "object")
    return JSON.stringify(value) === JSON.stringify(operand);
  return value === operand || (isEmpty(value) ? isEmpty(operand) : String(value) === String(operand));
}

function contains(value: unknown, operand: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => isEqual(item, operand));
  return typeof value === "string" && value.toLowerCase().includes(String(operand).toLowerCase());
}

function hasSameItems(value: unknown, operand: unknown): boolean {
  const [items, others] = [toList(value), toList(operand)];
  return items.length === others.length && items.every((item) => others.some((one) => isEqual(item, one)));
}

/** Negative, zero or positive; `NaN`, with which no comparison holds, for values without an order. */
function compare(value: unknown, operand: unknown): number {
  if (isEmpty(value) || isEmpty(operand)) return Number.NaN;
  const [one, other] = [Number(value), Number(operand)];
  if (!Number.isNaN(one) && !Number.isNaN(other)) return one - other;
  if (typeof value !== "string" || typeof operand !== "string") return Number.NaN;
  // Dates and times of the same format are ordered like their text.
  return value < operand ? -1 : value > operand ? 1 : 0;
}

const dayMs = 86_400_000;

/** `NaN` if `value` is no date. */
const ageInDays = (value: unknown, now: number): number =>
  typeof value === "string" ? Math.floor((now - Date.parse(value)) / dayMs) : Number.NaN;
