import type { ApiKeyRole } from "@porchlight/server";
import * as server from "@porchlight/server/operations";
import { Failure } from "../../runtime/errors/failure.ts";
import { formatTable, type Io, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";

interface CreateKeyOptions extends CommonOptions {
  name: string;
  role: ApiKeyRole;
}

/** `porchlight key create` */
export async function createKey(io: Io, options: CreateKeyOptions): Promise<void> {
  const { name, role } = options;
  const create = (context: server.AppContext) => server.createApiKey(context, owner, { name, role });
  const { id, key } = await withOperator(io, options, create, { begins: true });
  printResult(io, { id, key }, `Key  ${key}\nId   ${id}\n\nKeep the key now: it is not shown again.`);
}

/** `porchlight key list` */
export async function listKeys(io: Io, options: CommonOptions): Promise<void> {
  const keys = await withOperator(io, options, (context) => server.listApiKeys(context, owner));
  const rows = keys.map(({ id, name, role, createdDate, revokedDate }) => [
    id,
    name,
    role,
    createdDate.slice(0, 10),
    revokedDate?.slice(0, 10) ?? "",
  ]);
  printResult(
    io,
    { keys },
    keys.length === 0 ? "There are no API keys." : formatTable(["id", "name", "role", "since", "revoked"], rows),
  );
}

/** `porchlight key revoke <id>` */
export async function revokeKey(io: Io, id: string, options: CommonOptions): Promise<void> {
  await withOperator(io, options, (context) =>
    server.revokeApiKey(context, owner, id).catch((error: unknown) => {
      if (error instanceof server.Refusal && error.code === "NOT_FOUND")
        throw new Failure(`There is no API key "${id}". This lists them: porchlight key list`);
      throw error;
    }),
  );
  printResult(io, { id, revoked: true }, `Revoked ${id}. A running server rejects the key within a second.`);
}
