import type { IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import { isDeepEqual } from "../member-details.ts";

/** Merges profiles: present values stay, absent ones are taken from `other`, and lists are joined. */
export function mergeProfile(profile: IdentityProfile, other: IdentityProfile): IdentityProfile {
  const present: Record<string, unknown> = { ...profile };
  const isMissing = (key: string) => {
    const value = present[key];
    return value === undefined || value === null || value === "" || value === "UNDEFINED";
  };
  const missing = Object.entries(other).filter(([key, value]) => value !== null && value !== "" && isMissing(key));
  return {
    ...profile,
    ...Object.fromEntries(missing),
    ...join("emails", profile, other, (entry) => entry.email.toLowerCase()),
    ...join("phones", profile, withoutSecondMain(profile, other), (entry) => entry.phone.replace(/[^\d+]/g, "")),
    ...join("addresses", profile, other, (entry) => entry.address),
    ...join("customFields", profile, other, (entry) => entry.name),
    ...join("labels", profile, other, (entry) => entry),
  };
}

/** A profile with two MAIN phones could not be saved again. */
function withoutSecondMain({ phones }: IdentityProfile, other: IdentityProfile): IdentityProfile {
  if (!other.phones || !phones?.some(({ tag }) => tag === "MAIN")) return other;
  return {
    ...other,
    phones: other.phones.map((entry) => (entry.tag === "MAIN" ? { ...entry, tag: "UNTAGGED" } : entry)),
  };
}

/** Maximum list lengths. Source: entities.md, IdentityProfile. */
const maxEntries = { emails: 50, phones: 50, addresses: 50, customFields: 100, labels: 2000 } as const;

/** Joins both lists without duplicates. */
function join<Key extends keyof typeof maxEntries>(
  key: Key,
  profile: IdentityProfile,
  other: IdentityProfile,
  sameBy: (entry: NonNullable<IdentityProfile[Key]>[number]) => unknown,
): Pick<IdentityProfile, Key> {
  type Entry = NonNullable<IdentityProfile[Key]>[number];
  const current = (profile[key] ?? []) as Entry[];
  const added = (other[key] ?? []) as Entry[];
  if (added.length === 0) return {} as Pick<IdentityProfile, Key>;
  const joined = [...current];
  for (const entry of added) {
    if (!joined.some((existing) => isDeepEqual(sameBy(existing), sameBy(entry)))) joined.push(entry);
  }
  return { [key]: joined.slice(0, Math.max(maxEntries[key], current.length)) } as unknown as Pick<IdentityProfile, Key>;
}
