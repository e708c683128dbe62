import type {
  CollectionField,
  CollectionPermissions,
  DataCollection,
  SpecialPermission,
} from "@porchlight/contract/data/collection";
import {
  type CollectionRole,
  dataOperations,
  type FieldType,
  type PermissionLevel,
  type QueryOperator,
} from "@porchlight/contract/data/collection-values";
import { maximumPageSize } from "@porchlight/contract/limits";
import type { Selectable } from "kysely";
import type { Tables } from "../db/tables.ts";
import type { Caller } from "../deps.ts";
import type { ItemAction } from "./access.ts";
import { rowSeenBy } from "./hidden-fields.ts";

/** A collection as its items are asked for by one caller. */
export interface Collection {
  id: string;
  levels: Record<ItemAction, PermissionLevel>;
  /** Members who may do it with all items, whatever their level. */
  allowed: Record<ItemAction, ReadonlySet<string>>;
  fields: ReadonlyMap<string, CollectionField>;
  /** Fields that are hidden from the caller, and none of `fields`: what items hold in them is not there for the caller. */
  hidden: ReadonlyMap<string, CollectionField>;
  /** Fields that do not change, or that only the owner sets. */
  fixed: readonly CollectionField[];
  strict: boolean;
  /** Whether new items are for everybody at once. */
  publishes: boolean;
  /** Fields that indexes serve, as far as this process knows: what a condition says beside, never what it means. */
  indexed: { order: ReadonlySet<string>; list: ReadonlySet<string> };
  /** It is another one after each change, and for another collection of the same id. */
  version: string;
  /** Without what is hidden. */
  row: CollectionRow;
}

export type CollectionRow = Selectable<Tables["data_collections"]> & {
  /** Of those that are active; told where items are asked for. */
  indexes?: Pick<Selectable<Tables["data_indexes"]>, "kind" | "fields">[];
};

const flags = { read: "itemRead", insert: "itemInsert", update: "itemUpdate", remove: "itemRemove" } as const;

export function toCollection(whole: CollectionRow, caller: Caller): Collection {
  const { row, hidden } = rowSeenBy(whole, caller);
  const allowedFor = (action: ItemAction) =>
    new Set(
      row.special_permissions.flatMap((special: SpecialPermission) =>
        special[flags[action]] === "ALLOWED" && special.userId !== undefined ? [special.userId] : [],
      ),
    );
  return {
    id: row.id,
    levels: {
      read: row.read_level,
      insert: row.insert_level,
      update: row.update_level,
      remove: row.remove_level,
    },
    allowed: {
      read: allowedFor("read"),
      insert: allowedFor("insert"),
      update: allowedFor("update"),
      remove: allowedFor("remove"),
    },
    fields: new Map((row.definition.fields ?? []).map((field) => [field.key, field])),
    hidden,
    fixed: (row.definition.fields ?? []).filter(({ immutable, readOnly }) => immutable === true || readOnly === true),
    strict: row.strict,
    indexed: { order: pathsOf(row, "ORDER"), list: pathsOf(row, "LIST") },
    publishes: !(row.definition.plugins ?? []).some(
      ({ type, publishOptions }) => type === "PUBLISH" && publishOptions?.defaultStatus === "DRAFT",
    ),
    version: `${row.created_at.getTime()}.${row.revision}`,
    row,
  };
}

const pathsOf = ({ indexes = [] }: CollectionRow, kind: "ORDER" | "LIST"): ReadonlySet<string> =>
  new Set(indexes.flatMap((index) => (index.kind === kind ? index.fields.map(({ path }) => path) : [])));

/** Indexes that one collection may have. */
export const indexLimits = { regular: 5, unique: 3, total: 8 } as const;

const levelOfRole: Record<CollectionRole, PermissionLevel> = {
  ANYONE: "ANYONE",
  SITE_MEMBER: "SITE_MEMBER",
  SITE_MEMBER_AUTHOR: "SITE_MEMBER_AUTHOR",
  ADMIN: "CMS_EDITOR",
};
/** The coarse view has no word for PRIVILEGED: the narrowest that it has. */
const roleOfLevel: Record<PermissionLevel, CollectionRole> = {
  ANYONE: "ANYONE",
  SITE_MEMBER: "SITE_MEMBER",
  SITE_MEMBER_AUTHOR: "SITE_MEMBER_AUTHOR",
  CMS_EDITOR: "ADMIN",
  PRIVILEGED: "ADMIN",
};

/** Columns for roles that were given; those that say what the level says already leave it as it is. */
export function levelColumns(roles: Partial<CollectionPermissions>, former?: Collection) {
  const levelOf = (action: ItemAction): PermissionLevel => {
    const role = roles[action];
    const level = former?.levels[action] ?? "PRIVILEGED";
    return role === undefined || (former && roleOfLevel[level] === role) ? level : levelOfRole[role];
  };
  return {
    read_level: levelOf("read"),
    insert_level: levelOf("insert"),
    update_level: levelOf("update"),
    remove_level: levelOf("remove"),
  };
}

const textual = new Set<FieldType>(["TEXT", "URL", "RICH_TEXT", "SLUG", "EMAIL", "REFERENCE", "LANGUAGE"]);
export const listTypes: ReadonlySet<FieldType> = new Set(["ARRAY", "ARRAY_STRING", "MULTI_REFERENCE"]);
const compared: QueryOperator[] = ["EQ", "NE", "LT", "LTE", "GT", "GTE", "HAS_SOME", "EXISTS"];

function capabilitiesOf(type: FieldType = "ANY") {
  if (listTypes.has(type))
    return { sortable: false, queryOperators: ["EQ", "NE", "HAS_SOME", "HAS_ALL", "EXISTS"] as const };
  const textOperators: QueryOperator[] =
    textual.has(type) || type === "ANY" ? ["STARTS_WITH", "ENDS_WITH", "CONTAINS"] : [];
  return { sortable: true, queryOperators: [...compared, ...textOperators] };
}

const systemFields: CollectionField[] = [
  { key: "_id", displayName: "ID", type: "TEXT" },
  { key: "_createdDate", displayName: "Created", type: "DATETIME" },
  { key: "_updatedDate", displayName: "Updated", type: "DATETIME" },
  { key: "_owner", displayName: "Owner", type: "TEXT" },
].map((field) => ({ ...field, systemField: true }) as CollectionField);

/** The collection on the wire. Source: recordings, collections.json. */
export function toDataCollection(row: CollectionRow): DataCollection {
  const { fields = [], plugins = [], defaultDisplayOrder, view } = row.definition;
  return {
    id: row.id,
    collectionType: "NATIVE",
    displayName: row.display_name,
    displayField: row.display_field,
    ...(defaultDisplayOrder && { defaultDisplayOrder }),
    maxPageSize: maximumPageSize,
    permissions: {
      insert: roleOfLevel[row.insert_level],
      update: roleOfLevel[row.update_level],
      remove: roleOfLevel[row.remove_level],
      read: roleOfLevel[row.read_level],
    },
    fields: [...fields.map((field) => ({ ...field, systemField: false })), ...systemFields].map((field) => ({
      ...field,
      capabilities: { ...capabilitiesOf(field.type), queryOperators: [...capabilitiesOf(field.type).queryOperators] },
    })),
    plugins,
    pagingModes: ["OFFSET", "CURSOR"],
    capabilities: {
      dataOperations: [...dataOperations],
      collectionOperations: ["UPDATE", "REMOVE"],
      indexLimits,
    },
    strict: row.strict,
    ...(view && { view }),
    revision: String(row.revision),
    createdDate: row.created_at.toISOString(),
    updatedDate: row.updated_at.toISOString(),
  };
}
