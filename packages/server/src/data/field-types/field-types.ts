import type { FieldType, QueryOperator } from "@porchlight/contract/data/collections/collection-values";
import { fieldRules } from "@porchlight/contract/field-rules";
import { parseDate } from "../items/item-data.ts";
import {
  anyCell,
  booleanCell,
  type CsvCell,
  dayCell,
  instantCell,
  listCell,
  numberCell,
  objectCell,
  textCell,
  textsCell,
} from "./csv-cells.ts";

const isText = (value: unknown): value is string => typeof value === "string";
const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);
const isDate = (value: unknown): boolean => parseDate(value) !== undefined;
const isFile = (value: unknown): boolean => isText(value) || isObject(value);
const isListOf = (isElement: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(isElement);

const comparisons: QueryOperator[] = ["EQ", "NE", "LT", "LTE", "GT", "GTE", "HAS_SOME", "EXISTS"];
const textOperators: QueryOperator[] = [...comparisons, "STARTS_WITH", "ENDS_WITH", "CONTAINS"];
const listOperators: QueryOperator[] = ["EQ", "NE", "HAS_SOME", "HAS_ALL", "EXISTS"];

const notInView: FieldTypeView = {
  isSearchable: false,
  isFilterable: false,
  isDefaultFilter: false,
  isCompact: false,
  isPicture: false,
};
const compact: FieldTypeView = { ...notInView, isCompact: true };
const picture: FieldTypeView = { ...compact, isPicture: true };
const filterable: FieldTypeView = { ...compact, isFilterable: true };
const searchable: FieldTypeView = { ...filterable, isSearchable: true };

/** Accepts any value. */
const base: FieldTypeHandler = {
  isValid: () => true,
  requirement: "",
  isList: false,
  queryOperators: comparisons,
  csv: textCell,
  writesJson: false,
  view: notInView,
};
const text: FieldTypeHandler = {
  ...base,
  isValid: isText,
  requirement: fieldRules.TEXT,
  queryOperators: textOperators,
  view: searchable,
};
const object: FieldTypeHandler = { ...base, isValid: isObject, requirement: "has to be an object", csv: objectCell };
const file: FieldTypeHandler = {
  ...base,
  isValid: isFile,
  requirement: "has to be an address, or an object with one",
};
const files: FieldTypeHandler = {
  ...base,
  isValid: isListOf(isFile),
  requirement: "has to be a list of addresses, or of objects with one",
};
const list: FieldTypeHandler = {
  ...base,
  isValid: Array.isArray,
  requirement: fieldRules.LIST,
  isList: true,
  queryOperators: listOperators,
  csv: listCell,
  writesJson: true,
};
const date: FieldTypeHandler = { ...base, isValid: isDate, requirement: fieldRules.DATE, view: filterable };

/** How the server handles each type of field. Source: entities.md, "Type". */
export const fieldTypes: Record<FieldType, FieldTypeHandler> = {
  ANY: { ...base, queryOperators: textOperators, csv: anyCell, writesJson: true },
  TEXT: text,
  URL: text,
  SLUG: text,
  LANGUAGE: text,
  EMAIL: {
    ...text,
    isValid: (value) => isText(value) && /^[^\s@]{1,64}@[^\s@]{1,254}$/.test(value),
    requirement: fieldRules.EMAIL_VALUE,
  },
  RICH_TEXT: { ...text, view: { ...notInView, isSearchable: true } },
  PAGE_LINK: { ...base, isValid: isText, requirement: fieldRules.TEXT },
  NUMBER: {
    ...base,
    isValid: (value) => typeof value === "number",
    requirement: fieldRules.NUMBER,
    csv: numberCell,
    view: filterable,
  },
  BOOLEAN: {
    ...base,
    isValid: (value) => typeof value === "boolean",
    requirement: fieldRules.BOOLEAN,
    csv: booleanCell,
    view: { ...filterable, isDefaultFilter: true },
  },
  DATE: { ...date, isValid: (value) => isDate(value) || isText(value), csv: dayCell },
  DATETIME: { ...date, csv: instantCell },
  TIME: {
    ...base,
    isValid: (value) => isText(value) && /^\d\d:\d\d(:\d\d(\.\d{1,9})?)?$/.test(value),
    requirement: fieldRules.TIME,
    view: compact,
  },
  OBJECT: object,
  ADDRESS: object,
  RICH_CONTENT: object,
  ARRAY: list,
  ARRAY_STRING: {
    ...list,
    isValid: isListOf(isText),
    requirement: fieldRules.LIST_OF_TEXTS,
    csv: textsCell,
    view: filterable,
  },
  REFERENCE: {
    ...text,
    isValid: (value) => isText(value) || isObject(value),
    requirement: fieldRules.ITEM_ID,
    view: filterable,
  },
  // References are stored outside of the item, so nothing is validated here.
  MULTI_REFERENCE: {
    ...base,
    isList: true,
    queryOperators: listOperators,
    csv: textsCell,
    writesJson: true,
    view: { ...notInView, isFilterable: true },
  },
  IMAGE: { ...file, view: picture },
  MEDIA_IMAGE: { ...file, view: picture },
  MEDIA_VECTOR_ART: file,
  DOCUMENT: file,
  VIDEO: file,
  AUDIO: file,
  ARRAY_DOCUMENT: { ...files, csv: textsCell, writesJson: true },
  MEDIA_GALLERY: { ...files, csv: listCell },
  LEGACY_TIME: base,
  LEGACY_BOOK: base,
  LEGACY_EXTERNAL_URL: base,
  LEGACY_BROKEN_REFERENCE: base,
  LEGACY_IMAGE: { ...base, view: picture },
  LEGACY_COLOR: base,
  LEGACY_EXTERNAL_VIDEO: base,
};

export const handlerOf = ({ type = "ANY" }: { type?: FieldType | undefined }): FieldTypeHandler => fieldTypes[type];

/** How the server handles one type of field. */
export interface FieldTypeHandler {
  /** Whether a strict collection accepts the value. */
  isValid(value: unknown): boolean;
  /** Follows the name of the field in a violation: `must be a number`. Empty where every value is valid. */
  requirement: string;
  /** Whether values are lists, which an index serves by their elements. */
  isList: boolean;
  queryOperators: readonly QueryOperator[];
  /** How a cell of a CSV file is parsed. */
  csv: CsvCell;
  /** Whether a CSV file holds every value as JSON, text included. */
  writesJson: boolean;
  view: FieldTypeView;
}

/** How pages of a collection use fields of a type. */
export interface FieldTypeView {
  isSearchable: boolean;
  isFilterable: boolean;
  /** Whether such fields are filters by default. */
  isDefaultFilter: boolean;
  /** Whether values fit into a row of a list. */
  isCompact: boolean;
  /** Whether values are images, which make a list of cards more useful than a table. */
  isPicture: boolean;
}
