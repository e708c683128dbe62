import * as z from "zod";
import { fieldRules } from "../field-rules.ts";

/**
 * Building blocks of request schemas. Query strings carry text only, while `.r` and bodies carry JSON, so the query
 * schemas accept both forms of numbers and booleans.
 */

/** Documented form of schemas that accept several forms; used by the OpenAPI description. */
export const jsonSchemaOverrides = z.registry<z.core.JSONSchema.BaseSchema>();

export const guid = z.guid();
/** A random UUID that a call has in common with its repeats. */
export const idempotencyKey = guid.nullish();

/** Text without control characters. */
export const singleLineText = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, fieldRules.SINGLE_LINE);

export const queryInteger = (minimum: number, maximum: number) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^-?\d{1,15}$/)
          .transform(Number),
      ],
      { error: fieldRules.WHOLE_NUMBER },
    )
    .pipe(z.number().int().min(minimum).max(maximum))
    .register(jsonSchemaOverrides, { type: "integer", minimum, maximum });

export const queryBoolean = z
  .union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")], {
    error: "must be true or false",
  })
  .register(jsonSchemaOverrides, { type: "boolean" });

/** A repeated key; a single value arrives without a list. */
export const queryList = <Item extends z.ZodType>(item: Item, maximum: number) =>
  z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), z.array(item).max(maximum));

export const languageTag = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, "must be a language tag, like en or pt-BR");

/** Preferred language of the response. Invalid language tags are ignored. */
export const preferredLanguage = singleLineText(1000).nullish();
