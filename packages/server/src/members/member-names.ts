import type { IdentityProfile } from "@porchlight/contract/auth/identity";

export const nameFields = ["firstName", "lastName", "nickname"] as const;

/** A copy with the names that are given; `null` and nothing but space take a name away. */
export function withNames(
  profile: IdentityProfile,
  wanted: Partial<Record<(typeof nameFields)[number], string | null | undefined>>,
): IdentityProfile {
  const changed = { ...profile };
  for (const name of nameFields) {
    const value = wanted[name];
    if (value === undefined) continue;
    if (value?.trim()) changed[name] = value.trim();
    else delete changed[name];
  }
  return changed;
}
