import type { SigningKeySummary } from "@porchlight/server/operations";
import * as server from "@porchlight/server/operations";
import { formatTable, type Io, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";

interface RotateOptions extends CommonOptions {
  now?: boolean;
}

/** `porchlight signing-key list` */
export async function listSigningKeys(io: Io, options: CommonOptions): Promise<void> {
  const keys = await withOperator(io, options, async (context) => ({
    members: await server.listSigningKeys(context, owner),
    staff: await server.listSigningKeys(context.staffSite, owner),
  }));
  printResult(io, { keys: keys.members, staffKeys: keys.staff }, tableOf(keys));
}

/** `porchlight signing-key rotate` */
export async function rotateSigningKeys(io: Io, options: RotateOptions): Promise<void> {
  const isAtOnce = options.now ?? false;
  const keys = await withOperator(io, options, async (context) => ({
    members: await server.rotateSigningKeys(context, owner, { isAtOnce }),
    staff: await server.rotateSigningKeys(context.staffSite, owner, { isAtOnce }),
  }));
  const explanation = isAtOnce
    ? "The new keys sign now. Access tokens of the previous keys are rejected within ten seconds and renewed; members and staff stay signed in."
    : "The next keys sign one day after their creation. Members and staff stay signed in.";
  printResult(io, { keys: keys.members, staffKeys: keys.staff }, `${tableOf(keys)}\n\n${explanation}`);
}

const tableOf = (keys: Readonly<Record<"members" | "staff", readonly SigningKeySummary[]>>): string =>
  formatTable(
    ["id", "tokens of", "state", "signs from"],
    (["members", "staff"] as const).flatMap((people) =>
      keys[people].map(({ id, state, activeFrom }) => [
        id,
        people,
        state,
        `${activeFrom.slice(0, 16).replace("T", " ")} UTC`,
      ]),
    ),
  );
