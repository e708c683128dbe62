/**
 * Does something with each part, up to `atOnce` at the same time; nothing more is begun after one has failed.
 *
 * @param keyOf Parts with the same key are done one after the other, in their order.
 * @returns The results, in the order of the parts.
 */
export async function mapConcurrently<Part, Result>(
  parts: readonly Part[],
  limit: number,
  work: (part: Part, index: number) => Promise<Result>,
  keyOf?: (part: Part) => unknown,
): Promise<Result[]> {
  const results: Result[] = new Array(parts.length);
  const lines = new Map<unknown, number[]>();
  parts.forEach((part, index) => {
    const key = keyOf?.(part) ?? Symbol();
    lines.set(key, [...(lines.get(key) ?? []), index]);
  });
  const waiting = lines.values();
  let hasFailed = false;
  await Promise.all(
    Array.from({ length: limit }, async () => {
      for (const line of waiting) {
        for (const index of line) {
          if (hasFailed) return;
          try {
            results[index] = await work(parts[index]!, index);
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
