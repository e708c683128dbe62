/** Values of imports and exports that a browser may need at run time. */

export const dataJobKinds = ["IMPORT", "EXPORT"] as const;
export type DataJobKind = (typeof dataJobKinds)[number];

/** `JSON`: one item after the other, on lines of their own or as one list. */
export const dataFileFormats = ["CSV", "JSON"] as const;
export type DataFileFormat = (typeof dataFileFormats)[number];

/** What becomes of a row whose `_id` the collection has: it is refused, it replaces the item, or it is passed over. */
export const importModes = ["INSERT", "UPDATE", "SKIP"] as const;
export type ImportMode = (typeof importModes)[number];

export const separators = [",", ";", "\t", "|"] as const;
export type Separator = (typeof separators)[number];

/** The largest file of the owner's and of editors' programs, and of anybody else. */
export const maxImportFileBytes = 1024 * 1024 * 1024;
export const maxPublicImportFileBytes = 16 * 1024 * 1024;
/** One row, as it is written. */
export const maxRowBytes = 1024 * 1024;
/** Rows of a report that are kept; all are counted. */
export const maxStoredNotes = 10_000;
