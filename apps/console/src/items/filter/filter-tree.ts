import type { CollectionField, FieldType } from "@porchlight/client/data";
import { text } from "../../texts/text.ts";
import { inputKind } from "../item-values.ts";

/** A condition of a filter: a field, a comparison, and a value as typed. */
export interface Condition {
  field: string;
  operator: Operator;
  /** Empty for comparisons without a value. */
  value: string;
  /** The end of a range. */
  to?: string;
}

/** Conditions and groups of which all, at least one, or none must be met. */
export interface FilterGroup {
  join: "and" | "or" | "none";
  parts: FilterNode[];
}

/** A part of a filter. */
export type FilterNode = Condition | FilterGroup;

/** Groups within groups, up to this depth. */
export const maxGroupDepth = 4;
/** The server accepts a hundred conditions, counting groups and values of two types. */
export const maxConditions = 30;

const operators = {
  contains: text("contains"),
  startsWith: text("starts with"),
  endsWith: text("ends with"),
  eq: text("is"),
  ne: text("is not"),
  in: text("is one of"),
  lt: text("is less than"),
  lte: text("is at most"),
  gt: text("is greater than"),
  gte: text("is at least"),
  between: text("is between"),
  hasSome: text("has one of"),
  hasAll: text("has all of"),
  isEmpty: text("is empty"),
  isNotEmpty: text("is not empty"),
} as const;

/** A comparison of a field with a value. */
export type Operator = keyof typeof operators;

/** Whether a part of a filter is a group. */
export const isGroup = (node: FilterNode): node is FilterGroup => "join" in node;

/** A filter without conditions, which all items meet. */
export const emptyFilter: FilterGroup = { join: "and", parts: [] };

/** The conditions of a filter, those of its groups included. */
export const conditionsOf = ({ parts }: FilterGroup): Condition[] =>
  parts.flatMap((part) => (isGroup(part) ? conditionsOf(part) : [part]));

/** Reads a filter of the address; one without conditions if it was edited by hand to something else. */
export function readFilter(json: string): FilterGroup {
  try {
    const parsed: unknown = JSON.parse(json || "[]");
    const node = readNode(Array.isArray(parsed) ? { join: "and", parts: parsed } : parsed, 0);
    return node && isGroup(node) ? node : emptyFilter;
  } catch {
    return emptyFilter;
  }
}

function readNode(node: unknown, depth: number): FilterNode | undefined {
  const { field, operator, value, to, join, parts } = (node ?? {}) as Readonly<Record<string, unknown>>;
  if (Array.isArray(parts) && (join === "and" || join === "or" || join === "none") && depth <= maxGroupDepth)
    return { join, parts: parts.flatMap((part) => readNode(part, depth + 1) ?? []) };
  if (typeof field !== "string" || typeof value !== "string" || !Object.hasOwn(operators, String(operator)))
    return undefined;
  return { field, operator: operator as Operator, value, ...(typeof to === "string" && { to }) };
}

/** A filter for the address; the short form if it has no groups. */
export const writeFilter = ({ join, parts }: FilterGroup): string =>
  parts.length === 0 && join === "and"
    ? ""
    : JSON.stringify(join === "and" && !parts.some(isGroup) ? parts : { join, parts });

/** The comparisons that suit a field. */
export function operatorsOf({ type }: Pick<CollectionField, "type">): readonly { id: Operator; label: string }[] {
  const kind = inputKind(type);
  const suitable: readonly Operator[] =
    type === "ARRAY_STRING"
      ? ["hasSome", "hasAll"]
      : kind === "text"
        ? ["contains", "startsWith", "endsWith", "eq", "ne", "in"]
        : kind === "boolean"
          ? ["eq"]
          : kind === undefined
            ? []
            : ["eq", "ne", "lt", "lte", "gt", "gte", "between"];
  return [...suitable, "isEmpty" as const, "isNotEmpty" as const].map((id) => ({ id, label: operators[id] }));
}

/** Whether the comparison requires a value. */
export const requiresValue = (operator: Operator): boolean => operator !== "isEmpty" && operator !== "isNotEmpty";

/** Whether the comparison takes several values, separated by commas. */
export const hasListValue = (operator: Operator): boolean =>
  operator === "in" || operator === "hasSome" || operator === "hasAll";

/** A typed value as the server compares it; `undefined` if it is none. */
function parseValue(typed: string, type: FieldType | undefined): unknown {
  const kind = inputKind(type);
  if (kind === "number") return typed.trim() !== "" && Number.isFinite(Number(typed)) ? Number(typed) : undefined;
  if (kind === "boolean") return typed === "true";
  if (kind === "date" || kind === "datetime-local") {
    const date = new Date(kind === "date" ? `${typed}T00:00:00Z` : typed);
    return Number.isNaN(date.getTime()) ? undefined : date;
  }
  return typed === "" ? undefined : typed;
}

type ServerFilter = Record<string, unknown>;

/** A condition for the server; `undefined` if it has no valid value, or its field no longer exists. */
function toCondition({ field: key, operator, value, to = "" }: Condition, fields: readonly CollectionField[]) {
  const field = fields.find((other) => other.key === key);
  if (!field || !operatorsOf(field).some(({ id }) => id === operator)) return undefined;
  if (operator === "isEmpty") return { [key]: null };
  if (operator === "isNotEmpty") return { [key]: { $ne: null } };
  if (hasListValue(operator)) {
    const values = value
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean);
    return values.length > 0 ? { [key]: { [`$${operator}`]: values } } : undefined;
  }
  const [first, last] = [parseValue(value, field.type), parseValue(to, field.type)];
  if (first === undefined || (operator === "between" && last === undefined)) return undefined;
  const compare = (one: unknown, other: unknown): ServerFilter => ({
    [key]: operator === "between" ? { $gte: one, $lte: other } : { [`$${operator}`]: one },
  });
  if (field.type !== "DATE") return compare(first, last);
  // A day is stored as text by forms and as a date by programs, and values of another type do not match.
  return { [operator === "ne" ? "$and" : "$or"]: [compare(value, to), compare(first, last)] };
}

/** Whether a condition can be sent. An incomplete one is neither applied nor ignored: nothing is done with the list. */
export const isComplete = (condition: Condition, fields: readonly CollectionField[]): boolean =>
  toCondition(condition, fields) !== undefined;

/** The filter for the server, without incomplete conditions and empty groups. */
export function toFilter(group: FilterGroup, fields: readonly CollectionField[]): ServerFilter {
  const parts = group.parts.flatMap((part): ServerFilter[] => {
    if (!isGroup(part)) return [toCondition(part, fields) ?? []].flat();
    const inner = toFilter(part, fields);
    return Object.keys(inner).length > 0 ? [inner] : [];
  });
  if (parts.length === 0) return {};
  if (group.join === "none") return { $not: [{ $or: parts }] };
  return { [group.join === "or" ? "$or" : "$and"]: parts };
}
