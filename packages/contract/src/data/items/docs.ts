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
const oneWritten = { description: "The item as it is now.", schema: itemResponse };
const reference = { referringItemFieldName: "authors", referringItemId: dataItemId, referencedItemId: "austen" };
const modification = { action: "INCREMENT_FIELD" as const, fieldPath: "pages", incrementFieldOptions: { value: 1 } };

export const itemDocs = {
  insertItem: {
    summary: "Insert an item",
    description:
      "An item without an id is given one. Its owner is the caller. With `saveReferences` its data sets fields that refer to many, too.",
    response: oneWritten,
    errors: [...writes, "WDE0074"],
    example: { body: { ...of, dataItem: item } },
  },
  saveItem: {
    summary: "Insert an item, or put it in the place of the one with its id",
    response: { description: "The item as it is now, and which of the two it was.", schema: saveItemResponse },
    errors: [...writes, "WDE0073"],
    example: { body: { ...of, dataItem: item } },
  },
  updateItem: {
    summary: "Put an item in the place of the one with its id",
    description:
      "Fields that are not sent are gone. With `condition` nothing is written unless the item meets its filter.",
    response: oneWritten,
    errors: [...writes, "WDE0073", "CONDITION_NOT_MET"],
    example: { body: { ...of, dataItem: item, condition: { filter: { pages: 474 } } } },
  },
  patchItem: {
    summary: "Change some fields of an item",
    description: "All modifications or none, in their order.",
    response: oneWritten,
    errors: [...writes, "WDE0048", "WDE0073", "CONDITION_NOT_MET"],
    example: { body: { ...of, patch: { dataItemId, fieldModifications: [modification] } } },
  },
  removeItem: {
    summary: "Remove an item",
    response: { description: "The item as it was.", schema: itemResponse },
    errors: [...changes, "WDE0073", "CONDITION_NOT_MET"],
    example: { body: { ...of, dataItemId } },
  },
  truncateCollection: {
    summary: "Remove all items of a collection",
    description: "For editors of content who may remove items.",
    response: { description: "An empty object: there is none left.", schema: emptyResponse },
    errors: changes,
    example: { body: of },
  },
  bulkInsertItems: {
    summary: "Insert up to 1000 items",
    description: "Each on its own: one that is refused keeps no other from being inserted.",
    response: { description: "What became of each.", schema: bulkItemsResponse },
    errors: [...changes, "WDE0005", "WDE0006", "WDE0109"],
    example: { body: { ...of, dataItems: [item] } },
  },
  bulkSaveItems: {
    summary: "Insert or replace up to 1000 items",
    response: { description: "What became of each.", schema: bulkItemsResponse },
    errors: [...changes, "WDE0005", "WDE0006", "WDE0109"],
    example: { body: { ...of, dataItems: [item] } },
  },
  bulkUpdateItems: {
    summary: "Replace up to 1000 items",
    response: { description: "What became of each.", schema: bulkItemsResponse },
    errors: [...changes, "WDE0005", "WDE0006", "WDE0109"],
    example: { body: { ...of, dataItems: [item] } },
  },
  bulkRemoveItems: {
    summary: "Remove up to 1000 items",
    response: { description: "What became of each.", schema: bulkItemsResponse },
    errors: [...changes, "WDE0068", "WDE0069"],
    example: { body: { ...of, dataItemIds: [dataItemId] } },
  },
  bulkPatchItems: {
    summary: "Change some fields of up to 1000 items",
    response: { description: "What became of each.", schema: bulkItemsResponse },
    errors: [...changes, "WDE0005", "WDE0006", "WDE0109"],
    example: { body: { ...of, patches: [{ dataItemId, fieldModifications: [modification] }] } },
  },
  queryItems: {
    summary: "Query items",
    description:
      "The parameters travel as one `.r`, base64url of their JSON, or as a POST of it. With a cursor, filter and sort are the cursor's.",
    response: { description: "One page of the items the caller may read.", schema: queryItemsResponse },
    errors: [...questions, "CURSOR_INVALID"],
    example: { query: { ...of, query: { filter: { pages: { $gt: 100 } } } } },
  },
  queryItemsByPost: {
    summary: "Query items, with a long query",
    description: "As the GET; what is too long for an address goes as a body.",
    response: { description: "One page of the items the caller may read.", schema: queryItemsResponse },
    errors: [...questions, "CURSOR_INVALID"],
    example: {
      body: {
        ...of,
        query: { filter: { pages: { $gt: 100 } }, sort: [{ fieldName: "title", order: "ASC" as const }] },
      },
    },
  },
  getItem: {
    summary: "Read an item",
    response: { description: "The item.", schema: itemResponse },
    errors: [...reads, "WDE0073"],
    example: { params: { dataItemId }, query: of },
  },
  liveItems: {
    summary: "Hear of the items of a query as they change",
    description:
      "Server-Sent Events: `reset` (read the list now; what comes after it is told), `inserted` and `updated` with the item, `removed` with its id. `Last-Event-ID` goes on after the event with that id.",
    response: { description: "A stream of type `text/event-stream`, which ends when the caller may read no more." },
    errors: [...filters, "WDE0020"],
    example: { body: { ...of, filter: { pages: { $lt: 500 } } } },
  },
  searchItems: {
    summary: "Search items",
    description:
      "For words in their texts; every word, or with mode OR any of them, and with `fuzzy` also where one is misspelt.",
    response: { description: "One page of the items the caller may read.", schema: queryItemsResponse },
    errors: [...questions, "CURSOR_INVALID"],
    example: { body: { ...of, search: { search: { expression: "emma" } } } },
  },
  countItems: {
    summary: "Count items",
    response: { description: "How many of the items the caller may read meet the filter.", schema: countItemsResponse },
    errors: questions,
    example: { body: { ...of, filter: { pages: { $gt: 100 } } } },
  },
  queryDistinctValues: {
    summary: "Read the different values of a field",
    response: { description: "One page of values, of items the caller may read.", schema: distinctValuesResponse },
    errors: [...questions, "CURSOR_INVALID"],
    example: { body: { ...of, fieldName: "title" } },
  },
  aggregateItems: {
    summary: "Group items, and count and add up what the groups hold",
    response: { description: "One page of groups, of items the caller may read.", schema: aggregateResponse },
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
    summary: "Filter, group, sort and cut items, step by step",
    response: { description: "What the last step leaves, of items the caller may read.", schema: aggregateResponse },
    errors: [...questions, "CURSOR_INVALID"],
    example: { body: { ...of, pipeline: { stages: [{ filter: { pages: { $gt: 100 } } }, { limit: 5 }] } } },
  },
  insertReferences: {
    summary: "Add items to a field that refers to many",
    response: { description: "An empty object.", schema: emptyResponse },
    errors: [...changes, "WDE0019", "WDE0020", "WDE0021", "WDE0073"],
    example: { body: { ...of, dataItemReferences: [reference] } },
  },
  removeReferences: {
    summary: "Take items out of a field that refers to many",
    response: { description: "An empty object.", schema: emptyResponse },
    errors: [...changes, "WDE0019", "WDE0020", "WDE0073"],
    example: { body: { ...of, dataItemReferences: [reference] } },
  },
  replaceReferences: {
    summary: "Set the items that a field refers to",
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
    summary: "Ask whether a field refers to an item",
    response: { description: "Whether it does.", schema: isReferencedResponse },
    errors: [...reads, "WDE0019", "WDE0020"],
    example: { body: { ...of, ...reference } },
  },
  queryReferenced: {
    summary: "Read the items that a field refers to",
    description: "Of one item, or with `referringItemIds` of several.",
    response: {
      description: "One page of them; those that are gone or may not be read are told as such.",
      schema: queryReferencedResponse,
    },
    errors: [...reads, "WDE0019", "WDE0020", "ANSWER_TOO_LARGE"],
    example: { body: { ...of, referringItemId: dataItemId, referringItemFieldName: "authors" } },
  },
  asyncRemoveByFilter: {
    summary: "Remove all items that meet a filter, in the background",
    response: { description: "The job, whose status says how far it is.", schema: startAsyncJobResponse },
    errors: [...filters, "ENVIRONMENT_NOT_SERVED", "WDE0016"],
    example: { body: { ...of, filter: { pages: { $lt: 10 } } } },
  },
  asyncPatchByFilter: {
    summary: "Change some fields of all items that meet a filter, in the background",
    response: { description: "The job, whose status says how far it is.", schema: startAsyncJobResponse },
    errors: [...filters, "ENVIRONMENT_NOT_SERVED", "WDE0016"],
    example: { body: { ...of, filter: { pages: { $lt: 10 } }, fieldModifications: [modification] } },
  },
  getAsyncJobStatus: {
    summary: "Read how far a job is",
    description: "One's own.",
    response: { description: "Its status, and how many items it has changed so far.", schema: asyncJobResponse },
    errors: ["DATA_JOB_NOT_FOUND"],
    example: { params: { jobId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" } },
  },
  createDraftItem: {
    summary: "Begin a draft of a published item",
    response: { description: "The draft.", schema: itemResponse },
    errors: [...changes, "WDE0073"],
    example: { body: { ...of, dataItemId } },
  },
  publishDraftItem: {
    summary: "Publish an item's draft",
    response: { description: "The item as everybody sees it now.", schema: itemResponse },
    errors: [...writes, "WDE0073", "DRAFT_NOT_FOUND"],
    example: { body: { ...of, dataItemId } },
  },
  unpublishItem: {
    summary: "Take an item back from the public",
    description: "With `copyToDraft` what it holds takes the place of its draft.",
    response: { description: "The draft that is left.", schema: itemResponse },
    errors: [...changes, "WDE0073"],
    example: { body: { ...of, dataItemId, copyToDraft: true } },
  },
} as const satisfies Record<string, EndpointDocs>;
