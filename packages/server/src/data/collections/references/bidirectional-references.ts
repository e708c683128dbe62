import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import { fieldKey } from "@porchlight/contract/data/collections/schema";
import type { Transaction } from "kysely";
import { disableStatementTimeout } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import type { DataContext, DataTxContext } from "../../data-context.ts";
import { refusal } from "../../data-errors.ts";
import type { CollectionRow } from "../collection.ts";
import { changeCollection } from "../collections-store.ts";
import {
  type FieldAddress,
  lockRelatedCollections,
  mergeReferences,
  separateReferences,
} from "./bidirectional-store.ts";

interface Definition {
  id: string;
  fields: CollectionField[];
  isChanged: boolean;
}

/**
 * Creates the counterparts of a collection's bidirectional fields in other collections, and the reverse, and removes
 * those of deleted fields. Of two paired fields, the one that was created for the other is the mirror.
 *
 * @param change.previous The previous fields. Default: none, for a new or restored collection.
 * @param change.unpairs Whether a new field that cannot be paired becomes unidirectional instead of being rejected.
 * Existing fields always do: earlier versions ignored the name of the counterpart.
 * @returns The fields to store. @throws {Refusal} `FIELD_EXISTS` if the other collection has a different field with
 * this name.
 */
export async function pairFields(
  tx: Transaction<Tables>,
  context: Pick<DataContext, "site" | "now">,
  id: string,
  change: { previous?: readonly CollectionField[]; fields: readonly CollectionField[]; unpairs?: boolean },
): Promise<CollectionField[]> {
  const { previous = [], unpairs = false } = change;
  const own: Definition = {
    id,
    fields: change.fields.map((field) => withFormerMirror(field, previous)),
    isChanged: false,
  };
  const named = [...previous, ...own.fields].flatMap((field) => counterpartOf(field)?.collectionId ?? []);
  const rows = await lockRelatedCollections(tx, context.site.id, id, named);
  const related = rows.map((row) => ({
    row,
    id: row.id,
    fields: structuredClone(row.definition.fields ?? []),
    isChanged: false,
  }));
  const definitions = new Map<string, Definition>([own, ...related].map((one) => [one.id, one]));
  const separated: FieldAddress[] = [];
  const joined = new Map<string, [holder: FieldAddress, mirror: FieldAddress]>();

  for (const field of previous) separate(field);
  for (const field of [...own.fields]) join(own, field);
  for (const other of related)
    for (const field of other.fields) if (counterpartOf(field)?.collectionId === id) join(other, field);

  for (const { row, fields, isChanged } of related) {
    const definition = JSON.stringify({ ...row.definition, fields });
    if (isChanged) await changeCollection(tx, row, { definition, updated_at: context.now() });
  }
  if (separated.length + joined.size > 0) await disableStatementTimeout(tx);
  for (const holder of separated) await separateReferences(tx, context.site.id, holder);
  for (const [holder, mirror] of joined.values()) await mergeReferences(tx, context.site.id, holder, mirror);
  return own.fields;

  /** A pair is hidden if either field is, unless this change shows the previously hidden pair again. */
  function syncHidden(of: Definition, field: CollectionField, other: Definition, partner: CollectionField): void {
    const [mine, theirs] = of === own ? [field, partner] : [partner, field];
    const counterpart = { collectionId: (of === own ? other : of).id, key: theirs.key };
    const existed = previous.some((one) => one.key === mine.key && isSame(counterpartOf(one), counterpart));
    const isShown = existed && other !== of && mine.hidden === false;
    const hides = mine.hidden === true || (theirs.hidden === true && !isShown);
    for (const one of [mine, theirs]) if ((one.hidden === true) !== hides) one.hidden = hides;
  }

  /** Removes or unpairs the counterpart of a field that is deleted or has another counterpart now. */
  function separate(field: CollectionField): void {
    const to = counterpartOf(field);
    if (!to || isSame(counterpartOf(fieldIn(own, field.key)), to)) return;
    const other = definitions.get(to.collectionId);
    const partner = other && fieldIn(other, to.key);
    const here = { collectionId: id, key: field.key };
    if (!other || !partner || !isSame(counterpartOf(partner), here)) return;
    other.isChanged = true;
    separated.push(isMirror(partner) ? here : to);
    if (isMirror(partner)) other.fields = other.fields.filter((one) => one !== partner);
    else unpair(partner);
  }

  function join(of: Definition, field: CollectionField): void {
    const to = counterpartOf(field);
    const other = to && definitions.get(to.collectionId);
    if (!other) return;
    const here = { collectionId: of.id, key: field.key };
    const found = fieldIn(other, to.key);
    if (found && (found === field || !canBeCounterpart(found, here))) {
      const address = `${to.collectionId}.${to.key}`;
      const existed = of === own ? wasPaired(field, to) : previous.some(({ key }) => key === to.key);
      if (!unpairs && !existed) {
        throw refusal("FIELD_EXISTS", `[${address}] cannot be the counterpart of [${of.id}.${field.key}].`, {
          collectionId: to.collectionId,
          fieldKey: to.key,
        });
      }
      unpair(field);
      of.isChanged = true;
      return;
    }
    const before = JSON.stringify([field, found]);
    const partner = found ?? createMirror(of.id, field, to.key);
    if (!found) other.fields.push(partner);
    metaOf(partner)!.referencingFieldKey = field.key;
    // The stored field of the other collection decides which of the two is the mirror.
    const [decisive, dependent] = found && of === own && other !== own ? [found, field] : [field, partner];
    setMirror(dependent, !isMirror(decisive));
    syncHidden(of, field, other, partner);
    if ((of !== own || wasPaired(field, to)) && JSON.stringify([field, partner]) === before) return;
    other.isChanged = true;
    of.isChanged = true;
    const [holder, mirror] = isMirror(field) ? [to, here] : [here, to];
    joined.set(JSON.stringify(holder), [holder, mirror]);
  }

  function wasPaired({ key }: CollectionField, to: FieldAddress): boolean {
    return previous.some((one) => one.key === key && isSame(counterpartOf(one), to));
  }
}

/**
 * Pairs the fields of a new or restored collection. @param options As in {@link pairFields}. @throws {Refusal}
 * `FIELD_EXISTS`.
 */
export async function withPairs(
  tx: Transaction<Tables>,
  context: DataTxContext,
  row: CollectionRow,
  options: { unpairs?: boolean } = {},
): Promise<CollectionRow> {
  const unpaired = row.definition.fields ?? [];
  const fields = await pairFields(tx, context, row.id, { fields: unpaired, ...options });
  if (JSON.stringify(fields) === JSON.stringify(unpaired)) return row;
  const definition = JSON.stringify({ ...row.definition, fields });
  return changeCollection(tx, row, { definition, updated_at: row.updated_at });
}

/** Whether the field was created as the counterpart of another one, whose references it shows in reverse. */
export const isMirror = (field: CollectionField): boolean => metaOf(field)?.mirror === true;

/** A defined field with the stored counterpart, unless it names another one. */
export function withExistingPair(defined: CollectionField, stored: CollectionField | undefined): CollectionField {
  const [meta, storedMeta] = [metaOf(defined), stored && metaOf(stored)];
  if (!meta || storedMeta?.referencedCollectionId !== meta.referencedCollectionId) return defined;
  const { referencingFieldKey, mirror } = storedMeta;
  if (!referencingFieldKey || (meta.referencingFieldKey ?? referencingFieldKey) !== referencingFieldKey) return defined;
  const { mirror: _mirror, ...rest } = meta;
  const multiReference = { ...rest, referencingFieldKey, ...(mirror && { mirror }) };
  return { ...defined, typeMetadata: { ...defined.typeMetadata, multiReference } };
}

const metaOf = ({ type, typeMetadata }: CollectionField) =>
  type === "MULTI_REFERENCE" ? typeMetadata?.multiReference : undefined;

/** The counterpart that a field names. */
function counterpartOf(field: CollectionField | undefined): FieldAddress | undefined {
  const meta = field && metaOf(field);
  return meta && fieldKey.safeParse(meta.referencingFieldKey).success
    ? { collectionId: meta.referencedCollectionId, key: meta.referencingFieldKey! }
    : undefined;
}

const fieldIn = ({ fields }: Definition, key: string) => fields.find((field) => field.key === key);

const isSame = (left: FieldAddress | undefined, right: FieldAddress): boolean =>
  left?.collectionId === right.collectionId && left.key === right.key;

const canBeCounterpart = (field: CollectionField, of: FieldAddress): boolean =>
  metaOf(field)?.referencedCollectionId === of.collectionId &&
  (counterpartOf(field) === undefined || isSame(counterpartOf(field), of));

/** A copy that stays the mirror if it was, unless the input says otherwise. */
function withFormerMirror(input: CollectionField, previous: readonly CollectionField[]): CollectionField {
  const field = structuredClone(input);
  const to = counterpartOf(field);
  if (!to || metaOf(field)?.mirror != null) return field;
  const was = previous.find(({ key }) => key === field.key);
  if (was && isMirror(was) && isSame(counterpartOf(was), to)) setMirror(field, true);
  return field;
}

function createMirror(
  collectionId: string,
  { key: fieldKey, displayName, typeMetadata }: CollectionField,
  key: string,
) {
  const field: CollectionField = {
    key,
    displayName: typeMetadata?.multiReference?.referencingDisplayName ?? key,
    type: "MULTI_REFERENCE",
    typeMetadata: {
      multiReference: {
        referencedCollectionId: collectionId,
        referencingFieldKey: fieldKey,
        ...(displayName && { referencingDisplayName: displayName }),
      },
    },
  };
  return field;
}

function setMirror(field: CollectionField, is: boolean): void {
  const meta = metaOf(field)!;
  if (is) meta.mirror = true;
  else delete meta.mirror;
}

/** Makes a field unidirectional; its references stay. */
function unpair(field: CollectionField): void {
  const meta = metaOf(field)!;
  delete meta.referencingFieldKey;
  delete meta.referencingDisplayName;
  delete meta.mirror;
}
