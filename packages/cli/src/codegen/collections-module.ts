import type { CollectionField, DataCollection } from "@porchlight/contract/data/collections/collection";
import { fieldTypes } from "@porchlight/contract/data/collections/collection-values";

/** What the module requires of a collection. */
export type DescribedCollection = Pick<DataCollection, "id" | "fields"> &
  Partial<Pick<DataCollection, "displayName" | "strict">>;

/** Module that exports `defineCollections`. */
const client = "@porchlight/client/data";

const supportedFieldTypes = new Set<string>(fieldTypes);

/**
 * Returns a TypeScript module with the types of the collections' items. The output does not depend on the order of
 * `collections`.
 */
export function collectionsModule(collections: readonly DescribedCollection[]): string {
  const sorted = [...collections].sort((left, right) => (left.id < right.id ? -1 : 1));
  const ids = new Set(sorted.map(({ id }) => id));
  const names = typeNames(sorted.map(({ id }) => id));
  const definitions = sorted.flatMap((collection) => definitionLines(collection, ids));
  const types = sorted.flatMap(({ id }, index) => [
    `/** An item of ${inComment(id)}. */`,
    `export type ${names[index]} = ItemOf<typeof definitions, ${quoted(id)}>;`,
  ]);
  return [
    "// Made by `porchlight codegen`: a change here is gone with its next run.",
    `import { defineCollections, type ItemOf } from ${quoted(client)};`,
    "",
    ...(definitions.length === 0
      ? ["const definitions = {} as const;"]
      : ["const definitions = {", ...definitions, "} as const;"]),
    "",
    "/** The collections' names, which know what their items hold. */",
    "export const collections = defineCollections(definitions);",
    "",
    "/** An item of a collection, by the collection's name. */",
    "export type Item<Name extends keyof typeof definitions> = ItemOf<typeof definitions, Name>;",
    "",
    ...types,
  ]
    .join("\n")
    .replace(/\n*$/, "\n");
}

function definitionLines({ id, displayName, strict, fields }: DescribedCollection, ids: ReadonlySet<string>): string[] {
  // The module is part of the site's public bundle.
  const own = fields.filter(({ systemField, hidden }) => systemField !== true && hidden !== true);
  const comment = displayName && displayName !== id ? [`  /** ${inComment(displayName)} */`] : [];
  if (own.length === 0) return [...comment, `  ${keyOf(id)}: {},`];
  return [...comment, `  ${keyOf(id)}: {`, ...own.flatMap((field) => fieldLines(field, strict === true, ids)), "  },"];
}

function fieldLines(field: CollectionField, strict: boolean, ids: ReadonlySet<string>): string[] {
  const type = field.type && supportedFieldTypes.has(field.type) ? field.type : "ANY";
  const { reference, multiReference } = field.typeMetadata ?? {};
  const to = { REFERENCE: reference, MULTI_REFERENCE: multiReference }[type as string]?.referencedCollectionId;
  const parts = [
    `type: ${quoted(type)}`,
    // In other collections items may lack required fields.
    ...(field.required && strict ? ["required: true"] : []),
    // References to unknown collections have the type string.
    ...(to !== undefined && ids.has(to) ? [`to: ${quoted(to)}`] : []),
  ];
  const value = parts.length === 1 ? quoted(type) : `{ ${parts.join(", ")} }`;
  const { displayName, key } = field;
  const comment = displayName && displayName !== key ? [`    /** ${inComment(displayName)} */`] : [];
  return [...comment, `    ${keyOf(key)}: ${value},`];
}

/** A string literal that is safe in any position of a module. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff]|[\u202a-\u202e\u2066-\u2069]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** An object key: `__proto__` must be computed. */
function keyOf(name: string): string {
  if (name === "__proto__") return `[${quoted(name)}]`;
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? name : quoted(name);
}

/** Text that cannot end a comment, break a line or change the text direction. */
function inComment(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, " ")
    .replaceAll("*/", "* /")
    .trim();
}

/** A type name for each collection: `RecipesItem`. Duplicates get a number. */
function typeNames(ids: readonly string[]): string[] {
  const taken = new Set<string>();
  return ids.map((id) => {
    const words = id.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
    const plain = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
    const base = /^[A-Za-z]/.test(plain) ? `${plain}Item` : `Collection${plain}Item`;
    let name = base;
    for (let number = 2; taken.has(name); number++) name = `${base}${number}`;
    taken.add(name);
    return name;
  });
}
