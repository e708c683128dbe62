import type { CustomField, IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { declaredFields } from "../../platform/settings/settings.ts";

/** Characters of a profile as it is stored: room for hundreds of addresses, none for a file. */
const profileMaxLength = 200_000;

/** @throws {InvalidArguments} naming `field`: with everything that is there already it would be too much. */
export function needShortProfile(profile: IdentityProfile, field: string): void {
  if (JSON.stringify(profile).length > profileMaxLength)
    throw new InvalidArguments([violation(field, "must be shorter, with everything in it", "MAX_SIZE")]);
}

const places = { TEXT: "strValue", NUMBER: "numValue", DATE: "dateValue" } as const;

/**
 * Lets fields through that the owner has not declared, and those that are of the declared type or empty.
 *
 * @param fields By their place in the request.
 * @throws {InvalidArguments} naming the value of each that is of another type.
 */
export async function needDeclaredTypes(
  context: ServerContext,
  fields: readonly (readonly [string, CustomField])[],
): Promise<void> {
  if (fields.length === 0) return;
  const types = new Map(declaredFields(await context.settings.read()).map(({ name, type }) => [name, type]));
  const wrong = fields.flatMap(([place, { name, value }]) => {
    const type = types.get(name);
    const isOther = type && Object.entries(value).some(([key, held]) => key !== places[type] && held != null);
    return isOther ? [violation(`${place}.value`, `must be a ${places[type]}, as the site owner asks for it`)] : [];
  });
  if (wrong.length > 0) throw new InvalidArguments(wrong);
}

/** @throws {Refusal} `NOT_ALLOWED` for any record but one's own, there or not. */
export function needOwnRecord(caller: Caller, memberId: string): void {
  if (caller.kind !== "member" || memberId.toLowerCase() !== caller.memberId) throw new Refusal("NOT_ALLOWED");
}
