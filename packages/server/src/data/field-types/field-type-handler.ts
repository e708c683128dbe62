import type { QueryOperator } from "@porchlight/contract/data/collections/collection-values";
import type { CsvCell } from "./csv-cells.ts";

/** What the server knows of one type of field. */
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
}
