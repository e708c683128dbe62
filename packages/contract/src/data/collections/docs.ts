import type { EndpointDocs } from "../../endpoint-docs.ts";
import {
  collectionResponse,
  collectionViewResponse,
  emptyResponse,
  getDataCollectionResponse,
  listDataCollectionsResponse,
  myPermissionsResponse,
  permissionsResponse,
  specialPermissionsResponse,
} from "../response-schema.ts";

const request = { params: { dataCollectionId: "Books" } };
const forEditors = "For editors of content.";
const forOwners = "For the owner: the level PRIVILEGED.";

export const collectionDocs = {
  listDataCollections: {
    summary: "List collections",
    description: `${forEditors} Default order: by id.`,
    response: { description: "One page of collections.", schema: listDataCollectionsResponse },
    errors: ["WDE0027"],
    example: { query: { paging: { limit: 10 } } },
  },
  getDataCollection: {
    summary: "Get a collection",
    description: "For callers who may read, insert, update or remove its items.",
    response: {
      description: "The collection; with `fields`, only those.",
      schema: getDataCollectionResponse,
    },
    errors: ["WDE0025"],
    example: request,
  },
  getCollectionView: {
    summary: "Get the view of a collection",
    description:
      "Data for rendering a page, for callers who may read its items: displayed fields, permissions and layout.",
    response: { description: "The collection as visible to the reader.", schema: collectionViewResponse },
    errors: ["WDE0025", "WDE0027"],
    example: request,
  },
  createDataCollection: {
    summary: "Create a collection",
    description: `${forOwners} Permissions are roles; by default only the owner has access.`,
    response: { description: "The collection.", schema: collectionResponse },
    errors: ["WDE0027", "COLLECTION_EXISTS", "FIELD_EXISTS"],
    example: {
      body: {
        collection: {
          id: "Books",
          displayName: "Books",
          permissions: { read: "ANYONE", insert: "SITE_MEMBER", update: "SITE_MEMBER_AUTHOR", remove: "ADMIN" },
          fields: [{ key: "title", type: "TEXT" }],
        },
      },
    },
  },
  updateDataCollection: {
    summary: "Replace a collection",
    description: `${forOwners} Omitted properties stay. A list of fields replaces the previous one; items retain their values.`,
    response: { description: "The updated collection.", schema: collectionResponse },
    errors: ["WDE0027", "WDE0025", "COLLECTION_CHANGED", "FIELD_EXISTS", "VALUE_TAKEN"],
    example: { body: { collection: { id: "Books", displayName: "All books", revision: "1" } } },
  },
  patchDataCollection: {
    summary: "Update a collection",
    description: `${forOwners} As the update, with omitted properties unchanged.`,
    response: { description: "The updated collection.", schema: collectionResponse },
    errors: ["WDE0027", "WDE0025", "COLLECTION_CHANGED", "FIELD_EXISTS", "VALUE_TAKEN"],
    example: { ...request, body: { dataCollection: { displayName: "All books" } } },
  },
  deleteDataCollection: {
    summary: "Delete a collection",
    description: `${forOwners} It can be restored for 30 days, unless another collection takes its id.`,
    response: { description: "An empty object.", schema: emptyResponse },
    errors: ["WDE0027", "WDE0025"],
    example: request,
  },
  restoreDataCollection: {
    summary: "Restore a deleted collection",
    description: `${forOwners} With its items, references, permissions and hooks.`,
    response: { description: "The updated collection.", schema: collectionResponse },
    errors: ["WDE0027", "WDE0025"],
    example: request,
  },
  createDataCollectionField: {
    summary: "Add a field to a collection",
    description: forOwners,
    response: { description: "The updated collection.", schema: collectionResponse },
    errors: ["WDE0027", "WDE0025", "FIELD_EXISTS", "VALUE_TAKEN"],
    example: { body: { dataCollectionId: "Books", field: { key: "pages", type: "NUMBER" } } },
  },
  updateDataCollectionField: {
    summary: "Replace a field of a collection",
    description: `${forOwners} Replaces the field's definition.`,
    response: { description: "The updated collection.", schema: collectionResponse },
    errors: ["WDE0027", "WDE0025", "FIELD_NOT_FOUND", "FIELD_EXISTS", "VALUE_TAKEN"],
    example: { body: { dataCollectionId: "Books", field: { key: "pages", type: "NUMBER", required: true } } },
  },
  patchDataCollectionField: {
    summary: "Update a field of a collection",
    description: `${forOwners} Omitted properties stay.`,
    response: { description: "The updated collection.", schema: collectionResponse },
    errors: ["WDE0027", "WDE0025", "FIELD_NOT_FOUND", "FIELD_EXISTS", "VALUE_TAKEN"],
    example: { ...request, body: { field: { key: "pages", displayName: "Pages" } } },
  },
  deleteDataCollectionField: {
    summary: "Delete a field of a collection",
    description: `${forOwners} Items retain their values.`,
    response: { description: "The updated collection.", schema: collectionResponse },
    errors: ["WDE0027", "WDE0025", "FIELD_NOT_FOUND"],
    example: { body: { dataCollectionId: "Books", fieldKey: "pages" } },
  },
  getPermissions: {
    summary: "Get the permissions of a collection",
    description: forEditors,
    response: { description: "The level of each operation, and special permissions.", schema: permissionsResponse },
    errors: ["WDE0027", "WDE0025"],
    example: { query: { dataCollectionId: "Books" } },
  },
  updatePermissions: {
    summary: "Update the permissions of a collection",
    description: `${forOwners} Omitted levels stay.`,
    response: { description: "All of them after the update.", schema: permissionsResponse },
    errors: ["WDE0027", "WDE0025"],
    example: { body: { dataPermissions: { id: "Books", itemRead: "ANYONE" } } },
  },
  addSpecialPermissions: {
    summary: "Add special permissions of a member",
    description: forOwners,
    response: { description: "The permissions of the member.", schema: specialPermissionsResponse },
    errors: ["WDE0027", "WDE0025"],
    example: {
      body: {
        dataCollectionId: "Books",
        specialPermissions: { userId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b", itemInsert: "ALLOWED" },
      },
    },
  },
  updateSpecialPermissions: {
    summary: "Update special permissions of a member",
    description: forOwners,
    response: { description: "The permissions of the member.", schema: specialPermissionsResponse },
    errors: ["WDE0027", "NOT_FOUND"],
    example: {
      params: { id: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" },
      body: { specialPermissions: { itemInsert: "UNSPECIFIED" } },
    },
  },
  removeSpecialPermissions: {
    summary: "Remove special permissions of a member",
    description: forOwners,
    response: { description: "An empty object.", schema: emptyResponse },
    errors: ["WDE0027", "NOT_FOUND"],
    example: { params: { id: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" } },
  },
  getMyPermissions: {
    summary: "Get your permissions on a collection",
    description: "Also true if limited to your own items.",
    response: { description: "Whether each operation is allowed.", schema: myPermissionsResponse },
    errors: ["WDE0025"],
    example: { query: { dataCollectionId: "Books" } },
  },
} as const satisfies Record<string, EndpointDocs>;
