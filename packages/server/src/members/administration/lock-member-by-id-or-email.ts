import { Refusal } from "../../platform/context/errors.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { isId } from "../../platform/db/ids.ts";
import type { TxContext } from "../../platform/server-context.ts";
import { parseEmailAddress } from "../email-address.ts";
import { findMemberByEmail, lockMember, type MemberRow } from "../members-store.ts";

/**
 * Finds a member and locks the row until the transaction ends.
 *
 * @throws {Refusal} `MEMBER_NOT_FOUND`, also for deleted members.
 */
export async function lockMemberByIdOrEmail(tx: DbOrTx, context: TxContext, idOrEmail: string): Promise<MemberRow> {
  const siteId = context.site.id;
  let id = isId(idOrEmail) ? idOrEmail : undefined;
  const email = id ? undefined : parseEmailAddress(idOrEmail);
  if (email) id = (await findMemberByEmail(tx, siteId, email.key))?.id;
  const row = id ? await lockMember(tx, siteId, id) : undefined;
  if (!row || row.status === "DELETED") throw new Refusal("MEMBER_NOT_FOUND");
  return row;
}
