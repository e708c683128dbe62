import * as z from "zod";
import { collectionId } from "../items/call-schema.ts";
import { maxIndexFields } from "./data-index.ts";

const indexName = z
  .string()
  .regex(/^[A-Za-z0-9_-][A-Za-z0-9_. -]{0,127}$/, "must be 1 to 128 letters, digits, _, -, dots and spaces");

/** Custom fields and the system dates. */
const path = z
  .string()
  .regex(
    /^((?!_id$|_owner$)[A-Za-z_][A-Za-z0-9_-]{0,63})(\.[A-Za-z_][A-Za-z0-9_-]{0,63}){0,4}$/,
    "must be a field's key, or a way into an object; not _id or _owner",
  );

export const createDataIndexRequest = z.object({
  body: z.object({
    dataCollectionId: collectionId,
    index: z.object({
      name: indexName.nullish().describe("Default: derived from the fields."),
      fields: z
        .array(z.object({ path, order: z.enum(["ASC", "DESC"]).nullish() }))
        .min(1)
        .max(maxIndexFields)
        .refine((fields) => new Set(fields.map((field) => field.path)).size === fields.length, "must be different"),
    }),
  }),
});
export const listDataIndexesRequest = z.object({ query: z.object({ dataCollectionId: collectionId }) });
export const dropDataIndexRequest = z.object({
  body: z.object({ dataCollectionId: collectionId, indexName: z.string().min(1).max(1000) }),
});
