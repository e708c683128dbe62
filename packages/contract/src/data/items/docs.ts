import type { EndpointDocs } from "../../endpoint-docs.ts";
import {
  aggregateResponse,
  asyncJobResponse,
  bulkItemsResponse,
  countItemsResponse,
  distinctValuesResponse,
  emptyResponse,
  isReferencedResponse,
  itemResponse,
  queryItemsResponse,
  queryReferencedResponse,
  saveItemResponse,
  startAsyncJobResponse,
} from "../response-schema.ts";

const dataCollectionId = "Books";
const dataItemId = "emma";
const of = { dataCollectionId };
const item = { id: dataItemId, data: { _id: dataItemId, title: "Emma", pages: 474 } };
const reads = ["WDE0025", "WDE0027"];
const filters = [...reads, "WDE0048", "WDE0056", "WDE0057", "WDE0058", "WDE0059", "WDE0060", "WDE0061", "WDE0070"];
const questions = [...filters, "QUERY_TOO_SLOW", "ANSWER_TOO_LARGE"];
const changes = [...reads, "ENVIRONMENT_NOT_SERVED"];
const writes = [...changes, "WDE0004", "WDE0109", "ITEM_INVALID", "VALUE_TAKEN"];
const oneWritten = { description: "The resulting item.", schema: itemResponse };
const reference = { referringItemFieldName: "authors", referringItemId: dataItemId, referencedItemId: "austen" };
const modification = { action: "INCREMENT_FIELD" as const, fieldPath: "pages", incrementFieldOptions: { value: 1 } };

export const itemDocs = {
  insertItem: {
    summary: "Insert an item",
    description:
      "Generates an id by default. The caller becomes the owner. With `saveReferences` the data also sets multi-reference fields.",
    response: oneWritten,
    errors: [...writes, "WDE0074"],
    example: { body: { ...of, dataItem: item } },
  },
  saveItem: {
    summary: "Insert or replace an item",
    response: { description: "The resulting item and whether it was inserted.", schema: saveItemResponse },
    errors: [...writes, "WDE0073"],
    example: { body: { ...of, dataItem: item } },
  },
  updateItem: {
    summary: "Replace an item",
    description: "Omitted fields are removed. With `condition`, nothing is written unless the item matches its filter.",
    response: oneWritten,
    errors: [...writes, "WDE0073", "CONDITION_NOT_MET"],
    example: { body: { ...of, dataItem: item, condition: { filter: { pages: 474 } } } },
  },
  patchItem: {
    summary: "Patch an item",
    description: "Applies all modifications in order, or none.",
    response: oneWritten,
    errors: [...writes, "WDE0048", "WDE0073", "CONDITION_NOT_MET"],
    example: { body: { ...of, patch: { dataItemId, fieldModifications: [modification] } } },
  },
  removeItem: {
    summary: "Remove an item",
    response: { description: "The removed item.", schema: itemResponse },
    errors: [...changes, "WDE0073", "CONDITION_NOT_MET"],
    example: { body: { ...of, dataItemId } },
  },
  truncateCollection: {
    summary: "Remove all items of a collection",
    description: "For editors of content who may remove items.",
    response: { description: "An empty object.", schema: emptyResponse },
    errors: changes,
    example: { body: of },
  },
  bulkInsertItems: {
    summary: "Insert up to 1000 items",
    description: "Items are inserted independently of each other.",
    response: { description: "The result for each.", schema: bulkItemsResponse },
    errors: [...changes, "WDE0005", "WDE0006", "WDE0109"],
    example: { body: { ...of, dataItems: [item] } },
  },
  bulkSaveItems: {
    summary: "Insert or replace up to 1000 items",
    response: { description: "The result for each.", schema: bulkItemsResponse },
    errors: [...changes, "WDE0005", "WDE0006", "WDE0109"],
    example: { body: { ...of, dataItems: [item] } },
  },
  bulkUpdateItems: {
    summary: "Replace up to 1000 items",
    response: { description: "The result for each.", schema: bulkItemsResponse },
    errors: [...changes, "WDE0005", "WDE0006", "WDE0109"],
    example: { body: { ...of, dataItems: [item] } },
  },
  bulkRemoveItems: {
    summary: "Remove up to 1000 items",
    response: { description: "The result for each.", schema: bulkItemsResponse },
    errors: [...changes, "WDE0068", "WDE0069"],
    example: { body: { ...of, dataItemIds: [dataItemId] } },
  },
  bulkPatchItems: {
    summary: "Patch up to 1000 items",
    response: { description: "The result for each.", schema: bulkItemsResponse },
    errors: [...changes, "WDE0005", "WDE0006", "WDE0109"],
    example: { body: { ...of, patches: [{ dataItemId, fieldModifications: [modification] }] } },
  },
  queryItems: {
    summary: "Query items",
    description:
      "The parameters are one `.r`, base64url of their JSON, or the body of a POST. A cursor includes filter and sort.",
    response: { description: "One page of the items readable by the caller.", schema: queryItemsResponse },
    errors: [...questions, "CURSOR_INVALID"],
    example: { query: { ...of, query: { filter: { pages: { $gt: 100 } } } } },
  },
  queryItemsByPost: {
    summary: "Query items, with a long query",
    description: "Like the GET, for queries that are too long for a URL.",
    response: { description: "One page of the items readable by the caller.", schema: queryItemsResponse },
    errors: [...questions, "CURSOR_INVALID"],
    example: {
      body: {
        ...of,
        query: { filter: { pages: { $gt: 100 } }, sort: [{ fieldName: "title", order: "ASC" as const }] },
      },
    },
  },
  getItem: {
    summary: "Get an item",
    response: { description: "The item.", schema: itemResponse },
    errors: [...reads, "WDE0073"],
    example: { params: { dataItemId }, query: of },
  },
  liveItems: {
    summary: "Subscribe to changes to a query's items",
    description:
      "Server-Sent Events of type `change`, which mean that the list should be read now. The first is sent when the stream opens, the others when an item that the caller may read has changed, in the collection or in one that the query reads through references.",
    response: { description: "A stream of type `text/event-stream`, which ends when the caller loses read access." },
    errors: reads,
    example: { body: { ...of, filter: { "author.name": "Jane Austen" } } },
  },
  searchItems: {
    summary: "Search items",
    description: "Full-text search for all words, or with mode OR any of them; `fuzzy` tolerates typos.",
    response: { description: "One page of the items readable by the caller.", schema: queryItemsResponse },
    errors: [...questions, "CURSOR_INVALID"],
    example: { body: { ...of, search: { search: { expression: "emma" } } } },
  },
  countItems: {
    summary: "Count items",
    response: { description: "The number of matching items readable by the caller.", schema: countItemsResponse },
    errors: questions,
    example: { body: { ...of, filter: { pages: { $gt: 100 } } } },
  },
  queryDistinctValues: {
    summary: "Query distinct values of a field",
    response: { description: "One page of values, from items readable by the caller.", schema: distinctValuesResponse },
    errors: [...questions, "CURSOR_INVALID"],
    example: { body: { ...of, fieldName: "title" } },
  },
  aggregateItems: {
    summary: "Aggregate items",
    response: { description: "One page of groups, from items readable by the caller.", schema: aggregateResponse },
    errors: [...questions, "CURSOR_INVALID"],
    example: {
      body: {
        ...of,
        aggregation: {
          groupingFields: ["title"],
          operations: [{ resultFieldName: "total", sum: { itemFieldName: "pages" } }],
        },
      },
    },
  },
  aggregatePipeline: {
    summary: "Run an aggregation pipeline",
    response: {
      description: "The result of the last stage, from items readable by the caller.",
      schema: aggregateResponse,
    },
    errors: [...questions, "CURSOR_INVALID"],
    example: { body: { ...of, pipeline: { stages: [{ filter: { pages: { $gt: 100 } } }, { limit: 5 }] } } },
  },
  insertReferences: {
    summary: "Add references to a multi-reference field",
    response: { description: "An empty object.", schema: emptyResponse },
    errors: [...changes, "WDE0019", "WDE0020", "WDE0021", "WDE0073"],
    example: { body: { ...of, dataItemReferences: [reference] } },
  },
  removeReferences: {
    summary: "Remove references from a multi-reference field",
    response: { description: "An empty object.", schema: emptyResponse },
    errors: [...changes, "WDE0019", "WDE0020", "WDE0073"],
    example: { body: { ...of, dataItemReferences: [reference] } },
  },
  replaceReferences: {
    summary: "Replace the references of a field",
    response: { description: "An empty object.", schema: emptyResponse },
    errors: [...changes, "WDE0019", "WDE0020", "WDE0021", "WDE0073"],
    example: {
      body: {
        ...of,
        referringItemFieldName: "authors",
        referringItemId: dataItemId,
        newReferencedItemIds: ["austen"],
      },
    },
  },
  isReferenced: {
    summary: "Check whether a field refers to an item",
    response: { description: "Whether it does.", schema: isReferencedResponse },
    errors: [...reads, "WDE0019", "WDE0020", "WDE0073"],
    example: { body: { ...of, ...reference } },
  },
  queryReferenced: {
    summary: "Query referenced items",
    description: "For one item, or several with `referringItemIds`.",
    response: {
      description: "One page of items; missing and unreadable ones are marked.",
      schema: queryReferencedResponse,
    },
    errors: [...reads, "WDE0019", "WDE0020", "WDE0073", "ANSWER_TOO_LARGE"],
    example: { body: { ...of, referringItemId: dataItemId, referringItemFieldName: "authors" } },
  },
  asyncRemoveByFilter: {
    summary: "Start a job that removes matching items",
    response: { description: "The job.", schema: startAsyncJobResponse },
    errors: [...filters, "ENVIRONMENT_NOT_SERVED", "WDE0016"],
    example: { body: { ...of, filter: { pages: { $lt: 10 } } } },
  },
  asyncPatchByFilter: {
    summary: "Start a job that patches matching items",
    response: { description: "The job.", schema: startAsyncJobResponse },
    errors: [...filters, "ENVIRONMENT_NOT_SERVED", "WDE0016"],
    example: { body: { ...of, filter: { pages: { $lt: 10 } }, fieldModifications: [modification] } },
  },
  getAsyncJobStatus: {
    summary: "Get the progress of a job",
    description: "Your own.",
    response: { description: "Its status and the number of items changed so far.", schema: asyncJobResponse },
    errors: ["DATA_JOB_NOT_FOUND"],
    example: { params: { jobId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" } },
  },
  createDraftItem: {
    summary: "Create a draft of a published item",
    response: { description: "The draft.", schema: itemResponse },
    errors: [...changes, "WDE0073"],
    example: { body: { ...of, dataItemId } },
  },
  publishDraftItem: {
    summary: "Publish an item's draft",
    response: { description: "The published item.", schema: itemResponse },
    errors: [...writes, "WDE0073", "DRAFT_NOT_FOUND"],
    example: { body: { ...of, dataItemId } },
  },
  unpublishItem: {
    summary: "Unpublish an item",
    description: "With `copyToDraft` the published version replaces the draft.",
    response: { description: "The remaining draft.", schema: itemResponse },
    errors: [...changes, "WDE0073"],
    example: { body: { ...of, dataItemId, copyToDraft: true } },
  },
} as const satisfies Record<string, EndpointDocs>;
