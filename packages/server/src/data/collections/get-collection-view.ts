import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import type { FieldType, ItemAccess } from "@porchlight/contract/data/collections/collection-values";
import type {
  CollectionView,
  CollectionViewResponse,
  ViewField,
} from "@porchlight/contract/data/collections/collection-view";
import type { collectionByIdRequest } from "@porchlight/contract/data/collections/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { isEditor } from "../../platform/identity/require-editor.ts";
import type { DataContext } from "../data-context.ts";
import { type FieldTypeView, handlerOf } from "../field-types/field-types.ts";
import { accessTo, ownerIdOf, requireAccess } from "../permissions/access.ts";
import type { Collection, ItemAction } from "./collection.ts";
import { findCollectionsById } from "./collections-store.ts";
import { requireCollection } from "./load-collection.ts";
import { toCollection } from "./to-collection.ts";

const defaultColumnCount = 6;
const defaultSearchFieldCount = 5;

/**
 * What a page of the collection needs: visible fields and the caller's own access, without storage details or
 * permissions.
 *
 * @throws {Refusal} `WDE0025`; `WDE0027` if the caller may read none of its items.
 */
export async function getCollectionView(
  context: DataContext,
  { caller }: Requester,
  { params }: z.output<typeof collectionByIdRequest>,
): Promise<CollectionViewResponse> {
  const collection = await requireCollection(context, caller, params.dataCollectionId);
  requireAccess(collection, caller, "read");
  const visible = visibleFields(collection);
  const targetIds = [...new Set(visible.flatMap((field) => targetOf(field) ?? []))];
  const rows = await findCollectionsById(context.db, context.site.id, targetIds);
  const others = rows.map((row) => toCollection(row, caller));
  const targets = new Map(
    others
      .filter((target) => accessTo(target, caller, "read") !== "none")
      .map((target) => [target.id, displayFieldOf(target, visibleFields(target))]),
  );
  const fields = visible.map((field) =>
    isReadOnlyMirror(field, others, caller) ? { ...field, readOnly: true } : field,
  );
  return { view: toView(context, caller, collection, fields, targets) };
}

/** Whether a field mirrors a field of another collection that the caller cannot change. */
function isReadOnlyMirror(field: CollectionField, others: readonly Collection[], caller: Caller): boolean {
  const { mirror, referencedCollectionId, referencingFieldKey } = field.typeMetadata?.multiReference ?? {};
  if (field.type !== "MULTI_REFERENCE" || mirror !== true) return false;
  const holder = others.find(({ id }) => id === referencedCollectionId);
  if (!holder || accessTo(holder, caller, "update") === "none") return true;
  return holder.fields.get(referencingFieldKey ?? "")?.readOnly === true;
}

function toView(
  context: DataContext,
  caller: Caller,
  collection: Collection,
  visible: readonly CollectionField[],
  targets: ReadonlyMap<string, string | null>,
): CollectionView {
  const { id, row } = collection;
  const { view: settings = {}, defaultDisplayOrder } = row.definition;
  const byKey = new Map(visible.map((field) => [field.key, field]));
  const displayField = displayFieldOf(collection, visible);
  /** The configured keys, or the defaults, limited to fields of supported types. */
  const keysOf = (
    configured: readonly string[] | undefined,
    defaults: () => readonly string[],
    isSupported: (view: FieldTypeView) => boolean = () => true,
  ) =>
    [...new Set(configured ?? defaults())].filter((key) => {
      const field = byKey.get(key);
      return field && isSupported(handlerOf(field).view);
    });
  const listFields = keysOf(settings.listFields, () => {
    const others = visible.filter((field) => field.key !== displayField && handlerOf(field).view.isCompact);
    return [...(displayField === null ? [] : [displayField]), ...others.map(({ key }) => key)].slice(
      0,
      defaultColumnCount,
    );
  });
  const access = (action: ItemAction) => accessTo(collection, caller, action).toUpperCase() as ItemAccess;
  const allowed = { insert: access("insert"), update: access("update"), remove: access("remove") };
  return {
    id,
    displayName: row.display_name || id,
    displayField,
    layout:
      settings.layout ?? (listFields.some((key) => handlerOf(byKey.get(key)!).view.isPicture) ? "CARDS" : "TABLE"),
    ...(settings.singularName?.trim() && { singularName: settings.singularName.trim() }),
    fields: visible.map((field) => toViewField(field, targets)),
    listFields,
    searchFields: keysOf(
      settings.searchFields,
      () => listFields,
      ({ isSearchable }) => isSearchable,
    ).slice(0, defaultSearchFieldCount),
    filterFields: keysOf(
      settings.filterFields,
      () => visible.filter((field) => handlerOf(field).view.isDefaultFilter).map(({ key }) => key),
      ({ isFilterable }) => isFilterable,
    ),
    ...(defaultDisplayOrder && { defaultDisplayOrder }),
    access: allowed,
    ...(Object.values(allowed).includes("OWN") && { ownerId: ownerIdOf(context, caller) }),
    ...(context.codeCollections.has(id) && isEditor(caller) && { definedInCode: true }),
  };
}

function visibleFields({ fields, row }: Collection): CollectionField[] {
  const keys = row.definition.view?.fields ?? [...fields.keys()];
  return [...new Set(keys)].flatMap((key) => {
    const field = fields.get(key);
    return field ? [field] : [];
  });
}

function displayFieldOf({ row }: Collection, visible: readonly CollectionField[]): string | null {
  const named =
    visible.find(({ key }) => key === row.display_field) ?? visible.find((field) => typeOf(field) === "TEXT");
  return named?.key ?? null;
}

function toViewField(field: CollectionField, targets: ReadonlyMap<string, string | null>): ViewField {
  const { key, displayName, description, numberRange, stringLengthRange, arraySizeRange, readOnly, immutable } = field;
  const target = targetOf(field);
  const displayField = target === undefined ? undefined : targets.get(target);
  return {
    key,
    displayName: displayName || key,
    type: typeOf(field),
    required: field.required === true,
    readOnly: readOnly === true,
    immutable: immutable === true,
    ...(description && { description }),
    ...(numberRange && { numberRange }),
    ...(stringLengthRange && { stringLengthRange }),
    ...(arraySizeRange && { arraySizeRange }),
    ...(target !== undefined && displayField !== undefined && { reference: { collectionId: target, displayField } }),
  };
}

const typeOf = ({ type = "ANY" }: CollectionField): FieldType => type;
const targetOf = ({ typeMetadata }: CollectionField): string | undefined =>
  (typeMetadata?.reference ?? typeMetadata?.multiReference)?.referencedCollectionId;
