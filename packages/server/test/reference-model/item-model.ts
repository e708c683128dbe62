/** A reference implementation of filters and sorts in plain JavaScript, without code of the server. */

export type ModelItem = { _id: string; _owner: string } & Record<string, unknown>;
type Filter = Record<string, unknown>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isDate = (value: unknown): value is { $date: string } => isRecord(value) && "$date" in value;

export function valueAt(item: ModelItem, path: string): unknown {
  let value: unknown = item;
  for (const name of path.split(".")) {
    if (!isRecord(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** Resolves a path in an item. */
export type ReadValue = (item: ModelItem, path: string) => unknown;

type Kind = "nothing" | "boolean" | "number" | "text" | "date" | "list" | "object";
const order: Kind[] = ["nothing", "boolean", "number", "text", "date", "list", "object"];

function kindOf(value: unknown): Kind {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return "list";
  if (isDate(value)) return "date";
  const kinds: Record<string, Kind> = { string: "text", number: "number", boolean: "boolean" };
  return kinds[typeof value] ?? "object";
}

/** Compares two values of one kind. Lists are equal to each other, and so are objects. */
function compareWithin(kind: Kind, left: unknown, right: unknown): number {
  switch (kind) {
    case "boolean":
      return Number(left) - Number(right);
    case "number":
      return (left as number) - (right as number);
    case "text":
      return Buffer.compare(Buffer.from(left as string), Buffer.from(right as string));
    case "date":
      return Date.parse((left as { $date: string }).$date) - Date.parse((right as { $date: string }).$date);
    default:
      return 0;
  }
}

const indexedPrefix = (value: unknown) => (typeof value === "string" ? [...value].slice(0, 200).join("") : value);

export function compareValues(left: unknown, right: unknown): number {
  const kind = kindOf(left);
  const difference = order.indexOf(kind) - order.indexOf(kindOf(right));
  return difference === 0 ? compareWithin(kind, indexedPrefix(left), indexedPrefix(right)) : difference;
}

/** Sorts items; ties are broken by ID, in the direction of the last field. */
export function sortItems(
  items: readonly ModelItem[],
  sort: readonly { fieldName: string; order: string }[],
  read: ReadValue = valueAt,
): ModelItem[] {
  const steps = [...sort, { fieldName: "_id", order: sort.at(-1)?.order ?? "ASC" }];
  return [...items].sort((left, right) => {
    for (const { fieldName, order } of steps) {
      const difference = compareValues(read(left, fieldName), read(right, fieldName));
      if (difference !== 0) return order === "DESC" ? -difference : difference;
    }
    return 0;
  });
}

const same = (left: unknown, right: unknown): boolean =>
  kindOf(left) === kindOf(right) && compareWithin(kindOf(left), left, right) === 0;
const equals = (value: unknown, operand: unknown): boolean => {
  if (operand === null) return kindOf(value) === "nothing";
  return Array.isArray(value) ? value.some((item) => same(item, operand)) : same(value, operand);
};

const comparisons: Record<string, (difference: number) => boolean> = {
  $gt: (difference) => difference > 0,
  $gte: (difference) => difference >= 0,
  $lt: (difference) => difference < 0,
  $lte: (difference) => difference <= 0,
};
const textTests: Record<string, (text: string, operand: string) => boolean> = {
  $startsWith: (text, operand) => text.startsWith(operand),
  $endsWith: (text, operand) => text.endsWith(operand),
  $contains: (text, operand) => text.includes(operand),
};

type Part = { type: string; value: string | string[] };

/** Whether a text is a sequence of these parts. */
function matchesPattern(text: string, spec: readonly Part[]): boolean {
  let ends = [""];
  for (const { type, value } of spec) {
    const choices = (type === "literal" ? [String(value)] : [...value]).map((choice) => choice.toLowerCase());
    ends = ends.flatMap((end) => choices.map((choice) => end + choice));
  }
  return ends.includes(text.toLowerCase());
}

function matchesOperator(value: unknown, operator: string, operand: unknown): boolean {
  const compare = comparisons[operator];
  if (compare) return kindOf(value) === kindOf(operand) && compare(compareWithin(kindOf(value), value, operand));
  const test = textTests[operator];
  if (test) return typeof value === "string" && test(value.toLowerCase(), String(operand).toLowerCase());
  switch (operator) {
    case "$eq":
      return equals(value, operand);
    case "$ne":
      return !equals(value, operand);
    case "$in":
    case "$hasSome":
      return (operand as unknown[]).some((one) => equals(value, one));
    case "$hasAll":
      return (operand as unknown[]).every((one) => equals(value, one));
    case "$exists":
      return (value !== undefined) === operand;
    case "$matches":
      return typeof value === "string" && matchesPattern(value, (operand as { spec: Part[] }).spec);
    default:
      throw new Error(`The model has no operator ${operator}.`);
  }
}

export function matches(item: ModelItem, filter: Filter, read: ReadValue = valueAt): boolean {
  return Object.entries(filter).every(([name, operand]) => {
    if (name === "$and") return (operand as Filter[]).every((part) => matches(item, part, read));
    if (name === "$or") return (operand as Filter[]).some((part) => matches(item, part, read));
    if (name === "$not") return !matches(item, (operand as Filter[])[0]!, read);
    const value = read(item, name);
    if (!isRecord(operand) || isDate(operand)) return matchesOperator(value, "$eq", operand);
    return Object.entries(operand).every(([operator, one]) => matchesOperator(value, operator, one));
  });
}
