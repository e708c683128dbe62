import { parseImageUrl } from "@porchlight/client/blog";
import type { CollectionView, DataItem, ViewField } from "@porchlight/client/data";
import { isPictureField, toFileRow } from "@porchlight/react";
import { text } from "../../texts/text.ts";
import { cellText, itemTitle } from "../item-values.ts";

/** A column of the grid. */
export interface GridColumn {
  /** The key of its field, or of a date of the server. */
  key: string;
  name: string;
  /** Absent for dates of the server, which are read-only. */
  field: ViewField | undefined;
  isSortable: boolean;
}

/** The column that names the item: its title, else the first text, else the first field. */
export function titleColumn(view: CollectionView): GridColumn {
  const field =
    view.fields.find(({ key }) => key === view.displayField) ??
    view.fields.find(({ type }) => type === "TEXT") ??
    view.fields[0];
  return field
    ? { key: field.key, name: field.displayName, field, isSortable: true }
    : { key: "_id", name: text("Item"), field: undefined, isSortable: true };
}

/** What a cell shows. */
export function cellOf(item: DataItem, { key, field }: GridColumn): string {
  const value: unknown = (item as Readonly<Record<string, unknown>>)[key];
  if (field?.reference)
    return [value ?? []]
      .flat()
      .map((one) => referenceName(one, field.reference!))
      .join(", ");
  return cellText(value, key === "_updatedDate" ? "DATETIME" : field?.type);
}

/** A small picture of the first image of a cell, if it is in the media library. */
export function cellThumbnail(item: DataItem, { key, field }: GridColumn): string | undefined {
  if (!field || !isPictureField(field)) return undefined;
  const [first] = [(item as Readonly<Record<string, unknown>>)[key]].flat();
  if (first === undefined || first === null) return undefined;
  const { address } = toFileRow(first, 0);
  const image = address.startsWith("wix:") ? parseImageUrl(address) : undefined;
  return image && `${image.src}/v1/fit/w_320`;
}

const referenceName = (value: unknown, { displayField }: NonNullable<ViewField["reference"]>): string =>
  typeof value === "object" && value !== null
    ? itemTitle(value as DataItem, displayField)
    : typeof value === "string"
      ? value
      : "";
