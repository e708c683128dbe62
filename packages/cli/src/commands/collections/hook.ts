import type { DataHook } from "@porchlight/contract/data/hooks/data-hook";
import * as server from "@porchlight/server/operations";
import { Failure } from "../../runtime/errors/failure.ts";
import { formatTable, type Io, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";

interface CreateHookOptions extends CommonOptions {
  collection: string;
  url: string;
  hook: DataHook[];
}

/** `porchlight hook create` */
export async function createHook(io: Io, options: CreateHookOptions): Promise<void> {
  const { collection: collectionId, url, hook: hooks } = options;
  const made = await withOperator(io, options, (context) =>
    server
      .createDataHook(context, { caller: owner }, { body: { hook: { collectionId, url, hooks } } })
      .catch((error: unknown) => {
        if (error instanceof server.Refusal && error.code === "WDE0025")
          throw new Failure(`There is no collection "${collectionId}".`);
        if (error instanceof server.InvalidArguments)
          throw new Failure(
            `The hook cannot be made: ${error.violations.map(({ description }) => description).join(", ")}.`,
          );
        throw error;
      }),
  );
  const { hook, secret } = made;
  printResult(
    io,
    made,
    `Hook    ${hook.id}\nSecret  ${secret}\n\nThe receiver checks calls with the secret. Keep it now: it is not shown again.`,
  );
}

/** `porchlight hook list` */
export async function listHooks(io: Io, options: CommonOptions & { collection?: string }): Promise<void> {
  const query = { collectionId: options.collection };
  const { hooks } = await withOperator(io, options, (context) =>
    server.listDataHooks(context, { caller: owner }, { query }),
  );
  const rows = hooks.map(({ id, collectionId, url, hooks: names }) => [id, collectionId, url, names.join(" ")]);
  const head = ["id", "collection", "address", "when"];
  printResult(io, { hooks }, hooks.length === 0 ? "No addresses are called." : formatTable(head, rows));
}

/** `porchlight hook remove <id>` */
export async function removeHook(io: Io, id: string, options: CommonOptions): Promise<void> {
  const unknown = () => new Failure(`There is no hook "${id}". This lists them: porchlight hook list`);
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw unknown();
  await withOperator(io, options, (context) =>
    server.removeDataHook(context, { caller: owner }, { params: { hookId: id } }).catch((error: unknown) => {
      throw error instanceof server.Refusal && error.code === "NOT_FOUND" ? unknown() : error;
    }),
  );
  printResult(io, { id, removed: true }, `Removed ${id}. Running servers call it no more within a second.`);
}
