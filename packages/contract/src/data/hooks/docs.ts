import type { EndpointDocs } from "../../endpoint-docs.ts";
import { emptyResponse } from "../response-schema.ts";
import { createDataHookResponse, listDataHooksResponse } from "./schema.ts";

const forOwners = "For the owner: a key of role `admin`.";

export const hookDocs = {
  createDataHook: {
    summary: "Add a hook",
    description: `Calls a URL before or after operations on items. Before hooks may change or reject the request; after hooks may change the response. ${forOwners} Staff need a recent authentication.`,
    response: { description: "The hook and the secret that signs its calls.", schema: createDataHookResponse },
    errors: ["REAUTHENTICATION_REQUIRED", "WDE0025", "WDE0027"],
    example: {
      body: {
        hook: { collectionId: "Books", url: "https://shop.example/hooks", hooks: ["beforeInsert" as const] },
      },
    },
  },
  listDataHooks: {
    summary: "List hooks",
    description: `Without their secrets. ${forOwners}`,
    response: { description: "The hooks in the order of their calls.", schema: listDataHooksResponse },
    errors: ["WDE0027"],
    example: { query: { collectionId: "Books" } },
  },
  removeDataHook: {
    summary: "Remove a hook",
    description: forOwners,
    response: { description: "An empty object.", schema: emptyResponse },
    errors: ["WDE0027", "NOT_FOUND"],
    example: { params: { hookId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" } },
  },
} as const satisfies Record<string, EndpointDocs>;
