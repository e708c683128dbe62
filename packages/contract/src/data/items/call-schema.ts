import * as z from "zod";
import { fieldRules } from "../../field-rules.ts";
import { maxOffset, maxPageSize } from "../../limits.ts";
import { languageTag, queryBoolean, singleLineText } from "../../wire/value-schema.ts";
import { dataErrors } from "../errors.ts";
import { environments, maxCollectionIdLength, maxItemIdLength } from "./item-values.ts";

/** Shared parts of requests. A message that starts with a code is returned under that code. */
const messageOf = (code: keyof typeof dataErrors) => dataErrors[code].message;

export const collectionId = z
  .string({ error: messageOf("WDE0001") })
  .min(1, messageOf("WDE0001"))
  .max(maxCollectionIdLength)
  .regex(/^[^\p{Cc}]*$/u, fieldRules.SINGLE_LINE);

/** @param code Error code for an id that is no text. */
export const itemId = (code: keyof typeof dataErrors) =>
  z
    .string({ error: messageOf(code) })
    .min(1, messageOf(code))
    .max(maxItemIdLength)
    .regex(/^[^\p{Cc}]*$/u, fieldRules.SINGLE_LINE);

export const fieldName = z.string({ error: messageOf("WDE0003") }).max(5 * 64 + 4);

const flag = z.boolean({ error: messageOf("WDE0018") }).nullish();

/** The filter compiler validates the contents. */
export const filter = z.record(z.string(), z.unknown(), { error: messageOf("WDE0056") });

export const callOptions = {
  environment: z.enum(environments).nullish(),
  appId: singleLineText(256).nullish(),
  appOptions: z.record(z.string(), z.unknown()).nullish(),
  suppressHooks: flag,
  publishPluginOptions: z.object({ includeDraftItems: flag }, { error: messageOf("WDE0018") }).nullish(),
};

export const readOptions = {
  ...callOptions,
  consistentRead: flag,
  language: languageTag.nullish(),
  includeFieldGroups: z.array(singleLineText(100)).max(100).nullish(),
};

/** The same in a query string, which is text only. */
const queryFlag = queryBoolean.nullish();
export const queryReadOptions = {
  ...readOptions,
  suppressHooks: queryFlag,
  publishPluginOptions: z.object({ includeDraftItems: queryFlag }, { error: messageOf("WDE0018") }).nullish(),
  consistentRead: queryFlag,
};

type Rejected = { input?: unknown };

/** A number of items and its error; query strings carry integers as text. */
const integer = (operator: "limit" | "skip", code: "WDE0033" | "WDE0034", minimum: number, maximum: number) => {
  const sign = minimum > 0 ? "positive" : "non-negative";
  const takes = (number: string) => `${operator} takes a number that is ${number}`;
  return z
    .preprocess(
      (value) => (typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
      z
        .number({
          error: ({ input }: Rejected) => `WDE0032: ${operator} takes a ${sign} number, not [${typeof input}].`,
        })
        .min(minimum, {
          error: ({ input }: Rejected) => `${code}: ${takes(sign)}, not [${input}].`,
        })
        .max(maximum, {
          error: ({ input }: Rejected) => `WDE0036: ${operator} [${input}] is above the maximum of ${maximum}.`,
        })
        .int({ error: ({ input }: Rejected) => `WDE0035: ${takes("whole")}, not [${input}].` }),
    )
    .nullish();
};

export const limit = integer("limit", "WDE0033", 1, maxPageSize);
export const offset = integer("skip", "WDE0034", 0, maxOffset);
export const paging = z.object({ limit, offset });
export const cursorPaging = z.object({ limit, cursor: z.string({ error: messageOf("WDE0094") }).nullish() });

export const sort = z
  .array(
    z.object(
      {
        fieldName: z.string({ error: messageOf("WDE0051") }).max(5 * 64 + 4),
        order: z.enum(["ASC", "DESC"], { error: messageOf("WDE0067") }).nullish(),
      },
      { error: messageOf("WDE0066") },
    ),
    { error: messageOf("WDE0065") },
  )
  .nullish();

export const includeReferences = z
  .array(
    z.object({
      field: z
        .string({ error: messageOf("WDE0094") })
        .min(1, messageOf("WDE0094"))
        .max(64),
      limit: integer("limit", "WDE0033", 1, maxPageSize),
    }),
  )
  .max(20)
  .nullish();

export const fields = z.preprocess(
  (value) => (value === undefined || value === null || Array.isArray(value) ? value : [value]),
  z.array(fieldName).max(1000).nullish(),
);
