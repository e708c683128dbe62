import { truncateAtWord } from "@porchlight/contract/blog/rich-content/plain-text";
import type { HeadFields } from "./front-matter-fields.ts";
import type { HeadNote } from "./front-matter-formats.ts";

/** Lists of posts and feeds repeat the names with each post. */
const maxWriters = 50;
/** Room for people who name themselves together. */
const nameMaxLength = 200;

/** Names of `authors` and `author`, each once, as far as they fit. */
export function readWriters(fields: HeadFields, notes: HeadNote[]): string[] {
  const written = [...new Set([...fields.texts("authors"), ...fields.texts("author")])];
  const line = fields.lineOf(fields.find("authors", "author")?.name ?? "");
  const note = (reason: string) => notes.push({ line, reason });
  if (written.length > maxWriters) note(`A post has at most ${maxWriters} writers; the others are left out.`);
  const names = written.slice(0, maxWriters);
  if (names.some((name) => name.length > nameMaxLength))
    note(`The name of a writer is longer than ${nameMaxLength} characters; it is cut.`);
  return names.map((name) => (name.length > nameMaxLength ? truncateAtWord(name, nameMaxLength) : name));
}
