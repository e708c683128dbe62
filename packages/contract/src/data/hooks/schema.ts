import * as z from "zod";
import { guid } from "../../wire/value-schema.ts";
import { collectionId } from "../items/call-schema.ts";
import { dataHooks } from "./data-hook.ts";

const hooks = z
  .array(z.enum(dataHooks))
  .min(1)
  .max(dataHooks.length)
  .transform((names) => [...new Set(names)]);

export const createDataHookRequest = z.object({
  body: z.object({ hook: z.object({ collectionId, url: z.string().max(2000), hooks }) }),
});
export const listDataHooksRequest = z.object({ query: z.object({ collectionId: collectionId.optional() }) });
export const dataHookByIdRequest = z.object({ params: z.object({ hookId: guid }) });

const dataHook = z
  .object({
    id: z.string(),
    collectionId: z.string(),
    url: z.string(),
    hooks: z.array(z.enum(dataHooks)).describe("When it is called."),
    createdDate: z.iso.datetime(),
  })
  .meta({ id: "DataHookAddress" });
export const createDataHookResponse = z.object({
  hook: dataHook,
  secret: z.string().describe("Returned only once; signs the calls."),
});
export const listDataHooksResponse = z.object({ hooks: z.array(dataHook) });
