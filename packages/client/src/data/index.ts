export type { CollectionField, MyPermissionsAnswer, SpecialPermission } from "@porchlight/contract/data/collections/collection";
export type { FieldType, PermissionLevel } from "@porchlight/contract/data/collections/collection-values";
export type { Environment, FieldAction } from "@porchlight/contract/data/items/item-values";
export { type CollectionView, collectionViews, type ViewField } from "./collection-views.ts";
export {
  type ChangedCollection,
  type CollectionPermissionLevels,
  collections,
  type DataCollection,
  type DataCollectionInput,
  dataPermissions,
  type GetDataCollectionOptions,
  type ListDataCollectionsOptions,
} from "./collections.ts";
export {
  type CollectionDefinitions,
  defineCollections,
  type FieldDefinition,
  type ItemOf,
} from "./define-collections.ts";
export { filterModel, sortModel } from "./filter-model.ts";
export type { Items } from "./item-calls.ts";
export type {
  ExportOptions,
  ImportOptions,
  ItemFileCalls,
  ItemFileJob,
  TransferNote,
} from "./item-file-types.ts";
export type {
  AnyFilter,
  CollectionName,
  Conditions,
  DataItem,
  FieldName,
  ItemFilter,
  ItemInput,
  ItemPage,
  ItemUpdate,
  Operand,
  Ordering,
  Reference,
  SystemFields,
} from "./item-types.ts";
export { items } from "./items.ts";
export type {
  AggregationPipeline,
  AggregationRow,
  BulkError,
  BulkInsertOptions,
  BulkResult,
  CountObject,
  DataJob,
  DistinctObject,
  FieldChange,
  FindOptions,
  GetOptions,
  IncludedReference,
  InsertOptions,
  ItemAggregation,
  ItemOptions,
  ItemOrId,
  ItemPatch,
  ItemQuery,
  ItemQueryObject,
  ItemSearch,
  ItemSearchObject,
  LiveChange,
  QueryOptions,
  QueryResult,
  ReadOptions,
  ReferencedItem,
  ReferencedItemsOptions,
  ReferencedOptions,
  Relationship,
  SearchedFor,
  UpdateOptions,
  WriteOptions,
} from "./query-types.ts";
