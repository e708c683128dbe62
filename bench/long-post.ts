import { createPost } from "@porchlight/server/operations";
import type { Bench } from "./product.ts";

/**
 * Adds a post of about `size` bytes of Markdown.
 *
 * @returns Its path on the site, and its bytes.
 */
export async function addLongPost(
  { context }: Pick<Bench, "context">,
  size: number,
): Promise<{ path: string; bytes: number }> {
  const markdown = makeMarkdown(size);
  const { slug } = await createPost(
    context,
    { kind: "owner" },
    { title: "A very long post", content: { markdown }, firstPublishedDate: new Date("2026-01-02") },
  );
  return { path: `/blog/${slug}`, bytes: markdown.length };
}

/** Alternates headings, formatted paragraphs, lists, code and tables up to the size. */
function makeMarkdown(size: number): string {
  const parts: string[] = [];
  for (let n = 1, length = 0; length < size; n++) {
    const part = `## Part ${n}: what the lamp said

What burns at night has to be **filled by day**. Whoever keeps a lamp learns to look at the *flame*, not at the light: a flame
that [flickers](https://example.com/flicker/${n}) wants a shorter wick, one that smokes wants air, and one that goes out wants
\`somebody\` who stays.

- the wick, trimmed straight
- the glass, wiped with ~~news~~ paper
  - from the inside first
  - then from the outside
- the oil, up to the line

1. Fill it.
2. Light it.
3. Watch it for a while.

> Who lights a lamp for somebody else lights up the own way, too.

\`\`\`ts
export function trim(wick: Wick, length = ${n}): Wick {
  if (wick.length <= length) return wick;
  return { ...wick, length };
}
\`\`\`

| lamp | oil a night | hours |
|---|---:|---:|
| kitchen | ${n} g | 4 |
| hall | ${n * 2} g | 9 |
| stairs | ${n * 3} g | 11 |
`;
    parts.push(part);
    length += part.length;
  }
  return parts.join("\n");
}
