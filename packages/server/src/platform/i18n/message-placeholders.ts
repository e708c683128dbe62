import { type Part, parseMessage } from "@porchlight/contract/texts/format";

/** Placeholders of a message. */
export interface MessagePlaceholders {
  /** Placeholders, tags and selectors of all variants. */
  all: Set<string>;
  /** Placeholders and tags that occur in every variant. */
  always: Set<string>;
}

/** Each level takes a stack frame. */
const maxNesting = 20;

/**
 * Collects the placeholders of all variants of a message.
 *
 * @throws {SyntaxError} if the message is invalid or nested too deeply.
 */
export function placeholdersIn(message: string): MessagePlaceholders {
  if (measureNesting(message) > maxNesting)
    throw new SyntaxError(`Placeholders are nested deeper than ${maxNesting} levels.`);
  return collectPlaceholders(parseMessage(message));
}

function collectPlaceholders(parts: readonly Part[]): MessagePlaceholders {
  const all = new Set<string>();
  const always = new Set<string>();
  for (const part of parts) {
    if (typeof part === "string" || part.kind === "count") continue;
    all.add(part.name);
    if (part.kind !== "choice") always.add(part.name);
    const variants = (part.kind === "choice" ? [...part.cases.values()] : part.kind === "tag" ? [part.inside] : []).map(
      collectPlaceholders,
    );
    for (const variant of variants) for (const name of variant.all) all.add(name);
    for (const name of variants[0]?.always ?? [])
      if (variants.every((variant) => variant.always.has(name))) always.add(name);
  }
  return { all, always };
}

function measureNesting(message: string): number {
  let [depth, maxDepth] = [0, 0];
  const unquoted = message.replace(/''|'[{}#<][^']*'?/g, "");
  for (const [sign] of unquoted.matchAll(/[{}]|<\/?[a-z]/gi)) {
    depth += sign === "}" || sign.startsWith("</") ? -1 : 1;
    maxDepth = Math.max(maxDepth, depth);
  }
  return maxDepth;
}
