import type { EndpointReference } from "../../endpoint-docs.ts";
import { nothing } from "../response-schema.ts";
import { createDataHookAnswer, listDataHooksAnswer } from "./schema.ts";

const forOwners = "For the owner: a key of role `admin`.";

export const hookReferences = {
  createDataHook: {
    summary: "Have an address called around what is done with items",
    description: `Before hooks may change what is asked for, or refuse it; after hooks may change what is answered. ${forOwners}`,
    answer: { description: "The hook, and what its calls are signed with.", schema: createDataHookAnswer },
    refuses: ["WDE0025", "WDE0027"],
    example: {
      body: {
        hook: { collectionId: "Books", url: "https://shop.example/hooks", hooks: ["beforeInsert" as const] },
      },
    },
  },
  listDataHooks: {
    summary: "List the addresses that are called",
    description: `Without their secrets. ${forOwners}`,
    answer: { description: "In the order in which they are called.", schema: listDataHooksAnswer },
    refuses: ["WDE0027"],
    example: { query: { collectionId: "Books" } },
  },
  removeDataHook: {
    summary: "Have an address called no more",
    description: forOwners,
    answer: { description: "An empty object.", schema: nothing },
    refuses: ["WDE0027", "NOT_FOUND"],
    example: { params: { hookId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" } },
  },
} as const satisfies Record<string, EndpointReference>;
