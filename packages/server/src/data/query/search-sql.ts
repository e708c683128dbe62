import { type RawBuilder, sql } from "kysely";
import { visibleData } from "../items/item-json-sql.ts";
import { all, any } from "./filter/conditions-sql.ts";
import { parsePath, type QueryScope } from "./filter/field-expression-sql.ts";
import { escapePattern } from "./filter/match-pattern.ts";
import type { ItemCursor } from "./open-paging.ts";

/**
 * Words of this length may contain a typo. Shorter ones would match too many others, and longer ones would make the
 * pattern too large.
 */
const minTypoLetters = 4;
const maxTypoLetters = 40;
/** Words of at least this length may contain a typo in each half. */
const minTwoTypoLetters = 8;

/**
 * A regular expression for words that start with this one, with one wrong, missing, additional or swapped letter; in
 * long words one in each half. It has at most three alternatives per letter, so its cost is linear in the text's
 * length.
 *
 * @returns `undefined` for a word that has to match exactly.
 */
function typoPattern(word: string): string | undefined {
  const letters = [...word];
  if (letters.length < minTypoLetters || letters.length > maxTypoLetters) return undefined;
  if (letters.length < minTwoTypoLetters) return `\\m${withTypo(letters)}`;
  const half = Math.ceil(letters.length / 2);
  return `\\m${withTypo(letters.slice(0, half))}${withTypo(letters.slice(half))}`;
}

function withTypo(letters: readonly string[]): string {
  const text = (from: number, to?: number) => escapePattern(letters.slice(from, to).join(""));
  const choices = letters.flatMap((letter, index) => {
    const next = letters[index + 1];
    return [
      `${text(0, index)}.?${text(index + 1)}`,
      `${text(0, index)}.${text(index)}`,
      ...(next === undefined || next === letter
        ? []
        : [`${text(0, index)}${escapePattern(next)}${escapePattern(letter)}${text(index + 2)}`]),
    ];
  });
  return `(?:${choices.join("|")})`;
}

const maxWords = 10;

/** Conditions for a full-text search in all fields, or in `search.fields`; words after the tenth are ignored. */
export function searchConditions(
  search: ItemCursor["search"],
  { alias, collection }: QueryScope,
): RawBuilder<boolean>[] {
  if (!search) return [];
  const words = search.expression.split(/\s+/).filter((word) => word !== "");
  const data = visibleData(sql.ref(`${alias}.data`), [...collection.hidden.keys()]);
  const parts = (search.fields ?? []).map((field) => sql`${data} #> ${parsePath(field)}::text[]`);
  const searched = parts.length === 0 ? data : sql`jsonb_build_array(${sql.join(parts)})`;
  const text = sql`lower((select coalesce(string_agg(t.value #>> '{}', E'\n'), '')
    from jsonb_path_query(${searched}, '$.** ? (@.type() == "string")') as t (value)))`;
  const conditions = words.slice(0, maxWords).map((word) => {
    const typos = search.fuzzy ? typoPattern(word) : undefined;
    const isContained = sql<boolean>`strpos(t.text, lower(${word})) > 0`;
    return typos === undefined ? isContained : sql<boolean>`(${isContained} or t.text ~ lower(${typos}))`;
  });
  const condition = search.mode === "OR" ? any(conditions) : all(conditions);
  // The text is built once for all words.
  return [sql<boolean>`(select ${condition} from (select ${text} as text offset 0) t)`];
}
