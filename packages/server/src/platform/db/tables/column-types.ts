import type { ColumnType, JSONColumnType } from "kysely";

/** JSON goes in as text and comes out parsed. */
export type Json<Value extends object> = JSONColumnType<Value, string, string>;
/** Set by the database when left out. */
export type Timestamp = ColumnType<Date, Date | undefined, Date>;
export type Nullable<Value> = Value | null;
