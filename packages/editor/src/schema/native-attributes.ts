import type { NativeAttribute, NodeSource } from "./source-attribute.ts";

const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** An attribute stored in a data object of the source. `parse` returns undefined for a value that cannot be edited. */
function dataAttribute<Value>(
  dataKey: keyof NodeSource,
  key: string,
  initial: Value,
  parse: (value: unknown) => Value | undefined,
): NativeAttribute {
  return {
    initial,
    read: (source) => parse(record(source[dataKey])[key]) ?? initial,
    write: (source, value) => ({ ...source, [dataKey]: { ...record(source[dataKey]), [key]: value } }),
  };
}

const count = (value: unknown) => (Number.isInteger(value) && (value as number) >= 1 ? (value as number) : undefined);

/** The attributes of editor nodes that are stored in their data, by node type. */
export const nativeAttributes: Readonly<Record<string, Readonly<Record<string, NativeAttribute>>>> = {
  HEADING: {
    level: dataAttribute("headingData", "level", 2, (value) => ((count(value) ?? 7) <= 6 ? count(value) : undefined)),
  },
  ORDERED_LIST: { start: dataAttribute("orderedListData", "start", 1, count) },
  LIST_ITEM: { checked: dataAttribute("listItemData", "checked", false, (value) => value === true || undefined) },
  CODE_BLOCK: {
    language: dataAttribute<string | null>("codeBlockData", "language", null, (value) =>
      typeof value === "string" ? value : undefined,
    ),
  },
  TABLE: {
    rowHeader: dataAttribute("tableData", "rowHeader", false, (value) => value === true || undefined),
    columnHeader: dataAttribute("tableData", "columnHeader", false, (value) => value === true || undefined),
  },
  TABLE_CELL: {
    colspan: dataAttribute("tableCellData", "colspan", 1, count),
    rowspan: dataAttribute("tableCellData", "rowspan", 1, count),
  },
};

/** The source with the attributes of an edited node. Unchanged attributes leave it as it was. */
export function writeAttributes(source: NodeSource, attributes: Readonly<Record<string, unknown>>): NodeSource {
  let written = source;
  for (const [name, { read, write }] of Object.entries(nativeAttributes[source.type] ?? {})) {
    if (attributes[name] !== read(written)) written = write(written, attributes[name]);
  }
  return written;
}

/** The attributes of an editor node that is read from `source`. */
export function readAttributes(source: NodeSource): Record<string, unknown> {
  const native = Object.entries(nativeAttributes[source.type] ?? {}).map(([name, { read }]) => [name, read(source)]);
  return { ...Object.fromEntries(native), source };
}
