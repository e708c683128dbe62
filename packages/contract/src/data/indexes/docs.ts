import * as z from "zod";
import type { EndpointDocs } from "../../endpoint-docs.ts";
import { dataIndexStatuses } from "./data-index.ts";

const index = z
  .object({
    name: z.string(),
    fields: z.array(z.object({ path: z.string(), order: z.enum(["ASC", "DESC"]).optional() })),
    status: z.enum(dataIndexStatuses),
    failure: z
      .object({ code: z.string(), message: z.string() })
      .optional()
      .describe("Why it could not be built: `WDE0112`."),
    createdDate: z.iso.datetime().optional(),
    updatedDate: z.iso.datetime().optional(),
  })
  .meta({ id: "DataIndex" });
const response = z.object({ index });

const forOwners = "For the owner: the level PRIVILEGED.";

export const indexDocs = {
  createDataIndex: {
    summary: "Create an index",
    description: `${forOwners} It is built without blocking reads and writes, and serves queries once its status is ACTIVE.`,
    response: { description: "The index, with the status BUILDING.", schema: response },
    errors: ["WDE0027", "WDE0025", "INDEX_EXISTS"],
    example: { body: { dataCollectionId: "Books", index: { fields: [{ path: "shelf" }, { path: "title" }] } } },
  },
  listDataIndexes: {
    summary: "List the indexes of a collection",
    description: forOwners,
    response: {
      description: "The indexes, sorted by name.",
      schema: z.object({ indexes: z.array(index) }),
    },
    errors: ["WDE0027", "WDE0025"],
    example: { query: { dataCollectionId: "Books" } },
  },
  dropDataIndex: {
    summary: "Drop an index",
    description: `${forOwners} Queries stop using it immediately.`,
    response: { description: "The index, with the status DROPPING.", schema: response },
    errors: ["WDE0027", "WDE0025", "INDEX_NOT_FOUND"],
    example: { body: { dataCollectionId: "Books", indexName: "shelf_title" } },
  },
} as const satisfies Record<string, EndpointDocs>;
