import { randomInt } from "node:crypto";
import { slugMaxLength } from "../import/store/post-slugs.ts";

/** Numbers that are tried at once behind a slug that others have. */
const batchSize = 20;

/** `base`, with the first number behind it that makes it one that nobody has. @param findTaken Which of these others have. */
export async function findFreeSlug(
  base: string,
  findTaken: (slugs: string[]) => Promise<ReadonlySet<string>>,
): Promise<string> {
  for (let digits = 3; ; digits += 1) {
    // Where the first numbers are gone, any will do: to count through thousands would take a query for each few.
    const slugs = Array.from({ length: batchSize }, (_, index) =>
      withNumber(base, digits === 3 ? index + 1 : randomInt(batchSize + 1, 10 ** digits)),
    );
    const taken = await findTaken(slugs);
    const free = slugs.find((slug) => !taken.has(slug));
    if (free !== undefined) return free;
  }
}

function withNumber(base: string, number: number): string {
  if (number === 1) return base;
  const suffix = `-${number}`;
  return `${base.slice(0, slugMaxLength - suffix.length).replace(/[\uD800-\uDBFF]$/, "")}${suffix}`;
}
