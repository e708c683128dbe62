import { type RawBuilder, sql } from "kysely";
import { seenData } from "../items/item-json-sql.ts";
import { all, any } from "./filter/conditions-sql.ts";
import { readPath, type Scope } from "./filter/field-expression-sql.ts";
import { plain } from "./filter/matches.ts";
import type { ItemCursor } from "./item-cursor.ts";

/** Shorter ones have too many neighbours; with longer ones the pattern would grow beyond all bounds. */
const fewestLetters = 4;
const mostLetters = 40;
/** From so many on there may be a slip in each half. */
const longLetters = 8;

/**
 * A pattern of words that begin with this one but for a slip: a letter that is wrong, missing or too much, or two that have changed places; in a
 * long word one in each half. It has no more steps than three for each letter, so that its cost goes by the text's length.
 *
 * @returns Nothing for a word that has to be found as it is.
 */
function slipsOf(word: string): string | undefined {
  const letters = [...word];
  if (letters.length < fewestLetters || letters.length > mostLetters) return undefined;
  if (letters.length < longLetters) return `\\m${withSlip(letters)}`;
  const half = Math.ceil(letters.length / 2);
  return `\\m${withSlip(letters.slice(0, half))}${withSlip(letters.slice(half))}`;
}

function withSlip(letters: readonly string[]): string {
  const text = (from: number, to?: number) => plain(letters.slice(from, to).join(""));
  const choices = letters.flatMap((letter, index) => {
    const next = letters[index + 1];
    return [
      `${text(0, index)}.?${text(index + 1)}`,
      `${text(0, index)}.${text(index)}`,
      ...(next === undefined || next === letter
        ? []
        : [`${text(0, index)}${plain(next)}${plain(letter)}${text(index + 2)}`]),
    ];
  });
  return `(?:${choices.join("|")})`;
}

/** Words of one search that count. */
const mostWords = 10;

export function hasWords(search: ItemCursor["search"], { alias, collection }: Scope): RawBuilder<boolean>[] {
  if (!search) return [];
  const words = search.expression.split(/\s+/).filter((word) => word !== "");
  const data = seenData(sql.ref(`${alias}.data`), [...collection.hidden.keys()]);
  const parts = (search.fields ?? []).map((field) => sql`${data} #> ${readPath(field)}::text[]`);
  const searched = parts.length === 0 ? data : sql`jsonb_build_array(${sql.join(parts)})`;
  const text = sql`lower((select coalesce(string_agg(t.value #>> '{}', E'\n'), '')
    from jsonb_path_query(${searched}, '$.** ? (@.type() == "string")') as t (value)))`;
  const conditions = words.slice(0, mostWords).map((word) => {
    const slips = search.fuzzy ? slipsOf(word) : undefined;
    const isThere = sql<boolean>`strpos(t.text, lower(${word})) > 0`;
    return slips === undefined ? isThere : sql<boolean>`(${isThere} or t.text ~ lower(${slips}))`;
  });
  const wanted = search.mode === "OR" ? any(conditions) : all(conditions);
  // Put together once for all words.
  return [sql<boolean>`(select ${wanted} from (select ${text} as text offset 0) t)`];
}
