import { beforeEach } from "vitest";
import type { CollectionHooks, SiteHooks } from "../../src/data/hooks/site-hooks.ts";
import { createTestServer, type TestResponse } from "../test-server.ts";
import { type CallerName, createCallers, putCollection } from "./collections.ts";

/** The hooks of each collection in the current test. */
const current: Record<string, CollectionHooks> = {};
export const names = ["Insert", "Update", "Remove", "Get", "Query", "Count"].flatMap((what) => [
  `before${what}`,
  `after${what}`,
]);
const siteHooks = Object.fromEntries(
  ["Recipes", "Letters", "Circle"].map((id) => [
    id,
    Object.fromEntries(
      names.map((name) => [
        name,
        (value: unknown, context: unknown) =>
          (current[id] as Record<string, ((value: unknown, context: unknown) => unknown) | undefined>)?.[name]?.(
            value,
            context,
          ),
      ]),
    ),
  ]),
) as SiteHooks;

/** A server with the hooks that a test sets in `current`. */
export async function createHookedServer() {
  const server = await createTestServer({ rateLimits: false, siteHooks });
  const callers = await createCallers(server);
  const open = {
    read: "ANYONE",
    insert: "ANYONE",
    update: "SITE_MEMBER_AUTHOR",
    remove: "SITE_MEMBER_AUTHOR",
  } as const;
  await putCollection(server, callers, "Recipes", open);
  await putCollection(server, callers, "Circle", open);
  await putCollection(server, callers, "Letters", {
    read: "PRIVILEGED",
    insert: "PRIVILEGED",
    update: "PRIVILEGED",
    remove: "PRIVILEGED",
  });

  const call = (caller: CallerName, path: string, body: object, dataCollectionId = "Recipes") =>
    callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId, ...body });
  const insert = (caller: CallerName, data: object, more: object = {}) =>
    call(caller, "/items", { dataItem: { data }, ...more });
  const get = (caller: CallerName, id: string) =>
    callers.call(caller, `/wix-data/v2/items/${id}?dataCollectionId=Recipes&suppressHooks=true`, {}, "GET");
  const dataOf = ({ body }: TestResponse) => body.dataItem.data;
  const errorOf = ({ status, body }: TestResponse) => ({ status, ...body.details?.applicationError });

  beforeEach(() => {
    for (const id of Object.keys(current)) delete current[id];
  });
  return { server, callers, current, call, insert, get, dataOf, errorOf };
}
