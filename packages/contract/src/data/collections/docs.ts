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
    description: `${forEditors} In the order of their ids unless another is given.`,
    response: { description: "One page of collections.", schema: listDataCollectionsResponse },
    errors: ["WDE0027"],
    example: { query: { paging: { limit: 10 } } },
  },
  getDataCollection: {
    summary: "Read a collection's definition",
    description: "For whoever may read, insert, update or remove its items.",
    response: {
      description: "The collection; with `fields` no more than those of it.",
      schema: getDataCollectionResponse,
    },
    errors: ["WDE0025"],
    example: request,
  },
  getCollectionView: {
    summary: "Read what a page of a collection is made from",
    description:
      "For whoever may read its items: the fields that are shown, what may be done, how the list is laid out.",
    response: { description: "The collection as its reader may know it.", schema: collectionViewResponse },
    errors: ["WDE0025", "WDE0027"],
    example: request,
  },
  createDataCollection: {
    summary: "Create a collection",
    description: `${forOwners} Whoever may do something is a role; where none is given, nobody but the owner may.`,
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
    summary: "Change a collection",
    description: `${forOwners} Members that are not sent stay as they are. A list of fields takes the place of the former one; what items hold stays.`,
    response: { description: "The collection as it is now.", schema: collectionResponse },
    errors: ["WDE0027", "WDE0025", "COLLECTION_CHANGED", "FIELD_EXISTS", "VALUE_TAKEN"],
    example: { body: { collection: { id: "Books", displayName: "All books", revision: "1" } } },
  },
  patchDataCollection: {
    summary: "Change some of a collection",
    description: `${forOwners} As updating it.`,
    response: { description: "The collection as it is now.", schema: collectionResponse },
    errors: ["WDE0027", "WDE0025", "COLLECTION_CHANGED", "FIELD_EXISTS", "VALUE_TAKEN"],
    example: { ...request, body: { dataCollection: { displayName: "All books" } } },
  },
  deleteDataCollection: {
    summary: "Delete a collection",
    description: `${forOwners} For 30 days it can be restored, unless another collection takes its id.`,
    response: { description: "An empty object: the collection is gone.", schema: emptyResponse },
    errors: ["WDE0027", "WDE0025"],
    example: request,
  },
  restoreDataCollection: {
    summary: "Bring a deleted collection back",
    description: `${forOwners} With its items, references, permissions and hooks.`,
    response: { description: "The collection as it is now.", schema: collectionResponse },
    errors: ["WDE0027", "WDE0025"],
    example: request,
  },
  createDataCollectionField: {
    summary: "Add a field to a collection",
    description: forOwners,
    response: { description: "The collection as it is now.", schema: collectionResponse },
    errors: ["WDE0027", "WDE0025", "FIELD_EXISTS", "VALUE_TAKEN"],
    example: { body: { dataCollectionId: "Books", field: { key: "pages", type: "NUMBER" } } },
  },
  updateDataCollectionField: {
    summary: "Change a field of a collection",
    description: `${forOwners} The field becomes what is sent.`,
    response: { description: "The collection as it is now.", schema: collectionResponse },
    errors: ["WDE0027", "WDE0025", "FIELD_NOT_FOUND", "FIELD_EXISTS", "VALUE_TAKEN"],
    example: { body: { dataCollectionId: "Books", field: { key: "pages", type: "NUMBER", required: true } } },
  },
  patchDataCollectionField: {
    summary: "Change some of a field",
    description: `${forOwners} Members that are not sent stay as they are.`,
    response: { description: "The collection as it is now.", schema: collectionResponse },
    errors: ["WDE0027", "WDE0025", "FIELD_NOT_FOUND", "FIELD_EXISTS", "VALUE_TAKEN"],
    example: { ...request, body: { field: { key: "pages", displayName: "Pages" } } },
  },
  deleteDataCollectionField: {
    summary: "Take a field out of a collection",
    description: `${forOwners} What items hold in it stays.`,
    response: { description: "The collection as it is now.", schema: collectionResponse },
    errors: ["WDE0027", "WDE0025", "FIELD_NOT_FOUND"],
    example: { body: { dataCollectionId: "Books", fieldKey: "pages" } },
  },
  getPermissions: {
    summary: "Read who may do what with a collection's items",
    description: forEditors,
    response: { description: "The level of each operation, and who may beyond it.", schema: permissionsResponse },
    errors: ["WDE0027", "WDE0025"],
    example: { query: { dataCollectionId: "Books" } },
  },
  updatePermissions: {
    summary: "Set who may do what with a collection's items",
    description: `${forOwners} Levels that are not sent stay as they are.`,
    response: { description: "All of them as they are now.", schema: permissionsResponse },
    errors: ["WDE0027", "WDE0025"],
    example: { body: { dataPermissions: { id: "Books", itemRead: "ANYONE" } } },
  },
  addSpecialPermissions: {
    summary: "Let one member do more with a collection's items",
    description: forOwners,
    response: { description: "What the member may do.", schema: specialPermissionsResponse },
    errors: ["WDE0027", "WDE0025"],
    example: {
      body: {
        dataCollectionId: "Books",
        specialPermissions: { userId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b", itemInsert: "ALLOWED" },
      },
    },
  },
  updateSpecialPermissions: {
    summary: "Change what one member may do beyond their level",
    description: forOwners,
    response: { description: "What the member may do.", schema: specialPermissionsResponse },
    errors: ["WDE0027", "NOT_FOUND"],
    example: {
      params: { id: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" },
      body: { specialPermissions: { itemInsert: "UNSPECIFIED" } },
    },
  },
  removeSpecialPermissions: {
    summary: "Take back what one member may do beyond their level",
    description: forOwners,
    response: { description: "An empty object.", schema: emptyResponse },
    errors: ["WDE0027", "NOT_FOUND"],
    example: { params: { id: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" } },
  },
  getMyPermissions: {
    summary: "Read what one may do with a collection's items",
    description: "Where only one's own items are meant, the answer is true.",
    response: { description: "Whether the caller may, for each operation.", schema: myPermissionsResponse },
    errors: ["WDE0025"],
    example: { query: { dataCollectionId: "Books" } },
  },
} as const satisfies Record<string, EndpointDocs>;
