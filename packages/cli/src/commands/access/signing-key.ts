import type { SigningKeySummary } from "@porchlight/server/operations";
import * as server from "@porchlight/server/operations";
import { formatTable, type Io, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";

interface RotateOptions extends CommonOptions {
  now?: boolean;
}

/** `porchlight signing-key list` */
export async function listSigningKeys(io: Io, options: CommonOptions): Promise<void> {
  const keys = await withOperator(io, options, (context) => server.listSigningKeys(context, owner));
  printResult(io, { keys }, tableOf(keys));
}

/** `porchlight signing-key rotate` */
export async function rotateSigningKeys(io: Io, options: RotateOptions): Promise<void> {
  const isAtOnce = options.now ?? false;
  const keys = await withOperator(io, options, (context) => server.rotateSigningKeys(context, owner, { isAtOnce }));
  const explanation = isAtOnce
    ? "The new key signs now. Access tokens of the previous keys are rejected within ten seconds and renewed; members stay signed in."
    : "The next key signs one day after its creation. Members stay signed in.";
  printResult(io, { keys }, `${tableOf(keys)}\n\n${explanation}`);
}

const tableOf = (keys: readonly SigningKeySummary[]): string =>
  formatTable(
    ["id", "state", "signs from"],
    keys.map(({ id, state, activeFrom }) => [id, state, `${activeFrom.slice(0, 16).replace("T", " ")} UTC`]),
  );
