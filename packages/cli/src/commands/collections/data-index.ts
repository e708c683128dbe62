import type { AppContext } from "@porchlight/server";
import type { DataIndex } from "@porchlight/server/operations";
import * as server from "@porchlight/server/operations";
import { Failure } from "../../runtime/errors/failure.ts";
import { formatTable, type Io, printProgress, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";
import { unknownCollection } from "./collection.ts";

/** Interval at which the state of a build by another process is checked. */
const pollIntervalMs = 250;

/** `porchlight collection index add <collection> <field...>` */
export async function addIndex(io: Io, id: string, fields: string[], options: CommonOptions): Promise<void> {
  const index = await withOperator(io, options, async (context) => {
    const body = { dataCollectionId: id, index: { fields: fields.map(readField) } };
    const made = await server.createDataIndex(context, { caller: owner }, { body }).catch(unknownCollection(id));
    printProgress(io, `Building the index "${made.index.name}".`);
    return waitUntilBuilt(context, id, made.index.name);
  });
  if (index?.status !== "ACTIVE") {
    const reason = index?.failure?.message ?? "It was removed.";
    throw new Failure(`The index could not be built: ${reason}`);
  }
  printResult(io, { index }, `The index "${index.name}" of ${id} is active.`);
}

/** `porchlight collection index list <collection>` */
export async function listIndexes(io: Io, id: string, options: CommonOptions): Promise<void> {
  const { indexes } = await withOperator(io, options, (context) =>
    server
      .listDataIndexes(context, { caller: owner }, { query: { dataCollectionId: id } })
      .catch(unknownCollection(id)),
  );
  const rows = indexes.map(({ name, fields, status, failure }) => [
    name,
    fields.map(({ path, order }) => (order === "DESC" ? `${path}:desc` : path)).join(" "),
    status,
    failure?.message ?? "",
  ]);
  const text = indexes.length === 0 ? `${id} has no indexes.` : formatTable(["name", "fields", "status", ""], rows);
  printResult(io, { indexes }, text);
}

/** `porchlight collection index remove <collection> <name>` */
export async function removeIndex(io: Io, id: string, name: string, options: CommonOptions): Promise<void> {
  await withOperator(io, options, async (context) => {
    const body = { dataCollectionId: id, indexName: name };
    await server
      .dropDataIndex(context, { caller: owner }, { body })
      .catch(unknownCollection(id))
      .catch(unknownIndex(id, name));
    await waitUntilBuilt(context, id, name);
  });
  printResult(io, { name, removed: true }, `Removed the index "${name}" of ${id}.`);
}

function unknownIndex(id: string, name: string) {
  return (error: unknown): never => {
    if (error instanceof server.Refusal && error.code === "INDEX_NOT_FOUND")
      throw new Failure(`${id} has no index "${name}". This lists them: porchlight collection index list ${id}`);
    throw error;
  };
}

/** Waits until the index is built; undefined if it was removed. This process builds it unless a server does. */
async function waitUntilBuilt(
  context: AppContext,
  dataCollectionId: string,
  name: string,
): Promise<DataIndex | undefined> {
  for (;;) {
    await server.buildIndexes(context);
    const { indexes } = await server.listDataIndexes(context, { caller: owner }, { query: { dataCollectionId } });
    const index = indexes.find((one) => one.name === name);
    if (index?.status !== "BUILDING" && index?.status !== "DROPPING") return index;
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
}

function readField(text: string): { path: string; order?: "ASC" | "DESC" } {
  const [path = "", order = "asc", ...rest] = text.split(":");
  if (rest.length > 0 || !/^(asc|desc)$/i.test(order)) {
    throw new Failure(`"${text}" is not a field of an index. Examples: title, title:desc`, { exitCode: 2 });
  }
  return { path, order: order.toLowerCase() === "desc" ? "DESC" : "ASC" };
}
