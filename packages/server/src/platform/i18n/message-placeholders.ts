import { type Part, parseMessage } from "@porchlight/contract/texts/format";

/** What a message names. */
export interface MessagePlaceholders {
  /** Places, tags, and what a form is chosen by, in any of its readings. */
  all: Set<string>;
  /** Places and tags that it has whichever form of a plural or a choice is taken. */
  always: Set<string>;
}

/** More than anybody writes; each level is one of the program's stack. */
const maxNesting = 20;

/**
 * Reads every form of a message, also those that only some values lead to.
 *
 * @throws {SyntaxError} it is no message, or is nested too deeply.
 */
export function placeholdersIn(message: string): MessagePlaceholders {
  if (measureNesting(message) > maxNesting)
    throw new SyntaxError(`Places stand in each other more than ${maxNesting} times.`);
  return collectPlaceholders(parseMessage(message));
}

function collectPlaceholders(parts: readonly Part[]): MessagePlaceholders {
  const all = new Set<string>();
  const always = new Set<string>();
  for (const part of parts) {
    if (typeof part === "string" || part.kind === "count") continue;
    all.add(part.name);
    if (part.kind !== "choice") always.add(part.name);
    const forms = (part.kind === "choice" ? [...part.cases.values()] : part.kind === "tag" ? [part.inside] : []).map(
      collectPlaceholders,
    );
    for (const form of forms) for (const name of form.all) all.add(name);
    for (const name of forms[0]?.always ?? []) if (forms.every((form) => form.always.has(name))) always.add(name);
  }
  return { all, always };
}

function measureNesting(message: string): number {
  let [depth, deepest] = [0, 0];
  const unquoted = message.replace(/''|'[{}#<][^']*'?/g, "");
  for (const [sign] of unquoted.matchAll(/[{}]|<\/?[a-z]/gi)) {
    depth += sign === "}" || sign.startsWith("</") ? -1 : 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
