import type { FieldType } from "@porchlight/contract/data/collections/collection-values";
import type { Branded, DataItem, Reference, SystemFields } from "../items/item-types.ts";

/** A field definition, or just the name of its type. */
export type FieldDefinition<Names extends PropertyKey = string> =
  | FieldType
  | {
      type: FieldType;
      /** Every item has a value. */
      required?: boolean;
      /** The collection that a REFERENCE or MULTI_REFERENCE refers to. */
      to?: Names;
    };

/** Field definitions by collection name. */
export type CollectionDefinitions<Names extends PropertyKey = string> = Record<
  string,
  Record<string, FieldDefinition<Names>>
>;

type TypeOf<Field> = Field extends { type: infer Type } ? Type : Field;
/** TypeScript types by field type. Types not listed here are text. */
interface FieldTypeValues {
  NUMBER: number;
  BOOLEAN: boolean;
  DATETIME: Date;
  ANY: unknown;
  ARRAY: unknown[];
  ARRAY_STRING: string[];
  ARRAY_DOCUMENT: string[];
  MEDIA_GALLERY: object[];
  OBJECT: Record<string, unknown>;
  ADDRESS: Record<string, unknown>;
  RICH_CONTENT: Record<string, unknown>;
}
type ReferencedItem<All, Field> = Field extends { to: infer Name extends keyof All } ? ItemOf<All, Name> : DataItem;
type ValueOf<All, Field> =
  TypeOf<Field> extends "REFERENCE"
    ? Reference<ReferencedItem<All, Field>>
    : TypeOf<Field> extends "MULTI_REFERENCE"
      ? Reference<ReferencedItem<All, Field>>[]
      : TypeOf<Field> extends keyof FieldTypeValues
        ? FieldTypeValues[TypeOf<Field> & keyof FieldTypeValues]
        : string;
type RequiredNames<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { required: true } ? Name : never;
}[keyof Fields];

/** An item of one of the collections. Fields that are not required may be missing or `null`. */
export type ItemOf<All, Name extends keyof All> = SystemFields & {
  [Field in RequiredNames<All[Name]>]: ValueOf<All, All[Name][Field]>;
} & {
  [Field in Exclude<keyof All[Name], RequiredNames<All[Name]>>]?: ValueOf<All, All[Name][Field]> | null | undefined;
};

/**
 * Defines the fields of collections. The returned names type every call: fields, operands, sorting and results. Sends
 * no request.
 *
 * ```ts
 * const { Recipes } = defineCollections({
 *   Recipes: { title: "TEXT", minutes: "NUMBER", author: { type: "REFERENCE", to: "Authors" } },
 *   Authors: { name: "TEXT" },
 * });
 * const { items } = await client.items.query(Recipes).lt("minutes", 30).ascending("title").find();
 * ```
 */
export const defineCollections = <const All extends CollectionDefinitions<keyof All>>(
  collections: All,
): { readonly [Name in keyof All]: Branded<ItemOf<All, Name>> } =>
  Object.fromEntries(Object.keys(collections).map((name) => [name, name])) as never;
