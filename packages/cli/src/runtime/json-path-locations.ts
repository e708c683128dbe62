/** A position in a text file, as editors count. */
export interface Place {
  line: number;
  column: number;
}

/** The position of the character at `offset`. */
export function placeAt(text: string, offset: number): Place {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/**
 * Finds the position of a value in JSON: of its key, or of the value in a list. For a missing value it is the position
 * of the parent.
 */
export function positionAt(text: string, path: readonly PropertyKey[]): Place {
  const offsets = offsetsIn(text);
  for (let length = path.length; length >= 0; length--) {
    const offset = offsets.get(pointer(path.slice(0, length)));
    if (offset !== undefined) return placeAt(text, offset);
  }
  return { line: 1, column: 1 };
}

const pointer = (path: readonly PropertyKey[]): string => JSON.stringify(path.map(String));

function offsetsIn(text: string): Map<string, number> {
  const tokens = [...text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g)];
  const offsets = new Map<string, number>();
  let at = 0;
  const next = () => tokens[at++] ?? tokens[tokens.length - 1]!;
  const isNext = (sign: string) => tokens[at]?.[0] === sign;

  function walk(path: readonly PropertyKey[]): void {
    const token = next();
    if (!offsets.has(pointer(path))) offsets.set(pointer(path), token.index);
    const end = { "{": "}", "[": "]" }[token[0]];
    if (end === undefined) return;
    for (let index = 0; at < tokens.length && !isNext(end); index++) {
      if (isNext(",")) next();
      if (end === "}") {
        const key = next();
        const inner: string[] = [...path, JSON.parse(key[0])];
        // The last one of duplicate keys counts.
        offsets.set(pointer(inner), key.index);
        next();
        walk(inner);
      } else walk([...path, index]);
    }
    next();
  }

  walk([]);
  return offsets;
}
