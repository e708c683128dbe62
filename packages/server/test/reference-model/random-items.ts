/** Few IDs, so that operations collide. */
export const randomIds = ["1", "2", "3", "ä", "Z", "z", "a,b", "10", "{}", "9"] as const;
const itemNames = ["p", "q", "r", "p.k", "q.l", "_id", "_owner", "none"];

/**
 * Random values, filters and sorts, the same for the same seed.
 *
 * @param names Of fields that filters and sorts go by; those that hold ids are compared with ids.
 */
export function createRandom(
  seed: number,
  {
    names = itemNames,
    holdsIds = (name) => name === "_id",
  }: { names?: readonly string[]; holdsIds?: (name: string) => boolean } = {},
) {
  let state = seed;
  /** Mulberry32. */
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)]!;
  const chance = (share: number): boolean => random() < share;
  const times = <Value>(most: number, make: () => Value): Value[] => Array.from({ length: below(most + 1) }, make);

  const texts = [
    "",
    "a",
    "A",
    "ab",
    "AB",
    "b",
    "Äb",
    "äB",
    "a%b_",
    "\\",
    '"',
    "'; drop",
    "🦄",
    "x".repeat(199),
    "x".repeat(201),
  ];
  const long = `${"x".repeat(200)}y`;
  const numbers = [-1e300, -2.5, -1, 0, 0.1, 1, 2, 10, 1e21];
  const days = [
    "0001-01-01T00:00:00.000Z",
    "2024-01-01T00:00:00.000Z",
    "2024-01-01T00:00:00.001Z",
    "9999-12-31T23:59:59.999Z",
  ];
  const date = () => ({ $date: pick(days) });
  const primitive = (): unknown => pick([() => pick([...texts, long]), () => pick(numbers), () => chance(0.5), date])();
  const value = (): unknown =>
    pick([
      primitive,
      primitive,
      primitive,
      () => null,
      () => times(3, primitive),
      () => ({ k: primitive(), l: null }),
    ])();

  const fields = (): Record<string, unknown> =>
    Object.fromEntries(["p", "q", "r"].flatMap((name) => (chance(0.8) ? [[name, value()]] : [])));

  const operand = (name: string): unknown => (holdsIds(name) ? id() : primitive());
  /** Parts of random texts. */
  const chunks = ["", "a", "A", "b", "ä", "%", "_", "\\", '"', "x".repeat(199)];
  const spec = () =>
    times(3, () =>
      pick([
        () => ({ type: "literal", value: pick(chunks) }),
        () => ({ type: "anyOf", value: [pick(chunks), ...times(2, () => pick(chunks))] }),
        () => ({ type: "anyOf", value: pick(["ab", "Ä", "%_.*"]) }),
      ])(),
    );
  const condition = (): Record<string, unknown> => {
    const name = pick(names);
    const operators: (() => unknown)[] = [
      () => operand(name),
      () => ({ [pick(["$eq", "$ne", "$gt", "$gte", "$lt", "$lte"])]: operand(name) }),
      () => ({ $gte: operand(name), $lt: operand(name) }),
      () => ({ [pick(["$startsWith", "$endsWith", "$contains"])]: pick(texts) }),
      () => ({ [pick(["$in", "$hasSome", "$hasAll"])]: times(3, () => operand(name)) }),
      () => ({ $exists: chance(0.5) }),
      () => (chance(0.5) ? null : { $ne: null }),
      () => ({ $matches: { ignoreCase: true, spec: spec() } }),
    ];
    return { [name]: pick(operators)() };
  };
  const filter = (depth = 3): Record<string, unknown> => {
    if (depth === 0 || chance(0.4)) return chance(0.1) ? {} : condition();
    return pick([
      () => ({ $and: times(3, () => filter(depth - 1)) }),
      () => ({ $or: times(3, () => filter(depth - 1)) }),
      () => ({ $not: [filter(depth - 1)] }),
      () => ({ ...condition(), ...condition() }),
    ])();
  };
  const sort = () => times(3, () => ({ fieldName: pick(names), order: pick(["ASC", "DESC"]) }));
  const id = (): string => pick(randomIds);
  return { below, pick, chance, times, value, primitive, fields, filter, sort, id, condition, texts };
}
export type Random = ReturnType<typeof createRandom>;
