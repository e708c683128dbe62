import type { CustomField, IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import { fieldRules } from "@porchlight/contract/field-rules";
import { isWebAddress } from "@porchlight/contract/wire/web-address";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, violation } from "../../platform/context/errors.ts";
import { requireMemberManager } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { findDeclaredFields } from "../custom-fields/custom-fields.ts";
import { customFieldKey } from "../member-serializer.ts";

/** In characters of JSON: room for hundreds of addresses, but not for files. */
const profileMaxLength = 200_000;

/** @throws {InvalidArguments} for `field`, if the whole profile is too long. */
export function requireShortProfile(profile: IdentityProfile, field: string): void {
  if (JSON.stringify(profile).length > profileMaxLength)
    throw new InvalidArguments([violation(field, "must be shorter in total", "MAX_SIZE")]);
}

const valueKeys = {
  TEXT: "strValue",
  NUMBER: "numValue",
  DATE: "dateValue",
  URL: "strValue",
  SOCIAL: "strValue",
} as const;

/**
 * Requires declared fields to have the declared type or be empty.
 *
 * @param fields Fields with their path in the request.
 * @throws {InvalidArguments} for values of another type.
 */
export async function requireDeclaredTypes(
  context: ServerContext,
  fields: readonly (readonly [string, CustomField])[],
): Promise<void> {
  if (fields.length === 0) return;
  // By key: responses have one value for all names with the same key.
  const types = new Map((await findDeclaredFields(context)).map(({ name, type }) => [customFieldKey(name), type]));
  const wrong = fields.flatMap(([path, { name, value }]) => {
    const type = types.get(customFieldKey(name));
    if (!type) return [];
    if (Object.entries(value).some(([key, stored]) => key !== valueKeys[type] && stored != null))
      return [violation(`${path}.value`, `must be a ${valueKeys[type]}, as declared by the site owner`)];
    const isAddress = type === "URL" || type === "SOCIAL";
    return isAddress && value.strValue && !isWebAddress(value.strValue)
      ? [violation(`${path}.value`, fieldRules.PROFILE_ADDRESS)]
      : [];
  });
  if (wrong.length > 0) throw new InvalidArguments(wrong);
}

/**
 * Returns the id of a member whose record the caller may change: their own, or any for administrators.
 *
 * @throws {Refusal} `NOT_ALLOWED` for other members' records, whether they exist or not.
 */
export function requireWritableRecord(caller: Caller, memberId: string): string {
  const id = memberId.toLowerCase();
  if (caller.kind !== "member" || id !== caller.memberId) requireMemberManager(caller);
  return id;
}
