import * as z from "zod";
import { maxBlogPageSize, maxOffset, maxSortFields } from "../limits.ts";

/** Characters of `a.b.c.d.e`, with 64 to a segment. */
const fieldNameMaxLength = 5 * 64 + 4;

const limit = z.number().int().min(1).max(maxBlogPageSize).nullish();

/**
 * A query of the generic query builder. The server's fields determine valid filters. Source: wire.md, "Generic query
 * builder"; entities.md, PlatformQuery.
 */
export const querySchema = z
  .object({
    filter: z.record(z.string(), z.unknown()).nullish(),
    sort: z
      .array(
        z.object({
          fieldName: z.string().min(1).max(fieldNameMaxLength),
          order: z.enum(["ASC", "DESC"]).default("ASC"),
        }),
      )
      .max(maxSortFields)
      .nullish(),
    cursorPaging: z.object({ limit, cursor: z.string().nullish() }).nullish(),
    paging: z.object({ limit, offset: z.number().int().min(0).max(maxOffset).nullish() }).nullish(),
  })
  .refine(({ cursorPaging, paging }) => !(cursorPaging && paging), {
    error: "must have one of cursorPaging and paging",
    params: { violatedRule: "ONE_OF_ALIGNMENT" },
  });
