import { siteAuthorLimits as limits, type SiteAuthor } from "@porchlight/contract/site/site-author";
import { z } from "zod";
import { isSingleLine } from "../i18n/texts.ts";
import { isHttpsUrl, isImageAddress } from "./site-formats.ts";

const authorSchema = z.strictObject({
  name: z.string().refine((name) => isSingleLine(name, limits.name)),
  text: z
    .string()
    .refine((text) => isSingleLine(text, limits.text))
    .optional(),
  picture: z.string().refine(isImageAddress).optional(),
  link: z.string().refine(isHttpsUrl).optional(),
});

const authorsSchema = z
  .array(
    authorSchema,
    `must be a JSON list of up to ${limits.authors} authors, such as [{"name": "Ada Lovelace", "text": "Writes about engines."}], or off.`,
  )
  .max(limits.authors, `can have at most ${limits.authors} authors.`)
  .refine(
    (authors) => new Set(authors.map(({ name }) => name)).size === authors.length,
    "contains duplicate author names.",
  );

/** Parses a JSON list of authors; the value is JSON too. */
export const authorList = z.string().transform((text, context) => {
  const { data, error } = authorsSchema.safeParse(parseJson(text));
  if (data) return JSON.stringify(data);
  const [issue] = error.issues;
  context.addIssue(issue?.path.length ? invalidAuthor(Number(issue.path[0]) + 1) : (issue?.message ?? ""));
  return z.NEVER;
});

const invalidAuthor = (position: number) =>
  `has an invalid author ${position}: name needs 1 to ${limits.name} characters; text can have up to ${limits.text} characters on one line; picture must be a path such as /media/… or an https URL; link must be an https URL.`;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The authors of a setting that {@link authorList} has parsed. */
export function siteAuthors(json: string): SiteAuthor[] {
  return json === "" ? [] : JSON.parse(json);
}
