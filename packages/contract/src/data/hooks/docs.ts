import type { EndpointDocs } from "../../endpoint-docs.ts";
import { emptyResponse } from "../response-schema.ts";
import { createDataHookResponse, listDataHooksResponse } from "./schema.ts";

const forOwners = "For the owner: a key of role `admin`.";

export const hookDocs = {
  createDataHook: {
    summary: "Have an address called around what is done with items",
    description: `Before hooks may change what is asked for, or refuse it; after hooks may change what is answered. ${forOwners}`,
    response: { description: "The hook, and what its calls are signed with.", schema: createDataHookResponse },
    errors: ["WDE0025", "WDE0027"],
    example: {
      body: {
        hook: { collectionId: "Books", url: "https://shop.example/hooks", hooks: ["beforeInsert" as const] },
      },
    },
  },
  listDataHooks: {
    summary: "List the addresses that are called",
    description: `Without their secrets. ${forOwners}`,
    response: { description: "In the order in which they are called.", schema: listDataHooksResponse },
    errors: ["WDE0027"],
    example: { query: { collectionId: "Books" } },
  },
  removeDataHook: {
    summary: "Have an address called no more",
    description: forOwners,
    response: { description: "An empty object.", schema: emptyResponse },
    errors: ["WDE0027", "NOT_FOUND"],
    example: { params: { hookId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" } },
  },
} as const satisfies Record<string, EndpointDocs>;
