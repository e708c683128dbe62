import * as z from "zod";
import { fieldRules } from "../../field-rules.ts";
import { queryBoolean, queryInteger, queryList, singleLineText } from "../../wire/value-schema.ts";
import { collectionId } from "../items/call-schema.ts";
import { isSystemField } from "../items/item-values.ts";
import { collectionLayouts, collectionRoles, fieldTypes, permissionLevels, pluginTypes } from "./collection-values.ts";

const bound = z.number().nullish();
const size = z.int().min(0).nullish();
const isRange = (min: number | null | undefined, max: number | null | undefined) =>
  min == null || max == null || min <= max;
const emptyRange = fieldRules.EMPTY_RANGE;

/** Characters that filters allow in field names. */
export const fieldKey = z
  .string()
  .regex(/^(?!(?:__proto__|prototype|constructor)$)[A-Za-z_][A-Za-z0-9_-]{0,63}$/, fieldRules.FIELD_KEY);

const typeMetadata = z.looseObject({
  reference: z.looseObject({ referencedCollectionId: collectionId }).nullish(),
  multiReference: z
    .looseObject({
      referencedCollectionId: collectionId,
      referencingFieldKey: fieldKey
        .refine((key) => !isSystemField(key), "must not be a field of every item")
        .nullish()
        .describe("The inverse field of the referenced collection, created by the server."),
      referencingDisplayName: singleLineText(1000).nullish().describe("Display name."),
      mirror: z
        .boolean()
        .nullish()
        .describe("Whether this field is the inverse of another one, whose permissions apply to its references."),
    })
    .nullish(),
});

export const collectionFieldInput = z.object({
  key: fieldKey,
  displayName: singleLineText(1000).nullish(),
  type: z.enum(fieldTypes).optional(),
  typeMetadata: typeMetadata.nullish(),
  description: z.string().max(16_000).nullish(),
  encrypted: z
    .literal(false, { error: "cannot be kept: this server encrypts no fields" })
    .nullish()
    .describe("Only false: this server encrypts no fields."),
  readOnly: z.boolean().nullish(),
  immutable: z.boolean().nullish(),
  required: z.boolean().nullish(),
  unique: z.boolean().nullish().describe("Whether values are unique among items."),
  hidden: z
    .boolean()
    .nullish()
    .describe("Whether values are visible only to editors and programs with full read access."),
  numberRange: z
    .object({ gte: bound, lte: bound, min: bound, max: bound })
    .refine(({ gte, lte, min, max }) => isRange(gte ?? min, lte ?? max), emptyRange)
    .nullish(),
  stringLengthRange: z
    .object({ minLength: size, maxLength: size })
    .refine(({ minLength, maxLength }) => isRange(minLength, maxLength), emptyRange)
    .nullish(),
  arraySizeRange: z
    .object({ minSize: size, maxSize: size })
    .refine(({ minSize, maxSize }) => isRange(minSize, maxSize), emptyRange)
    .nullish(),
  plugins: z.array(z.looseObject({})).max(100).nullish(),
});

const role = z.enum(collectionRoles).optional();
const keys = (maximum: number) => z.array(fieldKey).max(maximum).optional();
const publishStatus = z.enum(["PUBLISHED", "DRAFT"]);

const publishOptions = z.object({ defaultStatus: publishStatus.default("PUBLISHED") });
const plugin = z.looseObject({ type: z.enum(pluginTypes), publishOptions: publishOptions.optional() });

const input = {
  displayName: singleLineText(1000).nullish(),
  displayField: singleLineText(1000).nullish(),
  defaultDisplayOrder: z
    .object({
      fieldName: singleLineText(1000).optional(),
      fieldKey: singleLineText(1000).optional(),
      direction: z.enum(["ASC", "DESC"]).optional(),
    })
    .nullish(),
  permissions: z.object({ insert: role, update: role, remove: role, read: role }).nullish(),
  fields: z
    .array(collectionFieldInput)
    .max(1000)
    .refine((fields) => new Set(fields.map(({ key }) => key)).size === fields.length, fieldRules.DIFFERENT_KEYS)
    .nullish(),
  plugins: z.array(plugin).max(100).nullish(),
  strict: z.boolean().nullish().describe("Whether items that violate the field definitions are rejected."),
  view: z
    .object({
      layout: z.enum(collectionLayouts).optional(),
      singularName: singleLineText(60).optional().describe("Name of one item, for actions such as “Add a recipe”."),
      fields: keys(100),
      listFields: keys(20),
      searchFields: keys(5),
      filterFields: keys(5),
    })
    .nullish()
    .describe("Display settings of the collection's page; fields are named by key."),
  revision: z
    .string()
    .regex(/^\d{1,15}$/, "must be a whole number, as text")
    .nullish(),
};
/** An id that may be part of a path: no slashes except between names, no dot segments. */
const newId = collectionId.regex(/^[A-Za-z0-9_][A-Za-z0-9_-]*(\/[A-Za-z0-9_][A-Za-z0-9_-]*)?$/, {
  error: "must be letters, digits, _ and -, with one / between at most",
});

export const createDataCollectionRequest = z.object({
  body: z.object({ collection: z.object({ ...input, id: newId }) }),
});
export const updateDataCollectionRequest = z.object({
  body: z.object({ collection: z.object({ ...input, id: collectionId }) }),
});
export const patchDataCollectionRequest = z.object({
  params: z.object({ dataCollectionId: collectionId }),
  body: z.object({ dataCollection: z.object(input) }),
});
export const listDataCollectionsRequest = z.object({
  query: z.object({
    paging: z
      .object({ limit: queryInteger(1, 1000).optional(), offset: queryInteger(0, 100_000).optional() })
      .optional(),
    sort: z
      .object({
        fieldName: z
          .enum(["id", "_id", "displayName", "createdDate", "_createdDate", "updatedDate", "_updatedDate"])
          .optional(),
        direction: z.enum(["ASC", "DESC"]).optional(),
        order: z.enum(["ASC", "DESC"]).optional(),
      })
      .optional(),
    consistentRead: queryBoolean.optional(),
    fields: queryList(z.string().max(128), 100).optional(),
  }),
});
export const getDataCollectionRequest = z.object({
  params: z.object({ dataCollectionId: collectionId }),
  query: z.object({
    consistentRead: queryBoolean.optional(),
    fields: queryList(z.string().max(1000), 100).optional(),
  }),
});
export const collectionByIdRequest = z.object({ params: z.object({ dataCollectionId: collectionId }) });
const pluginType = z.enum(pluginTypes);
export const addPluginRequest = z.object({ body: z.object({ dataCollectionId: collectionId, plugin }) });
export const deletePluginRequest = z.object({ body: z.object({ dataCollectionId: collectionId, pluginType }) });
export const namedPluginRequest = z.object({
  body: z.looseObject({ dataCollectionId: collectionId, publishOptions: publishOptions.nullish() }),
});
export const collectionFieldRequest = z.object({
  body: z.object({ dataCollectionId: collectionId, field: collectionFieldInput }),
});
export const patchCollectionFieldRequest = z.object({
  params: z.object({ dataCollectionId: collectionId }),
  body: z.object({ field: collectionFieldInput }),
});
export const deleteCollectionFieldRequest = z.object({
  body: z.object({ dataCollectionId: collectionId, fieldKey: z.string().min(1).max(1000) }),
});

const level = z.enum(permissionLevels).optional();
const access = z.enum(["UNSPECIFIED", "ALLOWED"]).optional();
const specialPermissions = z
  .object({
    userId: z.guid().optional(),
    policyId: singleLineText(256).min(1).optional(),
    itemRead: access,
    itemInsert: access,
    itemUpdate: access,
    itemRemove: access,
  })
  .describe("Either `userId`, a member, or `policyId`.");

export const collectionPermissionsRequest = z.object({ query: z.object({ dataCollectionId: collectionId }) });
export const updatePermissionsRequest = z.object({
  body: z.object({
    dataPermissions: z.object({
      id: collectionId,
      itemRead: level,
      itemInsert: level,
      itemUpdate: level,
      itemRemove: level,
    }),
  }),
});
export const addSpecialPermissionsRequest = z.object({
  body: z.object({ dataCollectionId: collectionId, specialPermissions }),
});
export const updateSpecialPermissionsRequest = z.object({
  params: z.object({ id: z.guid() }),
  body: z.object({ specialPermissions }),
});
export const specialPermissionsByIdRequest = z.object({ params: z.object({ id: z.guid() }) });
