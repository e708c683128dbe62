import type { IdentityProfile } from "@porchlight/contract/auth/identity/identity";

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
