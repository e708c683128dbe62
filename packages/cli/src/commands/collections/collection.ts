import type { CollectionField, DataCollection } from "@porchlight/contract/data/collections/collection";
import * as server from "@porchlight/server/operations";
import { Failure } from "../../runtime/errors/failure.ts";
import { formatTable, type Io, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";
import { readDefinition } from "../../runtime/parse-collection-file.ts";

/** `porchlight collection create <file>` */
export async function createCollection(io: Io, file: string, options: CommonOptions): Promise<void> {
  const definition = readDefinition(file);
  const create = (context: server.AppContext) =>
    server.createDataCollection(context, { caller: owner }, definition).catch((error: unknown) => {
      if (error instanceof server.Refusal && error.code === "COLLECTION_EXISTS")
        throw new Failure(
          `There is a collection "${definition.id}" already. This shows it: porchlight collection show ${definition.id}`,
        );
      if (error instanceof server.Refusal && error.code === "FIELD_EXISTS") throw new Failure(error.message);
      throw error;
    });
  const { collection } = await withOperator(io, options, create, { begins: true });
  const { id, fields } = collection;
  const lines = [`Created ${id}, with fields: ${ownFields(fields).length}. ${describeRights(collection)}`];
  printResult(io, collection, [...lines, ...describeIdle(collection)].join("\n"));
}

/** `porchlight collection list` */
export async function listCollections(io: Io, options: CommonOptions): Promise<void> {
  const collections = await withOperator(io, options, async (context) => {
    const all: DataCollection[] = [];
    for (;;) {
      const paging = { limit: 1000, offset: all.length };
      const page = await server.listDataCollections(context, { caller: owner }, { query: { paging } });
      all.push(...page.collections);
      if (!page.pagingMetadata.hasNext) return all;
    }
  });
  const rows = collections.map(({ id, displayName, fields, permissions, updatedDate }) => [
    id,
    displayName ?? "",
    String(ownFields(fields).length),
    permissions.read,
    permissions.insert,
    updatedDate.slice(0, 10),
  ]);
  const text =
    rows.length === 0
      ? "There are no collections. Create one: porchlight collection create FILE.json"
      : formatTable(["id", "name", "fields", "read", "insert", "changed"], rows);
  printResult(io, { collections }, text);
}

/** `porchlight collection show <id>` */
export async function showCollection(io: Io, id: string, options: CommonOptions): Promise<void> {
  const collection = await withOperator(io, options, (context) =>
    server
      .getDataCollection(context, { caller: owner }, { params: { dataCollectionId: id }, query: {} })
      .then((found) => found.collection)
      .catch(unknownCollection(id)),
  );
  const fields = ownFields(collection.fields);
  // The server adds system fields; a definition does not contain them.
  printResult(io, { ...collection, fields }, describeCollection({ ...collection, fields }));
}

/** `porchlight collection remove <id>` */
export async function removeCollection(io: Io, id: string, options: CommonOptions & { yes?: boolean }): Promise<void> {
  const items = await withOperator(io, options, async (context) => {
    const body = {
      dataCollectionId: id,
      publishPluginOptions: { includeDraftItems: true },
      suppressHooks: true,
    };
    const { totalCount } = await server.countItems(context, { caller: owner }, { body }).catch(unknownCollection(id));
    if (!options.yes) {
      throw new Failure(
        `This would delete the collection "${id}" and its ${totalCount} items. If that is what you want, add --yes.`,
      );
    }
    await server.deleteDataCollection(context, { caller: owner }, id).catch(unknownCollection(id));
    return totalCount;
  });
  const text = `Deleted ${id}, with items: ${items}. For 30 days this brings it back: porchlight collection restore ${id}`;
  printResult(io, { id, removed: true, items }, text);
}

/** `porchlight collection restore <id>` */
export async function restoreCollection(io: Io, id: string, options: CommonOptions): Promise<void> {
  const { collection } = await withOperator(io, options, (context) =>
    server.restoreDataCollection(context, { caller: owner }, id).catch((error: unknown) => {
      if (error instanceof server.Refusal && error.code === "WDE0025")
        throw new Failure(`There is no collection "${id}" that was deleted in the last 30 days.`);
      throw error;
    }),
  );
  printResult(io, { collection }, `${id} is there again, with its items. ${describeRights(collection)}`);
}

/** @throws {Failure} in place of the server's error for an unknown collection. */
export function unknownCollection(id: string) {
  return (error: unknown): never => {
    if (error instanceof server.Refusal && error.code === "WDE0025")
      throw new Failure(`There is no collection "${id}". This lists them: porchlight collection list`);
    throw error;
  };
}

const ownFields = (fields: readonly CollectionField[]) => fields.filter(({ systemField }) => systemField !== true);

function describeRights({ permissions }: DataCollection): string {
  const { read, insert, update, remove } = permissions;
  return `Who may: read ${read}, insert ${insert}, update ${update}, remove ${remove}.`;
}

function describeCollection(collection: DataCollection): string {
  const { id, displayName, strict, revision, updatedDate, fields } = collection;
  const lines = [
    displayName ? `${id}, "${displayName}"` : id,
    describeRights(collection),
    `Items that do not fit the fields are ${strict ? "refused" : "taken"}. Revision ${revision}, ${updatedDate.slice(0, 10)}.`,
    ...describeIdle(collection),
  ];
  if (fields.length === 0) return [...lines, "It has no fields."].join("\n");
  const rows = fields.map((field) => [
    field.key,
    field.type ?? "ANY",
    field.required ? "required" : "",
    field.unique ? "unique" : "",
    field.hidden ? "hidden" : "",
    field.typeMetadata?.reference?.referencedCollectionId ??
      field.typeMetadata?.multiReference?.referencedCollectionId ??
      "",
    field.displayName ?? "",
  ]);
  return [...lines, "", formatTable(["field", "type", "", "", "", "to", "name"], rows)].join("\n");
}

function describeIdle(collection: DataCollection): string[] {
  const plugins = server.unsupportedPlugins(collection);
  return plugins.length === 0 ? [] : [`Kept, and without effect here, plugins: ${plugins.join(", ")}.`];
}
