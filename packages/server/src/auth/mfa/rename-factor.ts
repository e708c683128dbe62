import type { RenameFactorResponse } from "@porchlight/contract/auth/passkeys/passkey";
import type { RenameFactorRequest } from "@porchlight/contract/auth/passkeys/schema";
import { findMember } from "../../members/members-store.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { toFactor } from "./factor-serializer.ts";
import { updateFactorName } from "./factors-store.ts";
import { resolveMfaPolicy } from "./mfa-policy.ts";
import { resolveFactorStatus } from "./verification-options.ts";

/**
 * Gives one of the member's factors another name; an empty one takes the name away.
 *
 * @throws {Refusal} `NOT_ALLOWED` for anybody but a member; `FACTOR_NOT_FOUND` when it is not theirs.
 */
export async function renameFactor(
  context: ServerContext,
  { caller }: Requester,
  { params, body }: RenameFactorRequest,
): Promise<RenameFactorResponse> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const name = body.name.trim() || null;
  const { db, site } = context;
  const rules = resolveMfaPolicy(context, await context.settings.read());
  const member = await findMember(db, site.id, caller.memberId);
  const factor = await updateFactorName(db, site.id, caller.memberId, params.factorId, name);
  if (!factor || !member) throw new Refusal("FACTOR_NOT_FOUND");
  return { factor: toFactor(factor, resolveFactorStatus(context, rules, factor), member) };
}
