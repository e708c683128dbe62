import type { CustomField, IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import type { MemberChanges, MemberDetails, UpdateMemberDetailsRequest } from "@porchlight/contract/members/member";

export const nameFields = ["firstName", "lastName", "nickname"] as const;

/** Whether there is anything to see: spaces, fillers and marks without a letter show nothing. */
const isSeen = /[^\s\p{Default_Ignorable_Code_Point}\p{Mark}\u2800]/u;

/** A copy with the names that are given; `null` and what nobody can see take a name away. */
export function withNames(
  profile: IdentityProfile,
  wanted: Partial<Record<(typeof nameFields)[number], string | null | undefined>>,
): IdentityProfile {
  const changed = { ...profile };
  for (const name of nameFields) {
    const value = wanted[name];
    if (value === undefined) continue;
    if (value && isSeen.test(value)) changed[name] = value.trim();
    else delete changed[name];
  }
  return changed;
}

type Contact = NonNullable<MemberChanges["contact"]>;

/** What a member keeps beside their names, with everything there that may be left out when it is written. */
export function toMemberDetails({ phones, addresses, customFields, privacyStatus }: IdentityProfile): MemberDetails {
  return {
    phones: (phones ?? []).map(({ tag = "UNTAGGED", phone }) => ({ tag, phone })),
    addresses: (addresses ?? []).map(({ tag = "UNTAGGED", address }) => ({ tag, address })),
    customFields: customFields ?? [],
    privacyStatus: privacyStatus === "PUBLIC" ? "PUBLIC" : "PRIVATE",
  };
}

/** A copy with the details that are given. */
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

/** A copy with the contact in the contract's form, which knows no tags: what stays as it is keeps the one it has. */
export function withContact(profile: IdentityProfile, { phones, addresses, customFields }: Contact): IdentityProfile {
  const known = toMemberDetails(profile);
  const changed = { ...profile };
  if (phones !== undefined) {
    changed.phones = (phones ?? []).map((phone, index, all) => ({
      // Given twice it takes its tag once: there is one MAIN phone.
      tag: (all.indexOf(phone) === index && known.phones.find((other) => other.phone === phone)?.tag) || "UNTAGGED",
      phone,
    }));
  }
  if (addresses !== undefined) {
    changed.addresses = (addresses ?? []).map((address) => ({
      tag: known.addresses.find((other) => isSame(other.address, address))?.tag ?? "UNTAGGED",
      address,
    }));
  }
  if (customFields !== undefined) changed.customFields = mergeFields(known.customFields, customFields);
  return changed;
}

function mergeFields(known: CustomField[], given: Record<string, CustomField> | null): CustomField[] {
  if (given === null) return [];
  const byName = new Map(known.map((field) => [field.name, field]));
  for (const field of Object.values(given)) byName.set(field.name, field);
  return [...byName.values()];
}

/** Whether both hold the same, in whatever order. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [key, inOrder(part)]));
}
