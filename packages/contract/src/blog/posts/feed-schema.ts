import * as z from "zod";
import { languageTag } from "../../wire/value-schema.ts";

/** What the address of a feed says. */
export const feedRequest = z.object({
  params: z.object({ slug: z.string().min(1).max(100).optional() }),
  query: z.object({ language: languageTag.optional() }),
});
