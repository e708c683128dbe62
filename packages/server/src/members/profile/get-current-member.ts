import type { Member, MemberFieldset } from "@porchlight/contract/members/member";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { toMember } from "../member-serializer.ts";
import { findMember } from "../members-store.ts";

/**
 * Who is signed in; `{}` for a visitor.
 *
 * @throws {Refusal} `UNAUTHENTICATED` when the member was blocked or deleted since the token was made.
 */
export async function getCurrentMember(
  context: ServerContext,
  { caller }: Requester,
  { query }: { query: { fieldsets?: MemberFieldset[] | undefined } },
): Promise<{ member?: Member }> {
  if (caller.kind !== "member") return {};
  const row = await findMember(context.db, context.site.id, caller.memberId);
  if (row?.status !== "ACTIVE") throw new Refusal("UNAUTHENTICATED");
  return { member: toMember(context, row, query.fieldsets ?? ["PUBLIC"]) };
}
