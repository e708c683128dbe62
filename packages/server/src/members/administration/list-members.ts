import type { IdentityStatus } from "@porchlight/contract/auth/state";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { findMembers } from "../members-store.ts";
import { type MemberSummary, toMemberSummary } from "./member-summary.ts";

const listLimit = 1_000;

/**
 * The newest members first, at most 1000.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 */
export async function listMembers(
  context: ServerContext,
  caller: Caller,
  filter: { status?: IdentityStatus } = {},
): Promise<MemberSummary[]> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  const rows = await findMembers(context.db, context.site.id, { status: filter.status, limit: listLimit });
  return rows.map(toMemberSummary);
}
