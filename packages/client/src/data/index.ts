export type {
  CollectionField,
  MyPermissionsResponse,
  SpecialPermission,
} from "@porchlight/contract/data/collections/collection";
export type { FieldType, PermissionLevel } from "@porchlight/contract/data/collections/collection-values";
export type { Environment, FieldAction } from "@porchlight/contract/data/items/item-values";
export {
  type ChangedCollection,
  type CollectionPermissionLevels,
  type CollectionView,
  collections,
  collectionViews,
  type DataCollection,
  type DataCollectionInput,
  dataPermissions,
  type GetDataCollectionOptions,
  type ListDataCollectionsOptions,
  type ViewField,
} from "./collections/collections.ts";
export {
  type CollectionDefinitions,
  defineCollections,
  type FieldDefinition,
  type ItemOf,
} from "./collections/define-collections.ts";
export {
  type DataHook,
  type DataHookUrl,
  type DataIndex,
  dataHooks,
  dataIndexes,
  type IndexField,
} from "./collections/indexes-and-hooks.ts";
export type { Items } from "./items/item-calls.ts";
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
} from "./items/item-types.ts";
export { items } from "./items/items.ts";
export type * from "./items/registered-collections.ts";
export type {
  DataJobNote,
  ExportOptions,
  ImportOptions,
  ItemFileCalls,
  ItemFileJob,
} from "./jobs/item-file-types.ts";
export { filterModel, sortModel } from "./query/filter-model.ts";
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
  FilterInput,
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
  SearchDetails,
  UpdateOptions,
  WriteOptions,
} from "./query/query-types.ts";
