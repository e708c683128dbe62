import { membershipSections } from "@porchlight/react";
import { memberships } from "./memberships.ts";

/** Sections that have a source, in display order. */
export const shownMemberships = membershipSections.filter((section) => memberships[section] !== undefined);

/** The section with this name in the URL, such as `bookings`, if it has a source. */
export function findMembership(name: string | undefined) {
  const section = shownMemberships.find((candidate) => candidate.toLowerCase() === name);
  return section && { section, source: memberships[section]! };
}
