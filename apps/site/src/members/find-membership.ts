import { membershipSections } from "@porchlight/react";
import { memberships } from "./memberships.ts";

/** Sections that have a source, in their order. */
export const shownMemberships = membershipSections.filter((section) => memberships[section] !== undefined);

/** The section that an address names, like `bookings`; nothing where it has no source. */
export function findMembership(name: string | undefined) {
  const section = shownMemberships.find((candidate) => candidate.toLowerCase() === name);
  return section && { section, source: memberships[section]! };
}
