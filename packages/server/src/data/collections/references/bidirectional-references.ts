import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import { fieldKey } from "@porchlight/contract/data/collections/schema";
import type { Transaction } from "kysely";
import { disableStatementTimeout } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import type { DataContext, DataTxContext } from "../../data-context.ts";
import { refusal } from "../../data-errors.ts";
import type { CollectionRow } from "../collection.ts";
import { changeCollection } from "../collections-store.ts";
import { type FieldAddress, joinReferences, lockCollectionsBeside, partReferences } from "./bidirectional-store.ts";

interface Definition {
  id: string;
  fields: CollectionField[];
  isChanged: boolean;
}

/**
 * Makes the fields that a collection's fields name as their other sides in other collections, and its own that those name; takes away
 * those whose field has gone. Of two such fields one is the mirror: the one that was made for the other.
 *
 * @param wish.former Fields that the collection had; none where it is new, or was not there for a while.
 * @param wish.parts Whether a field whose other side cannot be made loses it, instead of being refused. One that was there before always does:
 *   such names once meant nothing.
 * @returns The fields that it is to have. @throws {Refusal} `FIELD_EXISTS` where the other collection has another field of this name.
 */
export async function pairFields(
  tx: Transaction<Tables>,
  context: Pick<DataContext, "site" | "now">,
  id: string,
  wish: { former?: readonly CollectionField[]; given: readonly CollectionField[]; parts?: boolean },
): Promise<CollectionField[]> {
  const { former = [], parts = false } = wish;
  const own: Definition = { id, fields: wish.given.map((field) => asItWas(field, former)), isChanged: false };
  const named = [...former, ...own.fields].flatMap((field) => otherSideOf(field)?.collectionId ?? []);
  const rows = await lockCollectionsBeside(tx, context.site.id, id, named);
  const beside = rows.map((row) => ({
    row,
    id: row.id,
    fields: structuredClone(row.definition.fields ?? []),
    isChanged: false,
  }));
  const definitions = new Map<string, Definition>([own, ...beside].map((one) => [one.id, one]));
  const parted: FieldAddress[] = [];
  const joined = new Map<string, [holder: FieldAddress, mirror: FieldAddress]>();

  for (const field of former) part(field);
  for (const field of [...own.fields]) join(own, field);
  for (const other of beside)
    for (const field of other.fields) if (otherSideOf(field)?.collectionId === id) join(other, field);

  for (const { row, fields, isChanged } of beside) {
    const definition = JSON.stringify({ ...row.definition, fields });
    if (isChanged) await changeCollection(tx, row, { definition, updated_at: context.now() });
  }
  if (parted.length + joined.size > 0) await disableStatementTimeout(tx);
  for (const holder of parted) await partReferences(tx, context.site.id, holder);
  for (const [holder, mirror] of joined.values()) await joinReferences(tx, context.site.id, holder, mirror);
  return own.fields;

  /** What one side shows the other has as well: where one is hidden, both are. They are shown again from the side that says so. */
  function hideAlike(of: Definition, field: CollectionField, other: Definition, partner: CollectionField): void {
    const [mine, theirs] = of === own ? [field, partner] : [partner, field];
    const away = { collectionId: (of === own ? other : of).id, key: theirs.key };
    const isKnown = former.some((one) => one.key === mine.key && isSame(otherSideOf(one), away));
    const isShown = isKnown && other !== of && mine.hidden === false;
    const hides = mine.hidden === true || (theirs.hidden === true && !isShown);
    for (const one of [mine, theirs]) if ((one.hidden === true) !== hides) one.hidden = hides;
  }

  /** What is left at the other side of a field that is there no more, or refers to something else. */
  function part(field: CollectionField): void {
    const to = otherSideOf(field);
    if (!to || isSame(otherSideOf(fieldIn(own, field.key)), to)) return;
    const other = definitions.get(to.collectionId);
    const partner = other && fieldIn(other, to.key);
    const here = { collectionId: id, key: field.key };
    if (!other || !partner || !isSame(otherSideOf(partner), here)) return;
    other.isChanged = true;
    parted.push(isMirror(partner) ? here : to);
    if (isMirror(partner)) other.fields = other.fields.filter((one) => one !== partner);
    else leaveAlone(partner);
  }

  function join(of: Definition, field: CollectionField): void {
    const to = otherSideOf(field);
    const other = to && definitions.get(to.collectionId);
    if (!other) return;
    const here = { collectionId: of.id, key: field.key };
    const found = fieldIn(other, to.key);
    if (found && (found === field || !mayBeOtherSide(found, here))) {
      const address = `${to.collectionId}.${to.key}`;
      const wasSo = of === own ? wasNamed(field, to) : former.some(({ key }) => key === to.key);
      if (!parts && !wasSo) {
        throw refusal("FIELD_EXISTS", `[${address}] cannot be the other side of [${of.id}.${field.key}].`, {
          collectionId: to.collectionId,
          fieldKey: to.key,
        });
      }
      leaveAlone(field);
      of.isChanged = true;
      return;
    }
    const before = JSON.stringify([field, found]);
    const partner = found ?? madeFor(of.id, field, to.key);
    if (!found) other.fields.push(partner);
    metaOf(partner)!.referencingFieldKey = field.key;
    // What another collection says of both has been settled before.
    const [settled, open] = found && of === own && other !== own ? [found, field] : [field, partner];
    setMirror(open, !isMirror(settled));
    hideAlike(of, field, other, partner);
    if ((of !== own || wasNamed(field, to)) && JSON.stringify([field, partner]) === before) return;
    other.isChanged = true;
    of.isChanged = true;
    const [holder, mirror] = isMirror(field) ? [to, here] : [here, to];
    joined.set(JSON.stringify(holder), [holder, mirror]);
  }

  function wasNamed({ key }: CollectionField, to: FieldAddress): boolean {
    return former.some((one) => one.key === key && isSame(otherSideOf(one), to));
  }
}

/**
 * A collection that is made or restored, with its fields paired as {@link pairFields} says.
 *
 * @param options.parts As there. @throws {Refusal} `FIELD_EXISTS`.
 */
export async function withPairs(
  tx: Transaction<Tables>,
  context: DataTxContext,
  row: CollectionRow,
  options: { parts?: boolean } = {},
): Promise<CollectionRow> {
  const given = row.definition.fields ?? [];
  const fields = await pairFields(tx, context, row.id, { given, ...options });
  if (JSON.stringify(fields) === JSON.stringify(given)) return row;
  const definition = JSON.stringify({ ...row.definition, fields });
  return changeCollection(tx, row, { definition, updated_at: row.updated_at });
}

/** Whether the field was made for another one, whose references it shows from the other side. */
export const isMirror = (field: CollectionField): boolean => metaOf(field)?.mirror === true;

/** A definition's field with what is settled about its other side, as far as it says nothing else of that. */
export function asSettled(given: CollectionField, held: CollectionField | undefined): CollectionField {
  const [said, known] = [metaOf(given), held && metaOf(held)];
  if (!said || known?.referencedCollectionId !== said.referencedCollectionId) return given;
  const { referencingFieldKey, mirror } = known;
  if (!referencingFieldKey || (said.referencingFieldKey ?? referencingFieldKey) !== referencingFieldKey) return given;
  const { mirror: _said, ...more } = said;
  const multiReference = { ...more, referencingFieldKey, ...(mirror && { mirror }) };
  return { ...given, typeMetadata: { ...given.typeMetadata, multiReference } };
}

const metaOf = ({ type, typeMetadata }: CollectionField) =>
  type === "MULTI_REFERENCE" ? typeMetadata?.multiReference : undefined;

/** The field that a field names as its other side. */
function otherSideOf(field: CollectionField | undefined): FieldAddress | undefined {
  const meta = field && metaOf(field);
  return meta && fieldKey.safeParse(meta.referencingFieldKey).success
    ? { collectionId: meta.referencedCollectionId, key: meta.referencingFieldKey! }
    : undefined;
}

const fieldIn = ({ fields }: Definition, key: string) => fields.find((field) => field.key === key);

const isSame = (left: FieldAddress | undefined, right: FieldAddress): boolean =>
  left?.collectionId === right.collectionId && left.key === right.key;

const mayBeOtherSide = (field: CollectionField, of: FieldAddress): boolean =>
  metaOf(field)?.referencedCollectionId === of.collectionId &&
  (otherSideOf(field) === undefined || isSame(otherSideOf(field), of));

/** A copy, which is the mirror if it was and nobody has said otherwise. */
function asItWas(given: CollectionField, former: readonly CollectionField[]): CollectionField {
  const field = structuredClone(given);
  const to = otherSideOf(field);
  if (!to || metaOf(field)?.mirror != null) return field;
  const was = former.find(({ key }) => key === field.key);
  if (was && isMirror(was) && isSame(otherSideOf(was), to)) setMirror(field, true);
  return field;
}

function madeFor(collectionId: string, { key: fieldKey, displayName, typeMetadata }: CollectionField, key: string) {
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

/** It refers to as many items as before, and none of them knows. */
function leaveAlone(field: CollectionField): void {
  const meta = metaOf(field)!;
  delete meta.referencingFieldKey;
  delete meta.referencingDisplayName;
  delete meta.mirror;
}
