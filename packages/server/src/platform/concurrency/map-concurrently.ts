/**
 * Maps items concurrently, up to `limit` at a time. After a failure no further item is started.
 *
 * @param keyOf Items with the same key are processed one after another, in order.
 * @returns The results, in the order of the items.
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item, index: number) => Promise<Result>,
  keyOf?: (item: Item) => unknown,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  const groups = new Map<unknown, number[]>();
  items.forEach((item, index) => {
    const key = keyOf?.(item) ?? Symbol();
    groups.set(key, [...(groups.get(key) ?? []), index]);
  });
  const queue = groups.values();
  let hasFailed = false;
  await Promise.all(
    Array.from({ length: limit }, async () => {
      for (const group of queue) {
        for (const index of group) {
          if (hasFailed) return;
          try {
            results[index] = await work(items[index]!, index);
          } catch (error) {
            hasFailed = true;
            throw error;
          }
        }
      }
    }),
  );
  return results;
}
