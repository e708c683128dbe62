import type { CustomField, IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import type { MemberChanges, MemberDetails, UpdateMemberDetailsRequest } from "@porchlight/contract/members/member";

export const nameFields = ["firstName", "lastName", "nickname"] as const;

/** Matches visible text, not only spaces, fillers, and combining marks. */
const visibleCharacter = /[^\s\p{Default_Ignorable_Code_Point}\p{Mark}\u2800]/u;

/** The trimmed text; `null` without visible characters. */
export const visibleText = (text: string | null): string | null =>
  text && visibleCharacter.test(text) ? text.trim() : null;

/** Returns a copy with the given names; `null` and invisible text remove a name. */
export function withNames(
  profile: IdentityProfile,
  names: Partial<Record<(typeof nameFields)[number], string | null | undefined>>,
): IdentityProfile {
  const changed = { ...profile };
  for (const name of nameFields) {
    const value = names[name];
    if (value === undefined) continue;
    const visible = visibleText(value);
    if (visible === null) delete changed[name];
    else changed[name] = visible;
  }
  return changed;
}

type Contact = NonNullable<MemberChanges["contact"]>;

/** Returns a copy with the changes of a request, except the title, which is no part of the profile. */
export function withMemberChanges(profile: IdentityProfile, changes: MemberChanges): IdentityProfile {
  const { firstName, lastName, birthdate, company, jobTitle, ...rest } = changes.contact ?? {};
  const named = withNames(profile, { firstName, lastName, nickname: changes.profile?.nickname });
  const changed = withContact(named, rest);
  for (const [key, value] of Object.entries({ birthdate, company, position: jobTitle })) {
    if (value) Object.assign(changed, { [key]: value });
    else if (value !== undefined) Reflect.deleteProperty(changed, key);
  }
  return withDetails(changed, { privacyStatus: changes.privacyStatus });
}

/** The custom fields of a request, with their paths. */
export function customFieldsOf({ contact }: MemberChanges): [path: string, field: CustomField][] {
  return Object.entries(contact?.customFields ?? {}).map(([key, field]) => [
    `member.contact.customFields.${key}`,
    field,
  ]);
}

/** The member's details, with defaults for absent values. */
export function toMemberDetails({ phones, addresses, customFields, privacyStatus }: IdentityProfile): MemberDetails {
  return {
    phones: (phones ?? []).map(({ tag = "UNTAGGED", phone }) => ({ tag, phone })),
    addresses: (addresses ?? []).map(({ tag = "UNTAGGED", address }) => ({ tag, address })),
    customFields: customFields ?? [],
    privacyStatus: privacyStatus === "PUBLIC" ? "PUBLIC" : "PRIVATE",
  };
}

/** Returns a copy with the given details. */
export function withDetails(
  profile: IdentityProfile,
  { phones, addresses, customFields, privacyStatus }: UpdateMemberDetailsRequest["body"]["details"],
): IdentityProfile {
  return {
    ...profile,
    ...(phones && { phones }),
    ...(addresses && { addresses }),
    ...(customFields && { customFields }),
    ...(privacyStatus && { privacyStatus }),
  };
}

/** Returns a copy with the given contact, which has no tags: unchanged entries retain theirs. */
export function withContact(profile: IdentityProfile, { phones, addresses, customFields }: Contact): IdentityProfile {
  const current = toMemberDetails(profile);
  const changed = { ...profile };
  if (phones !== undefined) {
    changed.phones = (phones ?? []).map((phone, index, all) => ({
      // A duplicate gets the tag only once, since there is one MAIN phone.
      tag: (all.indexOf(phone) === index && current.phones.find((other) => other.phone === phone)?.tag) || "UNTAGGED",
      phone,
    }));
  }
  if (addresses !== undefined) {
    changed.addresses = (addresses ?? []).map((address) => ({
      tag: current.addresses.find((other) => isDeepEqual(other.address, address))?.tag ?? "UNTAGGED",
      address,
    }));
  }
  if (customFields !== undefined) changed.customFields = mergeFields(current.customFields, customFields);
  return changed;
}

function mergeFields(current: CustomField[], changes: Record<string, CustomField> | null): CustomField[] {
  if (changes === null) return [];
  const byName = new Map(current.map((field) => [field.name, field]));
  for (const field of Object.values(changes)) byName.set(field.name, field);
  return [...byName.values()];
}

/** Deep equality that ignores the order of keys. */
export function isDeepEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(sortKeys(one)) === JSON.stringify(sortKeys(other));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [key, sortKeys(part)]));
}
