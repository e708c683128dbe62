import type { EndpointDocs } from "../../endpoint-docs.ts";
import { collectionResponse } from "../response-schema.ts";

const of = { dataCollectionId: "Books" };
const forOwners = "For the owner: the level PRIVILEGED.";
const response = { description: "The updated collection.", schema: collectionResponse };
const notServed = {
  description: `Rejected: this server has no such plugin. ${forOwners}`,
  response: response,
  errors: ["WDE0027", "WDE0025", "PLUGIN_NOT_SERVED"],
  example: { body: of },
};

export const pluginDocs = {
  addDataCollectionPlugin: {
    summary: "Add a plugin of a collection",
    description: `${forOwners} There is one: PUBLISH.`,
    response: response,
    errors: ["WDE0027", "WDE0025", "PLUGIN_EXISTS", "PLUGIN_NOT_SERVED"],
    example: {
      body: { ...of, plugin: { type: "PUBLISH" as const, publishOptions: { defaultStatus: "DRAFT" as const } } },
    },
  },
  addCatalogPlugin: { ...notServed, summary: "Add the plugin CATALOG" },
  addCmsPlugin: { ...notServed, summary: "Add the plugin CMS" },
  addDraftItemsPlugin: { ...notServed, summary: "Add the plugin DRAFT_ITEMS" },
  addMultilingualPlugin: { ...notServed, summary: "Add the plugin MULTILINGUAL" },
  addPublishPlugin: {
    summary: "Add the plugin PUBLISH of a collection",
    description: `${forOwners} With the status DRAFT new items wait to be published.`,
    response: response,
    errors: ["WDE0027", "WDE0025", "PLUGIN_EXISTS"],
    example: { body: { ...of, publishOptions: { defaultStatus: "DRAFT" } } },
  },
  addUrlizedPlugin: { ...notServed, summary: "Add the plugin URLIZED" },
  deleteDataCollectionPlugin: {
    summary: "Remove a plugin of a collection",
    description: `${forOwners} There is one: PUBLISH.`,
    response: response,
    errors: ["WDE0027", "WDE0025", "PLUGIN_NOT_FOUND", "PLUGIN_NOT_SERVED"],
    example: { body: { ...of, pluginType: "PUBLISH" as const } },
  },
  deleteCatalogPlugin: { ...notServed, summary: "Take away the plugin CATALOG" },
  deleteCmsPlugin: { ...notServed, summary: "Take away the plugin CMS" },
  deleteDraftItemsPlugin: { ...notServed, summary: "Take away the plugin DRAFT_ITEMS" },
  deleteMultilingualPlugin: { ...notServed, summary: "Take away the plugin MULTILINGUAL" },
  deletePublishPlugin: {
    summary: "Take away the plugin PUBLISH of a collection",
    description: `${forOwners} Unpublished items stay unpublished.`,
    response: response,
    errors: ["WDE0027", "WDE0025", "PLUGIN_NOT_FOUND"],
    example: { body: { ...of } },
  },
  deleteUrlizedPlugin: { ...notServed, summary: "Take away the plugin URLIZED" },
} as const satisfies Record<string, EndpointDocs>;
