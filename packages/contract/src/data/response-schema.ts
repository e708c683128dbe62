import * as z from "zod";
import {
  collectionLayouts,
  collectionRoles,
  collectionTypes,
  dataOperations,
  fieldTypes,
  itemAccesses,
  permissionLevels,
  pluginTypes,
  queryOperators,
} from "./collections/collection-values.ts";
import { asyncJobStatuses, bulkActions } from "./items/item-values.ts";

const pagingMetadata = z
  .object({
    count: z.int().describe("On this page."),
    offset: z.int().optional().describe("With paging by offset."),
    total: z.int().optional().describe("Of the whole list, if requested."),
    tooManyToCount: z.boolean().optional(),
    cursors: z.object({ next: z.string().optional(), prev: z.string().optional() }).optional(),
    hasNext: z.boolean().optional(),
  })
  .meta({ id: "DataPagingMetadata" });

const bound = z.number().nullish();
const field = z
  .object({
    key: z.string(),
    displayName: z.string().nullish(),
    type: z.enum(fieldTypes).optional(),
    typeMetadata: z
      .looseObject({
        reference: z.object({ referencedCollectionId: z.string() }).optional(),
        multiReference: z
          .object({
            referencedCollectionId: z.string(),
            referencingFieldKey: z.string().optional(),
            referencingDisplayName: z.string().optional(),
            mirror: z.boolean().optional(),
          })
          .optional(),
      })
      .nullish(),
    systemField: z.boolean().optional(),
    capabilities: z.object({ sortable: z.boolean(), queryOperators: z.array(z.enum(queryOperators)) }).optional(),
    description: z.string().nullish(),
    encrypted: z.boolean().nullish(),
    readOnly: z.boolean().nullish(),
    immutable: z.boolean().nullish(),
    required: z.boolean().nullish(),
    unique: z.boolean().nullish(),
    hidden: z.boolean().nullish(),
    numberRange: z.object({ gte: bound, lte: bound, min: bound, max: bound }).nullish(),
    stringLengthRange: z.object({ minLength: bound, maxLength: bound }).nullish(),
    arraySizeRange: z.object({ minSize: bound, maxSize: bound }).nullish(),
    plugins: z.array(z.looseObject({})).nullish(),
  })
  .meta({ id: "CollectionField" });

const role = z.enum(collectionRoles);
const collection = z
  .object({
    id: z.string(),
    collectionType: z.enum(collectionTypes),
    displayName: z.string().nullish(),
    displayField: z.string().nullish(),
    displayNamespace: z.string().nullish(),
    defaultDisplayOrder: z
      .object({
        fieldName: z.string().optional(),
        fieldKey: z.string().optional(),
        direction: z.enum(["ASC", "DESC"]).optional(),
      })
      .optional(),
    maxPageSize: z.int(),
    permissions: z.object({ insert: role, update: role, remove: role, read: role }),
    fields: z.array(field),
    plugins: z.array(
      z.looseObject({
        type: z.enum(pluginTypes),
        publishOptions: z.object({ defaultStatus: z.enum(["PUBLISHED", "DRAFT"]) }).optional(),
      }),
    ),
    pagingModes: z.array(z.enum(["OFFSET", "CURSOR"])),
    capabilities: z.object({
      dataOperations: z.array(z.enum(dataOperations)),
      collectionOperations: z.array(z.enum(["UPDATE", "REMOVE"])),
      indexLimits: z.object({ regular: z.int(), unique: z.int(), total: z.int() }),
    }),
    strict: z.boolean().describe("Whether items that violate the field definitions are rejected."),
    view: z
      .object({
        layout: z.enum(collectionLayouts),
        singularName: z.string(),
        fields: z.array(z.string()),
        listFields: z.array(z.string()),
        searchFields: z.array(z.string()),
        filterFields: z.array(z.string()),
      })
      .partial()
      .optional()
      .describe("Display settings of the collection's page."),
    revision: z.string(),
    createdDate: z.iso.datetime(),
    updatedDate: z.iso.datetime(),
  })
  .meta({ id: "DataCollection" });

export const collectionResponse = z.object({ collection });
/** With `fields`, collections contain only those. */
export const listDataCollectionsResponse = z.object({ collections: z.array(collection.partial()), pagingMetadata });
export const getDataCollectionResponse = z.object({ collection: collection.partial() });

const access = z.enum(itemAccesses);
export const collectionViewResponse = z.object({
  view: z
    .object({
      id: z.string(),
      displayName: z.string(),
      displayField: z.string().nullable(),
      layout: z.enum(collectionLayouts),
      singularName: z.string().optional().describe("Name of one item, for actions such as “Add a recipe”."),
      fields: z.array(
        field
          .pick({
            key: true,
            numberRange: true,
            stringLengthRange: true,
            arraySizeRange: true,
            description: true,
          })
          .extend({
            displayName: z.string(),
            type: z.enum(fieldTypes),
            required: z.boolean(),
            readOnly: z.boolean(),
            immutable: z.boolean(),
            reference: z.object({ collectionId: z.string(), displayField: z.string().nullable() }).optional(),
          }),
      ),
      listFields: z.array(z.string()),
      searchFields: z.array(z.string()),
      filterFields: z.array(z.string()),
      defaultDisplayOrder: collection.shape.defaultDisplayOrder,
      access: z.object({ insert: access, update: access, remove: access }),
      ownerId: z.string().optional().describe("The `_owner` of the caller's items, if access is limited to them."),
      definedInCode: z
        .boolean()
        .optional()
        .describe("For editors: whether each start of the server applies a definition from the site's configuration."),
    })
    .meta({ id: "CollectionView" }),
});

const level = z.enum(permissionLevels);
const special = z.enum(["UNSPECIFIED", "ALLOWED"]);
const specialPermission = z
  .object({
    id: z.guid(),
    userId: z.guid().optional(),
    policyId: z.string().optional(),
    itemRead: special,
    itemInsert: special,
    itemUpdate: special,
    itemRemove: special,
  })
  .meta({ id: "SpecialPermission" });
export const permissionsResponse = z.object({
  dataPermissions: z.object({
    id: z.string().describe("Of the collection."),
    itemRead: level,
    itemInsert: level,
    itemUpdate: level,
    itemRemove: level,
    specialPermissions: z.array(specialPermission),
  }),
});
export const specialPermissionsResponse = z.object({ specialPermissions: specialPermission });
export const myPermissionsResponse = z.object({
  itemRead: z.boolean(),
  itemInsert: z.boolean(),
  itemUpdate: z.boolean(),
  itemRemove: z.boolean(),
});

const dataItem = z
  .object({
    id: z.string(),
    dataCollectionId: z.string(),
    data: z
      .record(z.string(), z.unknown())
      .describe("`_id`, `_owner`, `_createdDate`, `_updatedDate` and the fields; dates are `{$date}`."),
  })
  .meta({ id: "DataItem" });
export const itemResponse = z.object({ dataItem });
export const saveItemResponse = z.object({ dataItem, action: z.enum(["INSERTED", "UPDATED"]) });
export const bulkItemsResponse = z.object({
  results: z.array(
    z.object({
      action: z.enum(bulkActions),
      itemMetadata: z.object({
        id: z.string().optional(),
        originalIndex: z.int().describe("Index in the request."),
        success: z.boolean(),
        error: z
          .object({ code: z.string(), description: z.string(), data: z.record(z.string(), z.unknown()) })
          .optional(),
      }),
      dataItem: dataItem.optional(),
    }),
  ),
  bulkActionMetadata: z.object({
    totalSuccesses: z.int(),
    totalFailures: z.int(),
    undetailedFailures: z.int(),
  }),
});
export const queryItemsResponse = z.object({ dataItems: z.array(dataItem), pagingMetadata });
export const countItemsResponse = z.object({ totalCount: z.int() });
export const distinctValuesResponse = z.object({ distinctValues: z.array(z.unknown()), pagingMetadata });
export const aggregateResponse = z.object({
  results: z.array(z.record(z.string(), z.unknown())).describe("`_id` contains the values of the grouping fields."),
  pagingMetadata,
});
export const isReferencedResponse = z.object({ isReferenced: z.boolean() });
export const queryReferencedResponse = z.object({
  results: z.array(
    z.object({
      dataItem: dataItem.optional(),
      unresolvedReference: z
        .object({ referringItemId: z.string(), referencedItemId: z.string(), unauthorized: z.boolean().optional() })
        .optional()
        .describe("Instead of the item: it is missing or not readable."),
      referringItemId: z.string().optional(),
    }),
  ),
  pagingMetadata,
});
export const startAsyncJobResponse = z.object({ jobId: z.string() });
export const asyncJobResponse = z.object({ status: z.enum(asyncJobStatuses), successCount: z.int() });
export const emptyResponse = z.object({});
