import type { SpecialPermission } from "@porchlight/contract/data/collections/collection";
import type { PermissionLevel } from "@porchlight/contract/data/collections/collection-values";
import type { DataHook } from "@porchlight/contract/data/hooks/data-hook";
import type { DataJobKind, ExportOptions, ImportOptions } from "@porchlight/contract/data/import-export/data-job";
import type { DataIndex, DataIndexStatus, IndexField } from "@porchlight/contract/data/indexes/data-index";
import type { FieldModification } from "@porchlight/contract/data/items/item";
import type { DataJobStatus } from "@porchlight/contract/data/items/item-values";
import type { ColumnType, Generated } from "kysely";
import type { Caller } from "../../context/caller.ts";
import type { CollectionDefinition, FileLayout, Json, Nullable } from "./column-types.ts";

/** Tables of collections, items and their jobs. */
export interface DataTables {
  data_collections: {
    site_id: string;
    id: string;
    display_name: Nullable<string>;
    display_field: Nullable<string>;
    definition: Json<CollectionDefinition>;
    read_level: PermissionLevel;
    insert_level: PermissionLevel;
    update_level: PermissionLevel;
    remove_level: PermissionLevel;
    special_permissions: ColumnType<(SpecialPermission & { id: string })[], string | undefined, string>;
    strict: Generated<boolean>;
    revision: Generated<number>;
    created_at: Date;
    updated_at: Date;
    deleted_at: Nullable<Date>;
  };
  data_items: {
    site_id: string;
    collection_id: string;
    id: string;
    owner_id: string;
    created_at: Date;
    updated_at: Date;
    data: Json<Record<string, unknown>>;
    published: Generated<boolean>;
    draft: Nullable<Json<Record<string, unknown>>>;
  };
  data_jobs: {
    site_id: string;
    id: string;
    collection_id: string;
    caller: Json<Caller>;
    caller_key: string;
    filter: Json<object>;
    modifications: Nullable<Json<FieldModification[]>>;
    status: "INITIALIZED" | "PROCESSING" | "SUCCEEDED" | "FAILED";
    after_id: Generated<string>;
    success_count: Generated<number>;
    created_at: Date;
    updated_at: Date;
    suppress_hooks: Generated<boolean>;
    collection_created_at: Nullable<Date>;
  };
  data_hooks: {
    site_id: string;
    id: string;
    collection_id: string;
    url: string;
    hooks: DataHook[];
    secret: Buffer;
    created_at: Date;
  };
  data_indexes: {
    site_id: string;
    collection_id: string;
    name: string;
    fields: Json<IndexField[]>;
    kind: "ORDER" | "LIST";
    status: DataIndexStatus;
    failure: Nullable<Json<NonNullable<DataIndex["failure"]>>>;
    relation: string;
    created_at: Date;
    updated_at: Date;
  };
  data_slow_queries: {
    site_id: string;
    collection_id: string;
    shape: string;
    count: Generated<number>;
    slowest_ms: number;
    last_at: Date;
  };
  data_transfers: {
    site_id: string;
    id: string;
    kind: DataJobKind;
    collection_id: string;
    caller: Json<Caller>;
    caller_key: string;
    public: boolean;
    status: Generated<DataJobStatus>;
    options: Json<ImportOptions & Partial<ExportOptions>>;
    layout: Nullable<Json<FileLayout>>;
    upload_token: Nullable<string>;
    bytes: Nullable<number>;
    digest: Nullable<string>;
    chunks: Generated<number>;
    byte_offset: Generated<number>;
    line: Generated<number>;
    after_id: Generated<string>;
    rows: Generated<number>;
    total: Nullable<number>;
    inserted: Generated<number>;
    updated: Generated<number>;
    skipped: Generated<number>;
    refused: Generated<number>;
    notes: Generated<number>;
    access: Nullable<"all" | "own">;
    reason: Nullable<string>;
    failed_line: Nullable<number>;
    created_at: Date;
    updated_at: Date;
    finished_at: Nullable<Date>;
  };
  data_transfer_chunks: {
    site_id: string;
    transfer_id: string;
    number: number;
    bytes: Buffer;
  };
  data_transfer_notes: {
    site_id: string;
    transfer_id: string;
    place: number;
    row_number: number;
    line: number;
    item_id: Nullable<string>;
    field: Nullable<string>;
    reason: string;
  };
  data_references: {
    site_id: string;
    collection_id: string;
    field: string;
    item_id: string;
    referenced_id: string;
    referenced_collection_id: Nullable<string>;
    added_at: Date;
    place: number;
  };
}
