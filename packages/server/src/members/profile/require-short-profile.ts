import type { IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import { InvalidArguments, violation } from "../../platform/context/errors.ts";

/** Characters of a profile as it is stored: room for hundreds of addresses, none for a file. */
const profileMaxLength = 200_000;

/** @throws {InvalidArguments} naming `field`: with everything that is there already it would be too much. */
export function needShortProfile(profile: IdentityProfile, field: string): void {
  if (JSON.stringify(profile).length > profileMaxLength)
    throw new InvalidArguments([violation(field, "must be shorter, with everything in it", "MAX_SIZE")]);
}
